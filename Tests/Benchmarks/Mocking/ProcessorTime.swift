#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The processor time of this thread, which other programs on the machine affect less than the clock.
enum ProcessorTime {
    /// Returns the nanoseconds that a closure takes.
    static func measure(_ body: () -> Void) -> Double {
        let start = now
        body()
        return now - start
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
