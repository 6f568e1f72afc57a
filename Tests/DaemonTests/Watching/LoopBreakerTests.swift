import SystemPackage
import Testing

@testable import mockd

/// The daemon stops writing an output that is changed back each time.
struct LoopBreakerTests {
    private let start = ContinuousClock.now
    private let cook: FilePath = "/k/Cook.swift"
    private let oven: FilePath = "/k/Oven.swift"

    /// Notes a write at each of these seconds after the start, and returns which of them changed the tripped outputs.
    private func note(
        _ written: [FilePath], isAsked: Bool = false, at seconds: [Int], _ breaker: inout LoopBreaker
    ) -> [Bool] {
        seconds.map { breaker.note(written: written, isAsked: isAsked, at: start + .seconds($0)) }
    }

    @Test func `the sixth unasked write within ten seconds is the last`() {
        var breaker = LoopBreaker()
        let before = note([cook], at: [0, 1, 2, 3, 4], &breaker)
        #expect(before == [false, false, false, false, false] && breaker.tripped == [])
        let sixth = note([cook, oven], at: [5], &breaker)
        #expect(sixth == [true] && breaker.tripped == [cook])
        // A tripped output is reported once.
        let seventh = note([cook], at: [6], &breaker)
        #expect(seventh == [false] && breaker.tripped == [cook])
    }

    @Test func `writes that are further apart are no fight`() {
        var breaker = LoopBreaker()
        let news = note([cook], at: (0..<100).map { $0 * 2 }, &breaker)
        #expect(!news.contains(true) && breaker.tripped == [])
    }

    @Test func `an edit of a source or a reset starts the count anew`() {
        var breaker = LoopBreaker()
        var news = note([cook], at: [0, 0, 0, 0, 0], &breaker)
        news += note([cook], isAsked: true, at: [0], &breaker)
        news += note([cook], at: [0, 0, 0, 0, 0], &breaker)
        #expect(!news.contains(true))
        news = note([cook], at: [0], &breaker) + note([cook], isAsked: true, at: [0], &breaker)
        #expect(news == [true, true] && breaker.tripped == [])
        news = note([oven], at: [0, 0, 0, 0, 0, 0], &breaker)
        #expect(news.last == true && breaker.tripped == [oven])
        breaker.reset()
        news = note([oven], at: [0], &breaker)
        #expect(news == [false] && breaker.tripped == [])
    }
}
