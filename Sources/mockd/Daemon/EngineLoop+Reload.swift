internal import ControlChannel
internal import FileWatching
internal import MockEngine
internal import MockModel
internal import SystemPackage

// Reading the configuration again, after a change or on request.
extension EngineLoop {
    /// Reads the configuration again. A wrong one changes nothing: the one before stays in force until it is mended.
    ///
    /// - Parameter isAsked: True if a client or the user waits for the result.
    /// - Returns: The keys whose values changed.
    @discardableResult
    mutating func reload(isAsked: Bool = true) -> Result<[String], ConfigurationError> {
        context.board.update { $0.isReloadQueued = false }
        // Before the first scan the daemon is not ready yet.
        let isReady = context.board.current.isReady
        if isReady { context.notifier.reloading() }
        defer { if isReady { context.notifier.ready(context.board.current.summary) } }
        do {
            let project = try context.options.project(of: engine.project.root, besides: context.lock)
            try claimOutputs(of: project)
            rely(on: project.evidence)
            return .success(adopt(project, isAsked: isAsked))
        } catch {
            let inForce = (hold.work.project ?? engine.project).withCurrentFolders
            rely(on: error.evidence.merging(inForce.evidence))
            // A pending answer leads to another description in a moment. That the root is gone, and when it is back, is
            // for the watcher to say.
            if !error.isPending, isAsked || !error.lacksRoot { reject(error) }
            work(on: inForce)
            return .failure(error)
        }
    }

    /// Describes the project again if anything that the description rests on was changed, added or removed.
    mutating func describeAgain() {
        guard !hold.isActive else { return }
        if let project = hold.work.project { work(on: project) }
        if !evidence.holds { reload(isAsked: false) }
    }

    private mutating func rely(on evidence: DescriptionEvidence) {
        self.evidence = evidence
        context.board.update { $0.evidence = evidence }
    }

    /// Claims the outputs again: another daemon may have claimed them since the check.
    private func claimOutputs(of project: Project) throws(ConfigurationError) {
        do throws(InstanceLock.Failure) {
            try context.lock.claim(project.outputPaths)
        } catch {
            throw project.problem(with: error)
        }
    }

    private mutating func adopt(_ project: Project, isAsked: Bool) -> [String] {
        let before = context.board.current
        let wasRejected = !before.rejections.isEmpty
        updateState { board in
            board.project = project
            board.rejections = []
            board.concerns[.configuration] = nil
        }
        let changed = project.changedSettings(since: engine.project)
        if isAsked || wasRejected || !changed.isEmpty {
            let isNews = isAsked || wasRejected || !project.isFetched(changed, since: engine.project)
            context.reporter.reloaded(changed: changed, isDetail: !isNews)
        }
        // Errors of sources that were there, too, are for the next pass to miss.
        let hadOtherErrors = before.diagnostics.contains { $0.severity == .error }
        if wasRejected, !hadOtherErrors { context.reporter.noErrorsLeft() }
        if project != engine.project { context.publish(.configReloaded(changed: changed)) }
        work(on: project)
        return changed
    }

    /// Replaces the engine if the project is another one. The outputs of the old engine are known to the new one after
    /// its scan only, so a lease holds back both.
    private mutating func work(on project: Project) {
        if hold.isActive { return postpone(project) }
        hold.work.project = nil
        guard project != engine.project else { return }
        context.watcher.leaveOut(project.unwatchedFolders)
        let files = project.configurationFiles + engine.project.configurationFiles
        let cause = project.evidence.changedFile(since: engine.project.evidence, among: files)
        // Before the first scan there is nothing to keep.
        if context.board.current.isReady, engine.differsInTemplatesOnly(from: project) {
            return batch { $0.adoptTemplates(of: project, because: cause) }
        }
        let earlier = engine
        engine = context.makeEngine(project)
        engine.succeed(earlier, because: cause)
        context.reporter.details(of: project)
        // A change before the first scan is a part of the start.
        refresh(because: context.board.current.isReady ? .configuration : .start)
    }

    private func reject(_ error: ConfigurationError) {
        let rejections = error.problems.map { $0.diagnostic(in: engine.project.root.string) }
        // The same problems as before are no news.
        if rejections != context.board.current.rejections { context.reporter.rejected(error) }
        let others = error.problems.count - 1
        let reason = Status.Reason(
            code: "configuration-invalid",
            message: error.problems[0].descriptionWithoutCode + (others > 0 ? " (and \(others) more)" : ""),
            fix: "the configuration from before stays in force until this one is mended")
        updateState { board in
            board.rejections = rejections
            board.concerns[.configuration] = [reason]
        }
    }
}

extension StatusBoard.Snapshot {
    /// The text that systemd shows as the status of the service.
    var summary: String {
        let what = "watching \(files.counted("file")), \(mocks.counted("mock"))"
        return reasons.first.map { "\(what); \($0.code): \($0.message)" } ?? what
    }
}
