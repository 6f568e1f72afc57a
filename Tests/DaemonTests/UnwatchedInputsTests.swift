import Testing

@testable import mockd

@Suite struct UnwatchedInputsTests {
    @Test func `inputs outside of the watched folders are compared every ten seconds at least`() {
        #expect(PeriodicCheckService.pause(after: .zero) == .seconds(2))
        #expect(PeriodicCheckService.pause(after: .milliseconds(50)) == .seconds(5))
        #expect(PeriodicCheckService.pause(after: .seconds(2)) == .seconds(10))
    }

    @Test func `an idle daemon checks less often`() {
        #expect(PeriodicCheckService.pause(after: .zero, idleFor: .seconds(30)) == .seconds(3))
        #expect(PeriodicCheckService.pause(after: .zero, idleFor: .seconds(3600)) == .seconds(10))
    }
}
