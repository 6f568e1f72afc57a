internal import Foundation
internal import Mocking
internal import Testing
internal import XCTest

/// Reports failures to Swift Testing or XCTest, whichever runs the test.
///
/// `Mocking` finds this type by its mangled name: after renaming it or its module, update that name, too.
enum Reporter: FailureReporter {
    static var currentTest: String? {
        Test.current.map { "\($0.id)" }
    }

    static var currentTestName: String? {
        Test.current.map { test in test.displayName.map { "\"\($0)\"" } ?? test.name }
    }

    static var currentTestValue: Any? { Test.current }

    static func isSameTest(_ first: Any, _ second: Any) -> Bool {
        (first as? Test)?.id == (second as? Test)?.id
    }

    static var tellsTestsApart: Bool { runsSwiftTesting }

    static func prepare() {
        guard !runsSwiftTesting else { return }
        XCTestObservationCenter.shared.addTestObserver(StaticMocksObserver.shared)
    }

    static func report(_ failure: MockFailure) {
        if Test.current != nil || runsSwiftTesting {
            // A detached task has no current test. Swift Testing then shows an unknown test, and the run fails.
            Issue.record(Comment(rawValue: failure.message), sourceLocation: failure.sourceLocation)
        } else {
            if !runsXCTest { print(failure) }
            // XCTest names the running test itself, but does not provide its line.
            let location = failure.location
            XCTFail(failure.message, file: location.isKnown ? location.filePath : "<unknown>", line: location.line)
        }
    }

    /// Prints a failure in an app or a preview, where neither framework runs and XCTest would drop it.
    private static func print(_ failure: MockFailure) {
        FileHandle.standardError.write(Data("\(failure.__terminalText)\n".utf8))
    }

    private static let runsXCTest = CommandLine.arguments.first?.contains("xctest") ?? false

    /// `swift test` starts the test binary once for each framework.
    private static let runsSwiftTesting: Bool = {
        let arguments = CommandLine.arguments
        guard let option = arguments.firstIndex(of: "--testing-library") else {
            return arguments.contains("--testing-library=swift-testing")
        }
        return arguments.dropFirst(option + 1).first == "swift-testing"
    }()
}

extension MockFailure {
    fileprivate var sourceLocation: SourceLocation {
        guard location.isKnown else {
            return Test.current?.sourceLocation
                ?? SourceLocation(fileID: "unknown/unknown", filePath: "<unknown>", line: 1, column: 1)
        }
        return SourceLocation(
            fileID: "\(location.fileID)", filePath: "\(location.filePath)",
            line: max(1, Int(location.line)), column: max(1, Int(location.column)))
    }
}
