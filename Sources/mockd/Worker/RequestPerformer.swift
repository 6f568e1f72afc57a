internal import ArgumentParser
internal import ControlChannel
internal import MockEngine
internal import Synchronization
internal import SystemPackage

/// Performs requests: each is a call of `mockd generate` or `mockd index`, with the messages and the exit status of that
/// call.
struct RequestPerformer: Sendable {
    /// The folder that paths of requests begin in.
    let root: FilePath
    let pool: ModulePool

    /// The lines that a command prints.
    private final class Transcript: Sendable {
        private let lines = Mutex("")

        var text: String { lines.withLock { $0 } }

        func add(_ text: String) { lines.withLock { $0 += text } }
    }

    private enum Outcome {
        case status(Int32)
        case cancelled
        /// The engine found errors, and it knows more than that of a new call.
        case unusable
    }

    /// A request that cannot be a call of a command.
    private struct Refusal: Error {
        var message: String
    }

    func response(to pending: PendingRequest) -> WorkResponse {
        let transcript = Transcript()
        var response = WorkResponse(id: pending.request.id)
        do {
            switch try perform(pending, transcript) {
            case .status(let status): response.exitCode = status
            case .cancelled, .unusable: return WorkResponse(id: response.id, wasCancelled: true)
            }
        } catch let refusal as Refusal {
            transcript.add("error: \(refusal.message)\n")
            response.exitCode = ExitCode.validationFailure.rawValue
        } catch let code as ExitCode {
            // The problems are in the transcript.
            response.exitCode = code.rawValue
        } catch {
            transcript.add(Mockd.fullMessage(for: error) + "\n")
            response.exitCode = Mockd.exitCode(for: error).rawValue
        }
        response.output = transcript.text
        return response
    }

    private func perform(_ pending: PendingRequest, _ transcript: Transcript) throws -> Outcome {
        let request = pending.request
        func newFiles() -> RequestFiles {
            let files = RequestFiles(root: root, digests: pool.digests)
            files.begin(request.inputs, sandbox: request.sandbox)
            return files
        }
        let arguments = try expanded(request.arguments, newFiles)
        let key = ModulePool.Key(request, arguments: arguments)
        if let module = pool.take(key) {
            module.files.begin(request.inputs, sandbox: request.sandbox)
            let outcome = run(module, pending, key, transcript, isNew: false)
            guard case .unusable = outcome else { return outcome }
        }
        let module = try describe(arguments, newFiles(), transcript)
        return run(module, pending, key, transcript, isNew: true)
    }

    /// Replaces `@FILE` by the lines of that file.
    private func expanded(_ arguments: [String], _ files: () -> RequestFiles) throws -> [String] {
        guard arguments.contains(where: { FlagFile.path(in: $0) != nil }) else { return arguments }
        let files = files()
        return try arguments.flatMap { argument in
            guard let path = FlagFile.path(in: argument) else { return [argument] }
            do {
                return FlagFile.arguments(
                    in: try files.contents(of: root.pushing(FilePath(path)).lexicallyNormalized()))
            } catch let error as FileSystemError {
                throw Refusal(message: "\(error)")
            }
        }
    }

    private func describe(
        _ arguments: [String], _ files: RequestFiles, _ transcript: Transcript
    ) throws -> WarmModule {
        guard let first = arguments.first, ["generate", "index"].contains(first) else {
            throw Refusal(
                message: "a worker performs 'generate' and 'index'; begin the arguments with one of them")
        }
        guard let command = try Mockd.parseAsRoot(arguments) as? any ModuleCommand else {
            throw Refusal(message: "these arguments ask for help; see: mockd help \(first)")
        }
        guard command.common.cache.map({ $0 == "none" }) ?? true else {
            throw Refusal(message: "--cache: a worker keeps nothing on the disk; pass --cache none")
        }
        files.allow(command.writtenPaths.map { root.pushing(FilePath($0)).lexicallyNormalized() })
        let console = command.common.console.collecting { transcript.add($0) }
        let project = try files.describing { try command.describedProject(console) }
        var engine = command.engine(for: project, files)
        engine.policy.keepsMocks = true
        return WarmModule(command, files, engine)
    }

    private func run(
        _ module: WarmModule, _ pending: PendingRequest, _ key: ModulePool.Key, _ transcript: Transcript, isNew: Bool
    ) -> Outcome {
        guard pending.begin(module.engine.progress) else { return .cancelled }
        let context = RunContext(
            console: module.command.common.console.collecting { transcript.add($0) }, request: module.files)
        let readBefore = isNew ? 0 : module.files.readCount
        var report = module.engine.refresh()
        module.files.reportLostInputs(in: &report, of: module.engine.project)
        let isClean = !report.hasErrors && report.failures.isEmpty && report.drifted.isEmpty
        // An engine that lasts keeps the last valid declarations of a broken source; a new call has none.
        guard isClean || isNew else { return .unusable }
        guard pending.settle() else { return .cancelled }
        let status = module.command.finish(report, of: module.engine, context)
        if pending.request.verbosity > 0 {
            explain(pending.request, report, context, reads: module.files.readCount - readBefore, isNew: isNew)
        }
        if isClean, status == 0 { pool.put(module, for: key) }
        return .status(status)
    }

    /// Prints what a request cost, into the log that the build system keeps of the worker.
    private func explain(
        _ request: WorkRequest, _ report: EngineReport, _ context: RunContext, reads: Int, isNew: Bool
    ) {
        let duration = (ContinuousClock.now - context.start).milliseconds
        let engine = isNew ? "new" : "warm"
        Console().note(
            "request \(request.id): \(engine) engine, \(reads) of \(request.inputs.count.counted("input")) read, "
                + "\(report.work.parsed) parsed, \(report.work.rendered.counted("mock")) made, "
                + "\(report.writes.count.counted("file")) written (\(duration) ms)")
    }
}
