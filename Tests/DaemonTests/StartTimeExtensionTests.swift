import Testing

@testable import mockd

@Suite struct StartTimeExtensionTests {
    @Test func `more time is asked for once an interval, and only while the start makes progress`() {
        var timeExtension = StartTimeExtension()
        func asks(_ steps: (Int) -> Int) -> Int {
            (0..<StartTimeExtension.checksPerInterval).count { timeExtension.isDeserved(by: steps($0)) }
        }
        #expect(asks { $0 } == 1)
        #expect(asks { 100 + $0 } == 1)
        // No further file was read.
        #expect(asks { _ in 199 } == 0)
        #expect(asks { _ in 199 } == 0)
        #expect(asks { _ in 200 } == 1)
    }

    @Test func `more time is asked for while a client holds back the start`() {
        var timeExtension = StartTimeExtension()
        let asked = (0..<2 * StartTimeExtension.checksPerInterval).count { _ in
            timeExtension.isDeserved(by: 0, isHeldBack: true)
        }
        #expect(asked == 2)
    }
}
