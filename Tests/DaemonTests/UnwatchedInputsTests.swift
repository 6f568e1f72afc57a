import Testing

@testable import mockd

@Suite struct UnwatchedInputsTests {
    @Test func `inputs outside of the watched folders are compared every ten seconds at least`() {
        #expect(UnwatchedInputsService.pause(after: .zero) == .seconds(2))
        #expect(UnwatchedInputsService.pause(after: .milliseconds(50)) == .seconds(5))
        #expect(UnwatchedInputsService.pause(after: .seconds(2)) == .seconds(10))
    }
}
