internal import Glibc

/// The signals that are blocked in a thread. A process inherits the mask of the thread that started it.
package enum SignalMask {
    /// Unblocks a signal in the calling thread.
    package static func unblock(_ signal: CInt) {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
}
