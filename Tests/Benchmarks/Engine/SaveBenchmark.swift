import Foundation

/// Measures what a person waits for: the time from the save of a protocol to the result of one test, in a package of ten
/// modules whose protocols are all mocked in one test target.
///
/// Nearly all of it is SwiftPM's and the compiler's. A generator decides how much there is to compile: mockd writes one
/// file for each source, and none that stays the same.
struct SaveBenchmark {
    private static let rounds = 5
    private static let modules = 10
    /// The edited protocol, which the test uses.
    private static let edited = 3

    private let protocols: Int
    private let base: String
    private let root: String

    /// - Parameter protocols: their number; a multiple of ten.
    init(protocols: Int) throws {
        self.protocols = protocols
        base = NSTemporaryDirectory() + "mockd-save-benchmark-\(getpid())"
        root = base + "/App"
        try FileManager.default.createDirectory(
            atPath: base + "/run", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try write("Package.swift", manifest)
        for module in 0..<Self.modules {
            try write("Sources/M\(module)/Item\(module).swift", "struct Item\(module): Sendable { var id: Int }\n")
        }
        for number in 0..<protocols { try write(path(of: number), text(of: number)) }
        try write("Tests/AppTests/OneTest.swift", test)
    }

    func remove() { try? FileManager.default.removeItem(atPath: base) }

    func run() throws -> [(String, String)] {
        guard let daemon = DaemonUnderTest.start(root: root, base: base) else { return [("daemon", "did not start")] }
        defer { daemon.stop() }
        let first = runTest()
        guard first.status == 0 else { return [("first test", "failed: see swift test --package-path \(root)")] }
        let mocks = "\(root)/Tests/AppTests/M\(Self.edited)Mocks"
        let watch = RenameWatch([mocks])
        var (mock, result, unchanged): ([Double], [Double], [Double]) = ([], [], [])
        for round in 0..<Self.rounds {
            unchanged.append(runTest().wall)
            watch.forget()
            let saved = ContinuousClock.now
            try write(path(of: Self.edited), text(of: Self.edited, probe: round))
            guard watch.wait(for: ["\(mocks)/Service\(Self.edited).mocks.swift"]) else {
                return [("save", "no mock came")]
            }
            mock.append((ContinuousClock.now - saved) / .seconds(1))
            let status = runTest().status
            guard status == 0 else { return [("test after a save", "failed with status \(status)")] }
            result.append((ContinuousClock.now - saved) / .seconds(1))
        }
        return [
            ("package", "\(protocols) protocols in \(Self.modules) modules"),
            ("first test, with all that it needs", "\(Int(first.wall.rounded())) s"),
            ("save to mock", Measurement(mock).median.milliseconds),
            ("save to test result", Measurement(result).median.milliseconds),
            ("test without a save", Measurement(unchanged).median.milliseconds),
        ]
    }

    private func runTest() -> MeasuredProcess {
        MeasuredProcess.run(
            ["/usr/bin/env", "swift", "test", "--package-path", root, "--filter", "OneTest"],
            environment: ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" })
    }

    // MARK: The package

    private func path(of number: Int) -> String { "Sources/M\(number % Self.modules)/Service\(number).swift" }

    private func write(_ path: String, _ text: String) throws {
        let file = URL(filePath: "\(root)/\(path)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        // In place: the daemon sees one save.
        try Data(text.utf8).write(to: file)
    }

    /// - Parameter probe: makes the protocol another one each time.
    private func text(of number: Int, probe: Int? = nil) -> String {
        let item = "Item\(number % Self.modules)"
        return """
            /// @mockable
            protocol Service\(number): Sendable {
                func store(_ item: \(item), at path: String, overwrite: Bool) -> Bool
                func check(count: Int, name: String) throws -> Int
                func fetch(id: Int, options: [String: String]) async throws -> \(item)
                func log(_ message: String)
                func transform(_ body: @escaping @Sendable (Int) -> Int, values: [Int]) -> [Int]
                var name: String { get set }
            \(probe.map { "    func probe\($0)(_ count: Int) -> Int" } ?? "")
            }

            struct User\(number) {
                var service: any Service\(number)
                func use() throws -> Int { try service.check(count: 1, name: "a") + 1 }
            }

            """
    }

    private var manifest: String {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
            .standardizedFileURL.path()
        let modules = (0..<Self.modules).map { "\"M\($0)\"" }
        return """
            // swift-tools-version: 6.1
            import PackageDescription

            let package = Package(
                name: "App",
                dependencies: [.package(name: "mockd", path: "\(repository)", traits: [])],
                targets: [
                    \(modules.map { ".target(name: \($0))," }.joined(separator: "\n        "))
                    .testTarget(
                        name: "AppTests",
                        dependencies: [
                            \(modules.joined(separator: ", ")), .product(name: "Mocking", package: "mockd"),
                        ]),
                ]
            )

            """
    }

    private var test: String {
        """
        import Mocking
        import Testing

        @testable import M\(Self.edited)

        struct OneTest {
            @Test func use() throws {
                let service = MockService\(Self.edited)()
                given(service).check(count: 1, name: "a").willReturn(4)
                #expect(try User\(Self.edited)(service: service).use() == 5)
            }
        }

        """
    }
}
