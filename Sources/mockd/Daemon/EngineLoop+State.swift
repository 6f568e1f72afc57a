internal import ControlChannel
internal import FileWatching
internal import MockEngine
internal import SystemPackage

// The daemon's state and the reasons for it.
extension EngineLoop {
    /// Changes parts of the state, and publishes the state if it is another one then.
    ///
    /// - Returns: the reasons that are new.
    @discardableResult
    func updateState(_ change: (inout StatusBoard.Snapshot) -> Void) -> [Status.Reason] {
        let (before, after) = context.board.update { board in
            let before = board
            change(&board)
            return (before, board)
        }
        guard before.state != after.state || before.reasons != after.reasons else { return [] }
        context.publish(.stateChanged(to: after.state, reasons: after.reasons))
        return after.reasons.filter { !before.reasons.contains($0) }
    }

    func changeState(_ state: WatchState) {
        let (watching, reason) = state.reported
        if context.board.current.watching == .waitingForRoot, watching != .waitingForRoot {
            context.reporter.rootIsBack()
        }
        let known = context.board.current.concerns[.watcher]?.first?.code
        let newReasons = updateState { board in
            // A recrawl finds out if the reason for changes that are found late still holds; until then it is no news.
            let mayStillHold = watching == .scanning && board.watching != .waitingForRoot
            if !mayStillHold { board.concerns[.watcher] = reason.map { [$0] } }
            board.watching = watching
        }
        // Another number of directories is no news.
        context.reporter.reasons(newReasons.filter { $0.code != known })
    }

    /// Reports the outputs that are left alone because another program undoes every write.
    func announceLoops(_ looping: Set<FilePath>) {
        let paths = looping.map { engine.project.displayPath(of: $0) }.sorted()
        let others = paths.count > 1 ? " and \(paths.count - 1) more" : ""
        let reason = paths.first.map { path in
            Status.Reason(
                code: "output-looping",
                message:
                    "\(path)\(others) was written again and again, because another program undoes it; it is not written any more",
                fix: "stop what changes it, then run: mockctl generate")
        }
        context.reporter.reasons(updateState { $0.concerns[.loop] = reason.map { [$0] } })
    }
}

extension WatchState {
    /// The daemon's name of the watcher's state, and the reason why it is not simply ready.
    fileprivate var reported: (DaemonState, Status.Reason?) {
        switch self {
        case .starting: (.starting, nil)
        case .watching: (.ready, nil)
        case .deferred: (.deferredByVCS, nil)
        case .recrawling: (.scanning, nil)
        case .waitingForRoot:
            (
                .waitingForRoot,
                Status.Reason(code: "root-missing", message: "the root is gone", fix: "put it back; the mocks stay")
            )
        case .degraded(let degradation):
            (.degraded, Status.Reason(code: degradation.code, message: degradation.message, fix: degradation.fix))
        }
    }
}
