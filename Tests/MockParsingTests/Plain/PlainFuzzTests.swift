import Foundation
import Testing

/// Generated text. What fails prints its seed, from which it can be written again.
@Suite struct PlainFuzzTests {
    /// `MOCKD_PLAIN_SEEDS=100000` for more, `MOCKD_PLAIN_SEEDS=700..<800` for some.
    private static func seeds(_ standard: Int) -> Range<Int> {
        guard let wish = ProcessInfo.processInfo.environment["MOCKD_PLAIN_SEEDS"] else { return 0..<standard }
        let bounds = wish.split(separator: "..<").compactMap { Int($0) }
        return bounds.count == 2 ? bounds[0]..<bounds[1] : 0..<(bounds.first ?? standard)
    }

    @Test func `all plain forms are read, as the parser reads them`() throws {
        for seed in Self.seeds(400) {
            var writer = PlainWriter(seed: UInt64(seed))
            let text = writer.file()
            let outcome = try onDeepStack { PlainAgreement(of: text) }
            #expect(outcome == .same, "seed \(seed):\n\(text)")
        }
    }

    @Test func `whatever is read of damaged declarations is what the parser reads`() throws {
        var read = 0
        let seeds = Self.seeds(1_500)
        for seed in seeds {
            var writer = PlainWriter(seed: UInt64(seed))
            var text = writer.file()
            for _ in 0...Int.random(in: 0...2, using: &writer.random) { text = writer.damage(text) }
            let damaged = text
            let outcome = try onDeepStack { PlainAgreement(of: damaged) }
            if outcome == .same { read += 1 }
            guard case .different(let what) = outcome else { continue }
            Issue.record("seed \(seed): \(what)\n\(text)")
        }
        // Much of the damage leaves declarations that are as good as others.
        #expect(read > seeds.count / 20)
    }
}
