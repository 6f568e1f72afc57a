internal import ArgumentParser
internal import ControlChannel
internal import Glibc
internal import MockEngine

/// `mockd answer`: answers one question of `mockctl` where no daemon runs, and writes nothing.
///
/// Prints the document that a daemon would send; with exit status 1, that of its error.
struct AnswerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer", abstract: "Answers a question of mockctl without a daemon.", shouldDisplay: false)

    enum Question: String, ExpressibleByArgument {
        case explain, show, outputs, inputs, errors, config
    }

    @Argument var question: Question
    @Argument var name: String?
    @Option var root: String?
    @Flag var hashed = false
    @OptionGroup var common: EngineOptions

    func run() throws {
        let project = try findProject()
        if question == .config {
            return try answer(
                .success(ConfigAnswer(project, common.daemonOptions(for: project, on: common.console).settings)))
        }
        let folder = try common.cacheFolder()
        var engine = Engine(
            project: project, policy: OutputPolicy(writes: false), parallelism: common.parallelism,
            cache: common.cache(in: folder, for: project), interfaces: common.interfaces(in: folder.path, of: project))
        let report = engine.refresh()
        let name = name ?? ""
        switch question {
        case .explain: try answer(engine.explanation(of: name))
        case .show: try answer(engine.interface(of: name))
        case .outputs: try answer(.success(OutputsAnswer(engine.outputSummaries, hashed: hashed)))
        case .inputs: try answer(.success(engine.inputs { ReportedDiagnostic($0) }))
        case .errors, .config: try answer(.success(DiagnosticsAnswer(report.diagnostics)))
        }
    }

    private func findProject() throws -> Project {
        let root = common.root(named: root)
        do {
            return try common.discover(root)
        } catch {
            // Then mockctl says what it says without a daemon.
            if error.problems.contains(where: { $0.code == "no-project" }) { throw ExitCode(ExitStatus.noProject) }
            throw common.ended(by: error, in: root)
        }
    }

    private func answer(_ answer: Result<some Encodable, ControlError>) throws {
        switch answer {
        case .success(let document): common.console.result(try Self.text(document))
        case .failure(let error):
            common.console.result(try Self.text(ErrorEnvelope(error)))
            throw ExitCode(ExitStatus.failed)
        }
    }

    private static func text(_ document: some Encodable) throws -> String {
        String(decoding: try WireFormat.encode(document), as: UTF8.self)
    }
}
