import Testing

@testable import mockd

@Suite struct StartPatienceTests {
    @Test func `more time is asked for once an interval, and only while the start makes progress`() {
        var patience = StartPatience()
        func asks(_ steps: (Int) -> Int) -> Int {
            (0..<StartPatience.looks).count { patience.isDeserved(by: steps($0)) }
        }
        #expect(asks { $0 } == 1)
        #expect(asks { 100 + $0 } == 1)
        // No further file was read.
        #expect(asks { _ in 199 } == 0)
        #expect(asks { _ in 199 } == 0)
        #expect(asks { _ in 200 } == 1)
    }
}
