internal import Glibc
package import SystemPackage

/// Starts threads for work that blocks in the kernel, which would occupy a thread of Swift's cooperative pool.
package enum DetachedThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread that receives no signals and is never joined.
    package static func start(_ run: @escaping @Sendable () -> Void) throws(Errno) {
        // Other threads handle signals. The mask is inherited at creation, so the new thread never receives one.
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
