internal import Mocking

/// The verifications of a generated mock, with the mode and the line of the test that asks for them.
open class MimusVerifier {
    /// The mock whose calls are verified.
    public let mock: any Mock
    /// The number of calls that are expected.
    public let mode: VerificationMode
    /// The file of the test.
    public let file: StaticString
    /// The line of the test.
    public let line: UInt
    private let fileID: StaticString
    private let column: UInt

    /// Creates the verifications of a mock.
    public init(
        mock: any Mock, mode: VerificationMode, file: StaticString, line: UInt, fileID: StaticString? = nil,
        column: UInt = 1
    ) {
        self.mock = mock
        self.mode = mode
        self.file = file
        self.line = line
        self.fileID = fileID ?? file
        self.column = column
    }

    /// Verifies the calls with an identifier.
    public func verifyCall(withIdentifier identifier: String, arguments: Arguments = .none) {
        let location = MockLocation(fileID: fileID, filePath: file, line: line, column: column)
        mock.storage.verify(identifier, arguments, mode, location)
    }
}
