internal import ControlChannel
internal import FileWatching
internal import MockEngine
internal import SystemPackage

// Requests that change what the daemon does.
extension Daemon {
    func rescan(reason: String) async throws(ControlError) -> RescanAnswer {
        let start = ContinuousClock.now
        let changed = await context.rescans.wait { context.watcher.recrawl() }
        guard let changed else { throw .stopping }
        return RescanAnswer(
            rescanId: context.watcher.status().recrawls, files: context.board.current.files, changed: changed,
            ms: (ContinuousClock.now - start).milliseconds)
    }

    func reload() async throws(ControlError) -> ReloadAnswer {
        let result: Result<[String], ConfigurationError>? = await withCheckedContinuation { answer in
            if !enqueue(.reload(answer)) { answer.resume(returning: nil) }
        }
        switch result {
        case .success(let changed): return ReloadAnswer(changed: changed)
        case .failure(let error): throw .invalidConfiguration(error.description)
        case nil: throw .stopping
        }
    }

    func checkConfig() async throws(ControlError) -> ReloadAnswer {
        do {
            let now = try context.options.project(of: FilePath(identity.root), besides: context.lock)
            return ReloadAnswer(changed: context.board.current.project.map { now.changedSettings(since: $0) } ?? [])
        } catch {
            throw .invalidConfiguration(error.description)
        }
    }

    func hold(for leases: [Lease]) {
        // The board has the leases at once, so that no client waits in vain for postponed work, and the engine begins no
        // batch any more. It goes on in its turn.
        context.board.update { $0.leases = leases }
        enqueue(.followLeases)
    }
}

extension ControlError {
    static func paused(by lease: Lease) -> ControlError {
        .busy("generation is held back by '\(lease.name)'", hint: "go on with: mockctl resume")
    }
}
