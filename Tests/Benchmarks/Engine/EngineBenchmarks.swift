import Foundation

/// Measures the cost of updating mocks, as ratios to reading the same files once with one thread.
///
/// ```sh
/// for product in mockd mockd-watcher EngineBenchmarks; do
///     swift build -c release --static-swift-stdlib --product $product
/// done
/// .build/release/EngineBenchmarks [NUMBER OF FILES ...]
/// .build/release/EngineBenchmarks instructions [NUMBER OF FILES ...]
/// .build/release/EngineBenchmarks gate
/// .build/release/EngineBenchmarks write [NUMBER OF FILES]
/// .build/release/EngineBenchmarks corpus FOLDER ...
/// .build/release/EngineBenchmarks save [NUMBER OF PROTOCOLS]
/// ```
///
/// `gate` fails if a first run takes more instructions than allowed. `corpus` measures first runs over code that is not
/// generated, and leaves it as it is. `save` measures a save until the result of a test, which is compiled in a package of
/// its own: that takes some minutes.
///
/// It measures the `mockd` beside it, or the one in `MOCKD_PROGRAM`, so build that as it is installed: a program that
/// must search for its libraries starts ten milliseconds later.
@main
enum EngineBenchmarks {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        if let stage = arguments.first.flatMap(InstructionBenchmark.Stage.init), let root = arguments.dropFirst().first
        {
            return InstructionBenchmark.perform(stage, in: root)
        }
        if arguments.first == "gate" {
            let monorepo = try Monorepo(files: 400)
            let passes = try InstructionBenchmark(monorepo).passesGate()
            monorepo.remove()
            exit(passes ? EXIT_SUCCESS : EXIT_FAILURE)
        }
        if arguments.first == "corpus" {
            return Self.printTable(try arguments.dropFirst().map(Self.corpus))
        }
        let sizes = arguments.compactMap { Int($0) }
        if arguments.first == "save" {
            let benchmark = try SaveBenchmark(protocols: sizes.first ?? 200)
            defer { benchmark.remove() }
            return Self.printTable([Self.column(try benchmark.run(), "")])
        }
        let counts = arguments.first == "instructions"
        var columns: [[(name: String, value: String)]] = []
        // At the end, because deletions slow down the next creations: see `Monorepo.clear()`.
        var used: [Monorepo] = []
        defer { used.forEach { $0.remove() } }
        for size in !sizes.isEmpty ? sizes : counts ? [200, 400] : [1_000, 5_000, 10_000] {
            let monorepo = try Monorepo(files: size)
            if arguments.first == "write" { return print(monorepo.root) }
            used.append(monorepo)
            let rows =
                counts
                ? try InstructionBenchmark(monorepo).run()
                : try ColdBenchmark(monorepo).run() + EditBenchmark(monorepo).run()
            columns.append(Self.column(rows, "\(size) files"))
        }
        Self.printTable(columns)
    }

    private static func corpus(_ folder: String) throws -> [(name: String, value: String)] {
        let corpus = try CorpusBenchmark(folder)
        defer { corpus.remove() }
        return Self.column(corpus.run(), URL(filePath: folder).lastPathComponent)
    }

    private static func column(_ rows: [(String, String)], _ title: String) -> [(name: String, value: String)] {
        [("", title)] + rows.map { (name: $0.0, value: $0.1) }
    }

    private static func printTable(_ columns: [[(name: String, value: String)]]) {
        guard let names = columns.first?.map(\.name) else { return }
        for (row, name) in names.enumerated() {
            let cells = columns.map { $0[row].value }
            print(([name.padding(34)] + cells.map { $0.padding(28) }).joined())
        }
    }
}

extension String {
    fileprivate func padding(_ width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(1, width - count))
    }
}

/// The program under measurement.
enum Program {
    static let path: String = {
        let beside = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        return ProcessInfo.processInfo.environment["MOCKD_PROGRAM"] ?? beside.appending(path: "mockd").path()
    }()
}

/// Measures one-shot runs, cold and with a cache.
struct ColdBenchmark {
    private static let rounds = 5

    private let monorepo: Monorepo

    init(_ monorepo: Monorepo) { self.monorepo = monorepo }

    func run() throws -> [(String, String)] {
        let paths = monorepo.paths
        _ = readPlainly(paths)
        var reads: [Double] = []
        var (cold, again, single): ([MeasuredProcess], [MeasuredProcess], [MeasuredProcess]) = ([], [], [])
        for _ in 0..<Self.rounds {
            // Interleaved, so that the load of the machine affects all of them.
            reads.append(seconds { _ = readPlainly(paths) })
            monorepo.clear()
            cold.append(generate())
            again.append(generate())
            single.append(generateOneFile())
        }
        let read = Measurement(reads).median
        func row(_ runs: [MeasuredProcess], _ value: (MeasuredProcess) -> Double) -> String {
            let median = Measurement(runs.map(value)).median
            return "\((median / read).ratio) (\(median.milliseconds))"
        }
        let written = writtenBytes()
        let write = Measurement(try (0..<Self.rounds).map { _ in try plainWrite() }).median
        let wall = Measurement(cold.map(\.wall)).median
        return [
            ("plain read, one thread", read.milliseconds),
            ("plain write of the mocks", "\((write / read).ratio) (\(write.milliseconds))"),
            ("cold", row(cold, \.wall)),
            ("cold, to plain read and write", (wall / (read + write)).ratio),
            ("cold, processor in mockd", row(cold, \.user)),
            ("cold, processor in the kernel", row(cold, \.system)),
            ("cold, memory", cold.map(\.memory).max()?.mebibytes ?? ""),
            ("cold, bytes written", "\(written.files) files, \(written.bytes.mebibytes)"),
            ("cold, all mocks in one file", row(single, \.wall)),
            ("cold, one file, processor in mockd", row(single, \.user)),
            ("cold, one file, memory", single.map(\.memory).max()?.mebibytes ?? ""),
            ("again with a cache", row(again, \.wall)),
            ("again, memory", again.map(\.memory).max()?.mebibytes ?? ""),
            ("status", "\(Set((cold + again + single).map(\.status)).sorted())"),
        ]
    }

    private func generate() -> MeasuredProcess {
        MeasuredProcess.run(
            [Program.path, "generate", monorepo.root, "--quiet"],
            environment: ["XDG_CACHE_HOME=\(monorepo.base)/cache"])
    }

    /// Generates as other generators do: without a project, and all mocks in one file.
    private func generateOneFile() -> MeasuredProcess {
        let output = "\(monorepo.base)/all-\(UUID().uuidString).swift"
        return MeasuredProcess.run(
            [
                Program.path, "generate", "--module", "App", "--sources", "\(monorepo.root)/Layers", "--output", output,
                "--cache", "none", "--quiet",
            ], environment: [])
    }

    /// Returns the seconds for one thread to write files as large as the mocks, which every generator needs.
    private func plainWrite() throws -> Double {
        // A new folder each time, deleted with the monorepo: see `Monorepo.clear()`.
        let folder = "\(monorepo.base)/plain-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let texts = monorepo.mocked.compactMap { number -> [UInt8]? in
            let mock = monorepo.mock(ofFile: number)
            return FileManager.default.contents(atPath: "\(mock.folder)/\(mock.name)").map { [UInt8]($0) }
        }
        return seconds { writePlainly(texts, in: folder) }
    }

    private func writtenBytes() -> (files: Int, bytes: Int) {
        var (files, bytes) = (0, 0)
        for number in monorepo.mocked {
            let mock = monorepo.mock(ofFile: number)
            let size = (try? FileManager.default.attributesOfItem(atPath: "\(mock.folder)/\(mock.name)"))?[.size]
            guard let size = size as? Int else { continue }
            files += 1
            bytes += size
        }
        return (files, bytes)
    }
}
