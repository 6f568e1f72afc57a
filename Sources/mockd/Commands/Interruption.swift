internal import Glibc
internal import MockEngine

/// Tells the journal when the user ends a command, so that the file under way is not blamed for the end.
enum Interruption {
    // Written once, before the first handler is set.
    private nonisolated(unsafe) static var journal: WorkJournal?  // see above

    /// Sets handlers for the signals that users and their tools send. The signal still ends the process.
    static func note(in journal: WorkJournal) {
        self.journal = journal
        for number in [SIGINT, SIGTERM, SIGHUP] {
            var action = sigaction()
            // An ignored signal, as after nohup, stays ignored.
            guard sigaction(number, nil, &action) == 0, action.isDefault else { continue }
            action.__sigaction_handler.sa_handler = { number in
                Interruption.journal?.markIntendedExit()
                raise(number)
            }
            // The handler raises the signal again, which must have its default effect then.
            action.sa_flags = Int32(truncatingIfNeeded: SA_RESETHAND)
            sigaction(number, &action, nil)
        }
    }
}

extension sigaction {
    fileprivate var isDefault: Bool {
        sa_flags & SA_SIGINFO == 0 && unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == 0
    }
}
