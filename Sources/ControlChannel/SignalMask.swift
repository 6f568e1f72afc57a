internal import Glibc

/// The signals that reach a thread; a process begins with those that do not reach the thread that started it.
package enum SignalMask {
    /// Lets a signal through to the thread that calls.
    package static func unblock(_ signal: CInt) {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
}
