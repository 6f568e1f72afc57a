#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// When a call was made, as cheaply as the system tells.
struct CallTime {
    private let nanoseconds: Int

    /// The clock that is as coarse as the scheduler costs a fraction of the other.
    static var now: CallTime {
        var time = timespec()
        #if canImport(Darwin)
            clock_gettime(CLOCK_REALTIME, &time)
        #else
            clock_gettime(CLOCK_REALTIME_COARSE, &time)
        #endif
        return CallTime(nanoseconds: Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec))
    }

    var sinceEpoch: Duration { .nanoseconds(nanoseconds) }
}
