import Foundation

/// Counts what a program does in a way that a busy machine does not change, as far as the machine lets it.
enum InstructionCounter {
    case perf, cachegrind, time

    var unit: String { self == .time ? "milliseconds" : "million instructions" }

    /// Virtual machines seldom have counters, so the simulator takes their place, and time that of the simulator.
    static func best() async throws -> InstructionCounter {
        for counter in [perf, .cachegrind] where (try? await counter.count(Command("true", []))) ?? 0 > 0 {
            return counter
        }
        return .time
    }

    func count(_ command: Command) async throws -> Double {
        switch self {
        case .perf:
            let arguments = ["stat", "-x", ",", "-e", "instructions:u", command.program] + command.arguments
            let fields = try await Command("perf", arguments).run().split(separator: "\n").last?.split(separator: ",")
            return (fields?.first.flatMap { Double($0) } ?? 0) / 1e6
        case .cachegrind:
            let arguments = ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
            let output = try await Command("valgrind", arguments + [command.program] + command.arguments).run()
            guard let line = output.split(separator: "\n").last(where: { $0.contains("I") && $0.contains("refs:") }),
                let number = line.split(separator: " ").last
            else { return 0 }
            return (Double(number.replacing(",", with: "")) ?? 0) / 1e6
        case .time:
            return try await command.time()
        }
    }
}

/// A program to run, found in `PATH` unless it is named with a path.
struct Command {
    let program: String
    let arguments: [String]

    init(_ program: String, _ arguments: [String]) {
        self.program = program.contains("/") ? program : Self.path(of: program)
        self.arguments = arguments
    }

    private static func path(of program: String) -> String {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let found = folders.map { "\($0)/\(program)" }.first(where: FileManager.default.isExecutableFile)
        // Simulators want the program itself, and a driver starts another one.
        return found.map { URL(filePath: $0).resolvingSymlinksInPath().path() } ?? program
    }

    /// Runs the program and returns what it printed on standard error.
    @discardableResult
    func run() async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let output = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        _ = FileManager.default.createFile(atPath: output.path(), contents: nil)
        defer { try? FileManager.default.removeItem(at: output) }
        process.standardError = try FileHandle(forWritingTo: output)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let text = try String(contentsOf: output, encoding: .utf8)
        guard process.terminationStatus == 0 else { throw Failed(program: program, output: text) }
        return text
    }

    /// Milliseconds that the program has a processor for.
    func time() async throws -> Double {
        let start = Self.timeOfChildren
        try await run()
        return Self.timeOfChildren - start
    }

    /// Of all that have ended.
    private static var timeOfChildren: Double {
        var usage = rusage()
        getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        return Double(usage.ru_utime.tv_sec) * 1e3 + Double(usage.ru_utime.tv_usec) / 1e3
    }

    struct Failed: Error, CustomStringConvertible {
        let program: String
        let output: String

        var description: String { "\(program) failed:\n\(output)" }
    }
}
