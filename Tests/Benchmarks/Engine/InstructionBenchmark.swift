import Foundation
import MockEngine
import MockParsing
import SystemPackage

/// Measures a first run in instructions, which the load of the machine does not change.
///
/// ```sh
/// .build/release/EngineBenchmarks instructions [NUMBER OF FILES]
/// .build/release/EngineBenchmarks gate
/// ```
///
/// The simulator counts a program that reads the files, others that also describe the project or parse the files, and one
/// that does everything, each on one thread; the differences are the costs of the stages.
struct InstructionBenchmark {
    /// The last stage of the counted program.
    enum Stage: String, CaseIterable {
        case read, describe, parse, generate
        /// Reads the files, and parses ``RealisticSource`` many times.
        case real
    }

    private static let realRounds = 200

    private let monorepo: Monorepo

    init(_ monorepo: Monorepo) { self.monorepo = monorepo }

    /// The costs of the stages, in instructions.
    private struct Costs {
        /// Reading the manifest, and finding the folders of all targets.
        var describingProject: Double
        var parsingFile: Double
        var parsingRealFile: Double
        var generatingMock: Double
        var ratio: Double
    }

    /// The reason for missing figures.
    private struct Unavailable: Error, CustomStringConvertible {
        let description: String
    }

    func run() throws -> [(String, String)] {
        do {
            let costs = try measure()
            return [
                ("instructions, describing the project", costs.describingProject.thousands),
                ("instructions, parsing a file", costs.parsingFile.thousands),
                ("instructions, parsing a real file", costs.parsingRealFile.thousands),
                ("instructions, generating a mock", costs.generatingMock.thousands),
                ("generating, to parsing", costs.ratio.ratio),
            ]
        } catch let error as Unavailable {
            return [("instructions", error.description)]
        }
    }

    /// Returns false if a first run costs more than its limits. They are a few percent above the cost when they were
    /// set, because other versions of the libraries cost slightly more, and hashing differs from run to run.
    func passesGate() throws -> Bool {
        let costs: Costs
        do {
            costs = try measure()
        } catch let error as Unavailable {
            print("not counted: \(error)")
            return true
        }
        let figures = [
            ("describing the project", costs.describingProject, Self.limits.describingProject),
            ("parsing a file", costs.parsingFile, Self.limits.parsingFile),
            ("parsing a real file", costs.parsingRealFile, Self.limits.parsingRealFile),
            ("generating a mock", costs.generatingMock, Self.limits.generatingMock),
        ]
        for (stage, cost, limit) in figures {
            let verdict = cost > limit ? ": too many" : ""
            print("\(stage): \(cost.thousands) instructions, at most \(limit.thousands)\(verdict)")
        }
        return figures.allSatisfy { $0.1 <= $0.2 }
    }

    /// For a program with the swift-syntax of the toolchain, as `.ci/run` builds it. The package's own, compiled for
    /// itself, reads the manifest with 19 instead of 30 million instructions, and takes 24 thousand less for a mock.
    private static let limits = (
        describingProject: 31_000_000.0, parsingFile: 270_000.0, parsingRealFile: 585_000.0, generatingMock: 1_310_000.0
    )

    private func measure() throws -> Costs {
        let program = monorepo.base + "/counted"
        let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path()
        // The simulator would read all debug information.
        guard finishes(["strip", "-g", "-o", program, own]) else {
            throw Unavailable(description: "strip is missing: install binutils")
        }
        var counts: [Stage: Double] = [:]
        for stage in Stage.allCases {
            guard let count = try count([program, stage.rawValue, monorepo.root]) else {
                throw Unavailable(description: "valgrind is missing, or could not run the program")
            }
            counts[stage] = count
        }
        let (read, parse, generate) = (
            counts[.read, default: 0], counts[.parse, default: 0], counts[.generate, default: 0]
        )
        let describing = counts[.describe, default: 0] - read
        let generating = generate - parse - describing
        let real = (counts[.real, default: 0] - read) / Double(Self.realRounds)
        let files = Double(monorepo.files)
        let mocks = Double(monorepo.mocked.count)
        return Costs(
            describingProject: describing, parsingFile: (parse - read) / files, parsingRealFile: real,
            generatingMock: generating / mocks, ratio: generating / (parse - read))
    }

    /// Runs the counted program.
    static func perform(_ stage: Stage, in root: String) {
        let root = FilePath(root)
        switch stage {
        case .generate:
            guard let project = try? discoverProject(root: root) else { exit(EXIT_FAILURE) }
            var engine = Engine(project: project, parallelism: 1)
            // A run that writes nothing would look like a cheap one.
            if engine.refresh().written.isEmpty { exit(EXIT_FAILURE) }
        case .read, .describe, .parse, .real:
            if stage == .describe, (try? discoverProject(root: root)) == nil { exit(EXIT_FAILURE) }
            let parser = SourceParser()
            for path in sources(in: root) {
                guard let bytes = FileManager.default.contents(atPath: path) else { continue }
                if stage == .parse { _ = parser.parse([UInt8](bytes), path: path) }
            }
            let real = Array(RealisticSource.text.utf8)
            for _ in 0..<(stage == .real ? Self.realRounds : 0) { _ = parser.parse(real, path: "Real.swift") }
        }
    }

    private static func sources(in root: FilePath) -> [String] {
        let files = FileManager.default.enumerator(atPath: root.appending("Layers").string)
        return (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }.map {
            "\(root)/Layers/\($0)"
        }
    }

    /// Returns the instructions of a program and all its libraries.
    private func count(_ arguments: [String]) throws -> Double? {
        let report = monorepo.base + "/instructions.txt"
        let simulator = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
        guard finishes(simulator + ["--log-file=\(report)"] + arguments),
            let line = try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n").last(where: {
                $0.contains("refs:")
            }), let number = line.split(separator: " ").last
        else { return nil }
        return Double(number.replacing(",", with: ""))
    }

    private func finishes(_ arguments: [String]) -> Bool {
        MeasuredProcess.run(["/usr/bin/env"] + arguments, environment: []).status == 0
    }
}

extension Double {
    fileprivate var thousands: String { "\(Int((self / 1_000).rounded())) k" }
}
