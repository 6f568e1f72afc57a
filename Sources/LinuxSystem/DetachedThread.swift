internal import Glibc
package import SystemPackage

/// Threads for work that blocks in the kernel; the cooperative pool has no thread to spare for that.
package enum DetachedThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread that receives no signals and that nobody waits for.
    package static func start(_ run: @escaping @Sendable () -> Void) throws(Errno) {
        // Signals are the business of the rest of the process. The mask is inherited at creation, so that there is no
        // moment in which the new thread could receive one.
        var all = sigset_t()
        var previous = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }

        let body = Unmanaged.passRetained(Body(run))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        guard result == 0 else {
            body.release()
            throw Errno(rawValue: result)
        }
        pthread_detach(thread)
    }
}
