import Mocking
import Synchronization
import Testing

@testable import Kitchen

@Test func `a structure of closures: a timer that does not sleep, and one of closures`() async throws {
    let timer = MockTiming()
    given(timer).start(40, "bread").willReturn(true)
    #expect(try await Oven(timer: timer).bake())
    verify(timer).sleep(40).wasCalled()

    let slept = Mutex(0)
    let real = Timer(sleep: { seconds in slept.withLock { $0 += seconds } }, start: { _, _ in true })
    let forwarding = MockTiming(forwardingTo: real)
    #expect(try await Oven(timer: forwarding).bake())
    #expect(slept.withLock { $0 } == 40)
    verify(forwarding).start(40, .any).wasCalled()
}
