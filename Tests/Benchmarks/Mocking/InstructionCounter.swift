import Foundation

/// Counts the work of a program, as independently of the machine's load as possible.
enum InstructionCounter {
    case perf, cachegrind, time

    var unit: String { self == .time ? "milliseconds" : "million instructions" }

    /// Returns the best available counter. Virtual machines seldom have hardware counters, so the simulator replaces
    /// them, and time replaces the simulator.
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

/// A program to run, found in `PATH` unless it is given as a path.
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
        // Resolves links: simulators need the program itself, and a driver starts another one.
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

    /// Runs the program and returns its processor time in milliseconds.
    func time() async throws -> Double {
        let start = Self.timeOfChildren
        try await run()
        return Self.timeOfChildren - start
    }

    /// The processor time of all ended children.
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
