internal import ControlChannel
internal import MockEngine

// Reading the configuration again, because it changed or because somebody asks.
extension EngineLoop {
    /// A configuration that is wrong changes nothing: the one that worked stays until it is mended.
    ///
    /// - Returns: The keys whose values changed.
    @discardableResult
    mutating func reload() -> Result<[String], ConfigurationError> {
        context.board.update { $0.isReloadQueued = false }
        context.notifier.reloading()
        defer { context.notifier.ready(context.board.current.summary) }
        let states = engine.project.configurationElsewhere
        do {
            let project = try context.options.project(of: engine.project.root, besides: context.lock)
            try claimOutputs(of: project)
            // What changes while it is read has to be found next time.
            configurationElsewhere = project.configurationElsewhere.merging(states) { $1 }
                .filter { project.configurationFiles.contains($0.key) }
            return .success(adopt(project))
        } catch {
            configurationElsewhere = states
            reject(error)
            return .failure(error)
        }
    }

    /// Between the look and the claim somebody else may have come.
    private func claimOutputs(of project: Project) throws(ConfigurationError) {
        do throws(InstanceLock.Failure) {
            try context.lock.claim(project.outputPlaces)
        } catch {
            throw project.problem(with: error)
        }
    }

    private mutating func adopt(_ project: Project) -> [String] {
        updateState { board in
            board.project = project
            board.concerns[.configuration] = nil
        }
        guard project != engine.project else {
            context.reporter.reloaded(changed: [])
            return []
        }
        let changed = project.changedSettings(since: engine.project)
        context.publish(.configReloaded(changed: changed))
        context.reporter.reloaded(changed: changed)
        let earlier = engine
        engine = context.makeEngine(project)
        engine.replaces(earlier)
        context.reporter.details(of: project)
        refresh()
        return changed
    }

    private func reject(_ error: ConfigurationError) {
        context.reporter.rejected(error)
        let others = error.problems.count - 1
        let reason = Status.Reason(
            code: "configuration-invalid",
            message: error.problems[0].description + (others > 0 ? " (and \(others) more)" : ""),
            fix: "the configuration from before stays in force until this one is mended")
        updateState { $0.concerns[.configuration] = [reason] }
    }
}

extension StatusBoard.Snapshot {
    /// What systemd shows as the status of the service.
    var summary: String {
        let what = "watching \(files.counted("file")), \(mocks.counted("mock"))"
        return reasons.first.map { "\(what); \($0.code): \($0.message)" } ?? what
    }
}
