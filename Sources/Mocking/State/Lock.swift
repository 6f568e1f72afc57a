#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A lock that requires no newer system than the standard library does; `Mutex` would require macOS 15.
///
/// It is held for a few lines and never while code of a test runs, so it need not be recursive. The lock of a
/// `TargetBox` is the exception.
package final class Lock: @unchecked Sendable {  // the pointer is constant, and the mutex is made to be shared
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    package init(isRecursive: Bool = false) {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        defer { pthread_mutexattr_destroy(&attributes) }
        if isRecursive { pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_RECURSIVE)) }
        let failure = pthread_mutex_init(mutex, &attributes)
        precondition(failure == 0, "the system has no room for another mutex")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    package func locked<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }
}
