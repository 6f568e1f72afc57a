import Foundation

/// Measures first runs over real code: all protocols below a folder are mocked, with one output outside of the folder.
///
/// Half of the files of real applications declare nothing that mocks need, and most parents that their protocols have
/// without sources are in no module of the toolchain: generated projects show neither.
struct CorpusBenchmark {
    private static let rounds = 7
    /// A search path without a compiler on most machines.
    private static let plainPath = "PATH=/usr/bin:/bin"

    private let root: String
    private let paths: [String]
    private let folder: String

    init(_ root: String) throws {
        self.root = root
        let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        paths = names.filter { $0.hasSuffix(".swift") }.map { "\(root)/\($0)" }
        folder = FileManager.default.temporaryDirectory.appending(path: "mockd-corpus-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    func run() -> [(String, String)] {
        let size = readPlainly(paths)
        var reads: [Double] = []
        var (plain, cold, kept): ([MeasuredProcess], [MeasuredProcess], [MeasuredProcess]) = ([], [], [])
        for _ in 0..<Self.rounds {
            // Interleaved, so that the load of the machine affects all of them.
            reads.append(seconds { _ = readPlainly(paths) })
            plain.append(generate(cache: "none", environment: [Self.plainPath]))
            cold.append(generate(cache: "none"))
            keepInterfacesOnly()
            kept.append(generate(cache: cache))
        }
        let read = Measurement(reads).median
        func row(_ runs: [MeasuredProcess], _ value: (MeasuredProcess) -> Double) -> String {
            let median = Measurement(runs.map(value)).median
            return "\((median / read).ratio) (\(median.milliseconds))"
        }
        return [
            ("sources", "\(paths.count) files, \(size.mebibytes)"),
            ("plain read, one thread", read.milliseconds),
            ("cold, without a toolchain", row(plain, \.wall)),
            ("cold, processor in mockd", row(plain, \.user)),
            ("cold, memory", plain.map(\.memory).max()?.mebibytes ?? ""),
            ("cold, with a toolchain", row(cold, \.wall)),
            ("cold, interfaces printed before", row(kept, \.wall)),
            ("status", "\(Set((plain + cold + kept).map(\.status)).sorted())"),
        ]
    }

    private var cache: String { "\(folder)/cache" }

    /// Removes what earlier runs have kept about the project, as if it were the first run in another one.
    private func keepInterfacesOnly() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: cache)) ?? [] where name != "modules" {
            try? FileManager.default.removeItem(atPath: "\(cache)/\(name)")
        }
    }

    private func generate(cache: String, environment: [String] = []) -> MeasuredProcess {
        MeasuredProcess.run(
            [
                Program.path, "generate", "--module", "App", "--sources", root, "--output",
                "\(folder)/mocks-\(UUID().uuidString).swift", "--mock", "all", "--cache", cache, "--quiet",
            ], environment: environment)
    }
}
