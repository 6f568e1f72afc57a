#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The time of a call, read as cheaply as the system allows.
struct CallTime {
    private let nanoseconds: Int

    /// The coarse clock, with the scheduler's resolution, costs a fraction of the precise one.
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
