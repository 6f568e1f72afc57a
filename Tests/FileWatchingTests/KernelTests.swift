import Testing

/// The suites that need the kernel, one test at a time: they depend on the order of events and on time. Thirty of them
/// at once would test the scheduler.
@Suite(.serialized, .timeLimit(.minutes(30)))
enum KernelTests {}
