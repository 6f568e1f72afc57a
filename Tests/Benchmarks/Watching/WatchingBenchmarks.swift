import Foundation
import Glibc

/// Measures the cost and the latency of the daemon: idle, in a storm, and after it.
///
///     swift run -c release WatchingBenchmarks [SECONDS OF STORM] [SECONDS OF IDLENESS]
///
/// It watches its own package with the `mockd` beside it, or the one in `MOCKD_PROGRAM`.
@main
enum WatchingBenchmarks {
    static func main() throws {
        let numbers = CommandLine.arguments.dropFirst().compactMap(Double.init)
        let (storm, idle) = (numbers.first ?? 10, numbers.dropFirst().first ?? 60)
        let project = try BenchmarkProject(files: 200)
        let daemon = try WatchingDaemon(project)
        defer { daemon.stop() }

        let quiet = try Latencies.measure(project, saves: 100, pause: 100_000)
        print("close to mock, quiet:     \(quiet)")
        let before = daemon.figures()
        let writer = Storm(project)
        writer.start()
        let busy = try Latencies.measure(project, saves: max(5, Int(storm * 2)), pause: 500_000)
        let (events, seconds) = writer.stop()
        print("close to mock, in storm:  \(busy)")
        print("storm:                    \(events) writes in \(seconds) s, \(Int(Double(events) / seconds)) a second")
        _ = try Latencies.measure(project, saves: 1, pause: 0)
        let after = daemon.figures()
        for (name, pair) in zip(["mockd", "mockd-watcher"], zip(before, after)) {
            print(
                "\(name): memory \(pair.0.kilobytes) kB before, \(pair.1.kilobytes) kB after;",
                "descriptors \(pair.0.descriptors), \(pair.1.descriptors); cpu \(pair.1.cpu - pair.0.cpu) s")
        }
        // Waits until the daemon has processed the storm.
        usleep(3_000_000)
        let start = daemon.figures()
        usleep(useconds_t(idle * 1_000_000))
        for (name, pair) in zip(["mockd", "mockd-watcher"], zip(start, daemon.figures())) {
            let wakeups = Double(pair.1.switches - pair.0.switches) / idle
            print(
                "\(name) idle for \(idle) s: cpu \(pair.1.cpu - pair.0.cpu) s,",
                "\((wakeups * 100).rounded() / 100) wake-ups a second, memory \(pair.1.kilobytes) kB")
        }
    }
}

/// A package with protocols in folders, in a temporary folder.
struct BenchmarkProject {
    let base: String
    let root: String
    let files: Int

    init(files: Int) throws {
        self.files = files
        base = NSTemporaryDirectory() + "mockd-benchmark-\(getpid())"
        root = base + "/App"
        for folder in ["run", "App/Sources/App", "App/Tests/AppTests"] {
            try FileManager.default.createDirectory(
                atPath: base + "/" + folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        let manifest = """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(
                name: "App",
                targets: [.target(name: "App"), .testTarget(name: "AppTests", dependencies: ["App"])]
            )
            """
        write("Package.swift", manifest)
        write("Tests/AppTests/AppTests.swift", "")
        for number in 0..<files {
            try FileManager.default.createDirectory(
                atPath: "\(root)/Sources/App/D\(number / 20)", withIntermediateDirectories: true)
            save(number, "call")
        }
    }

    func save(_ number: Int, _ member: String) {
        write(
            "Sources/App/D\(number / 20)/P\(number).swift", "/// @mockable\nprotocol P\(number) { func \(member)() }\n")
    }

    func write(_ path: String, _ text: String) {
        let file = open(root + "/" + path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        _ = Glibc.write(file, text, text.utf8.count)
        close(file)
    }

    func mock(_ number: Int) -> String {
        (try? String(contentsOfFile: "\(root)/Tests/AppTests/Mocks/P\(number).mocks.swift", encoding: .utf8)) ?? ""
    }
}

/// The daemon under measurement and its helper.
final class WatchingDaemon {
    struct Figures {
        var kilobytes = 0
        var descriptors = 0
        /// User and system time in seconds.
        var cpu = 0.0
        /// The number of voluntary context switches of its threads.
        var switches = 0
    }

    private let process = Process()
    private let base: String

    init(_ project: BenchmarkProject) throws {
        base = project.base
        let beside = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let program = ProcessInfo.processInfo.environment["MOCKD_PROGRAM"] ?? beside.appending(path: "mockd").path()
        process.executableURL = URL(filePath: program)
        process.arguments = ["watch", project.root, "--quiet"]
        process.environment = ProcessInfo.processInfo.environment.merging(["XDG_RUNTIME_DIR": base + "/run"]) { $1 }
        try process.run()
        while project.mock(project.files - 1).isEmpty { usleep(10_000) }
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(atPath: base)
    }

    /// Returns the figures of the daemon, then of its helper.
    func figures() -> [Figures] {
        let pid = process.processIdentifier
        let children = Self.names(in: "/proc/\(pid)/task").flatMap { task in
            Self.text("/proc/\(pid)/task/\(task)/children").split(separator: " ").compactMap { Int32($0) }
        }
        return ([pid] + children).map(Self.figures)
    }

    private static func figures(of pid: Int32) -> Figures {
        var figures = Figures()
        figures.descriptors = names(in: "/proc/\(pid)/fd").count
        figures.kilobytes = number("VmRSS:", in: text("/proc/\(pid)/status"))
        // After the name in parentheses, the state is field 3; user and system time are 14 and 15.
        let stat = text("/proc/\(pid)/stat").split(separator: ")").last?.split(separator: " ") ?? []
        if stat.count > 12 {
            let ticks = (Double(stat[11]) ?? 0) + (Double(stat[12]) ?? 0)
            figures.cpu = ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
        }
        for task in names(in: "/proc/\(pid)/task") {
            figures.switches += number("voluntary_ctxt_switches:", in: text("/proc/\(pid)/task/\(task)/status"))
        }
        return figures
    }

    private static func number(_ name: String, in text: String) -> Int {
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0
    }

    private static func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
