#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Prints failures where no test framework is linked, as in a preview.
enum StandardErrorReporter: FailureReporter {
    static var currentTest: String? { nil }
    static var currentTestName: String? { nil }
    static var currentTestValue: Any? { nil }
    static var tellsTestsApart: Bool { false }

    static func prepare() {}

    static func isSameTest(_ first: Any, _ second: Any) -> Bool { true }

    static func report(_ failure: MockFailure) {
        var text = "\(failure.__terminalText)\n"
        text.withUTF8 { bytes in
            _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
    }
}
