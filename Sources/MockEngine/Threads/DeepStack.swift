internal import Glibc

/// Threads with stacks for deeply nested sources; only the touched part of a stack uses memory.
enum DeepStack {
    private static let size = 64 * 1024 * 1024

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// A thread-specific key that is set on the threads started here.
    private static let mark: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    /// True if the calling thread has such a stack.
    static var isHere: Bool { mark.map { pthread_getspecific($0) != nil } ?? false }

    /// Starts a thread; returns `false` if the system refuses one.
    static func startThread(_ run: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, size)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        defer { pthread_attr_destroy(&attributes) }
        var thread = pthread_t()
        let body = Unmanaged.passRetained(Body(run))
        let status = pthread_create(
            &thread, &attributes,
            { pointer in
                guard let pointer else { return nil }
                if let mark = DeepStack.mark { pthread_setspecific(mark, pointer) }
                Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
                return nil
            }, body.toOpaque())
        if status != 0 { body.release() }
        return status == 0
    }
}
