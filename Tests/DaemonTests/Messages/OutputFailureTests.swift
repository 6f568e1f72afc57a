import ControlChannel
import MockEngine
import SystemPackage
import Testing

@testable import mockd

/// mockd reports mocks that cannot be written, and tries them again.
struct OutputFailureTests {
    @Test(
        arguments: [
            (.noSpace, "degraded", "output-enospc", "free some space"),
            (.diskQuotaExceeded, "degraded", "output-enospc", "free some space"),
            (.readOnlyFileSystem, "read-only-output", "output-read-only", "make the folder of the mocks writable"),
            (.permissionDenied, "read-only-output", "output-read-only", "make the folder of the mocks writable"),
            (.tooManyOpenFiles, "degraded", "too-many-open-files", "raise the limit of open files with 'ulimit -n'"),
            (.ioError, "degraded", "output-failed", "mend the disk or choose another output"),
        ] as [(Errno, String, String, String)])
    func `each kind has its state, its code and a way out`(
        errno: Errno, state: String, code: String, wayOut: String
    ) throws {
        let failures = [FileSystemError(.write, "/k/A.swift", errno), FileSystemError(.write, "/k/B.swift", errno)]
        let failure = try #require(OutputFailure(failures))
        #expect(failure.state.rawValue == state)
        #expect(failure.reason.code == code)
        #expect(failure.reason.message == "2 mocks cannot be written: \(errno)")
        #expect(failure.reason.fix == "\(wayOut); mockd tries again by itself")
        #expect(OutputFailure(Array(failures.prefix(1)))?.reason.message == "1 mock cannot be written: \(errno)")
        #expect(OutputFailure([]) == nil)
    }

    @Test func `a full disk is tried again soon and then less often, missing permissions once a minute`() throws {
        let full = try #require(OutputFailure([FileSystemError(.write, "/k/A.swift", .noSpace)]))
        #expect((0..<9).map(full.delay).map { $0 / .seconds(1) } == [1, 2, 4, 8, 16, 32, 60, 60, 60])
        let readOnly = try #require(OutputFailure([FileSystemError(.write, "/k/A.swift", .permissionDenied)]))
        #expect(readOnly.delay(afterRetries: 0) == .seconds(60))
    }
}
