import Testing

/// The suites that need the kernel, one test at a time: they are about the order of events and about time, and a
/// machine that runs thirty of them at once tests its scheduler.
@Suite(.serialized, .timeLimit(.minutes(30)))
enum KernelTests {}
