import Foundation

/// Measures the cost of compiling a generated mock, compared with a mock with handlers and with an empty conformer.
struct CompileBenchmark {
    private static let goal = 0.29
    private static let mocksPerFile = 10
    /// The maximum number of counted files: all files of one kind are alike, and the simulator takes minutes for each.
    private static let mostFilesCounted = 2

    let mocks: Int
    private let folder = FileManager.default.temporaryDirectory.appending(path: "mocking-\(UUID().uuidString)")
    /// The folder of the build, with the module `Mocking`.
    private let build = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    private let mockd: String

    /// - Parameters:
    ///   - mocks: The number of mocks in the module. The simulator compiles some of its files, with all of them
    ///     visible.
    ///   - mockd: The program that writes them.
    init(mocks: Int, mockd: String) {
        self.mocks = mocks
        self.mockd = mockd
    }

    func run() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let counter = try await InstructionCounter.best()
        print("\(mocks) mocks of 6 members, \(counter.unit) of the compiler")
        if counted(by: counter) < mocks { print("\(counted(by: counter)) of them are compiled, in sight of all") }
        let floor = try await cost("empty", counter) { $0.empty }
        let handlers = try await cost("handlers", counter) { $0.handlers }
        let generated = try await cost("generated", counter, source: nil)
        let (ours, theirs) = (generated - floor, handlers - floor)
        print("floor, conformers that do nothing   \(right(floor, 8)) \(counter.unit) a mock")
        print("mocks with handlers and histories   \(right(theirs, 8)) net")
        print("mocks that mockd generated          \(right(ours, 8)) net")
        let ratio = ours / theirs
        print("ratio \((ratio * 1000).rounded() / 1000), goal <= \(Self.goal)")
        guard ratio <= Self.goal else { exit(1) }
    }

    /// Returns the number of compiled mocks.
    private func counted(by counter: InstructionCounter) -> Int {
        counter == .cachegrind ? min(mocks, Self.mostFilesCounted * Self.mocksPerFile) : mocks
    }

    /// Writes one kind of conformer, ten per file, and counts the compiler's work per mock.
    private func cost(
        _ name: String, _ counter: InstructionCounter, source: ((CompileSources) -> String)?
    ) async throws -> Double {
        let sources = folder.appending(path: "\(name)/Sources")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        try CompileSources.item.write(to: sources.appending(path: "Item.swift"), atomically: true, encoding: .utf8)
        var files: [URL] = [sources.appending(path: "Item.swift")]
        var primaries: [URL] = []
        for first in stride(from: 0, to: mocks, by: Self.mocksPerFile) {
            let part = CompileSources(mocks: first..<min(mocks, first + Self.mocksPerFile))
            let file = sources.appending(path: "Services\(first).swift")
            try part.protocols.write(to: file, atomically: true, encoding: .utf8)
            files.append(file)
            let mockFile = folder.appending(path: "\(name)/Mocks/Services\(first).mocks.swift")
            primaries.append(mockFile)
            guard let source else { continue }
            try FileManager.default.createDirectory(
                at: mockFile.deletingLastPathComponent(), withIntermediateDirectories: true)
            try source(part).write(to: mockFile, atomically: true, encoding: .utf8)
        }
        if source == nil { try await generate(from: sources, to: folder.appending(path: "\(name)/Mocks")) }
        let counted = counted(by: counter)
        let some = primaries.prefix((counted + Self.mocksPerFile - 1) / Self.mocksPerFile)
        return try await compile(Array(some), with: files + primaries, counter) / Double(counted)
    }

    private func generate(from sources: URL, to mocks: URL) async throws {
        try await Command(
            mockd,
            ["generate", "--module", "Services", "--sources", sources.path(), "--output", mocks.path()]
                + ["--import", "none", "--cache", "none", "--quiet"]
        ).run()
    }

    /// Runs one front end for several files, as a build without optimisation does.
    private func compile(_ primaries: [URL], with files: [URL], _ counter: InstructionCounter) async throws -> Double {
        let inputs = files.flatMap { primaries.contains($0) ? ["-primary-file", $0.path()] : [$0.path()] }
        let outputs = primaries.indices.flatMap { ["-o", folder.appending(path: "\($0).o").path()] }
        let options = [
            "-module-name", "Services", "-parse-as-library", "-swift-version", "6", "-Onone",
            "-I", build.appending(path: "Modules").path(),
        ]
        return try await counter.count(Command("swift-frontend", ["-frontend", "-c"] + inputs + options + outputs))
    }
}
