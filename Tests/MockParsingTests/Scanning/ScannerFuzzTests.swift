import MockModel
import MockParsing
import Testing

/// Generated text. A failing case prints its seed and can be run alone.
@Suite struct ScannerFuzzTests {
    @Test(arguments: 0..<150)
    func `hostile text reads the same`(_ seed: Int) throws {
        var writer = HostileWriter(seed: UInt64(seed))
        let text = writer.file()
        let agreement = try onDeepStack { Agreement(Array(text.utf8)) }
        #expect(agreement.difference == nil, "seed \(seed):\n\(text)")
    }

    @Test(arguments: 0..<150)
    func `values in hostile text are read as from the whole text`(_ seed: Int) throws {
        var writer = HostileWriter(seed: UInt64(seed))
        let text = writer.file()
        let difference = try onDeepStack { ValueAgreement(Array(text.utf8)).difference }
        #expect(difference == nil, "seed \(seed):\n\(text)")
    }

    /// Text as after unfinished typing, a bad merge or a disk error.
    @Test(arguments: 0..<300)
    func `damaged text reads the same, or is known to be damaged`(_ seed: Int) throws {
        var writer = HostileWriter(seed: UInt64(seed))
        var bytes = Array(writer.file().utf8)
        for _ in 0...Int.random(in: 0...2, using: &writer.random) { writer.damage(&bytes) }
        let damaged = bytes
        let text = String(decoding: damaged, as: UTF8.self)
        let difference = try onDeepStack {
            guard let difference = Agreement(damaged).difference else { return String?.none }
            // The parser reports no errors in a region for another language version. As an ordinary region, the same
            // text is known to be damaged.
            let ordinary = text.replacing("#if swift(>=5.0)", with: "#if A")
            return ordinary == text || Agreement(Array(ordinary.utf8)).difference != nil ? difference : nil
        }
        #expect(difference == nil, "seed \(seed):\n\(text)")
    }

    @Test(arguments: 0..<200)
    func `random tokens crash nothing`(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let text = (0..<400).map { _ in HostileWriter.tokens.randomElement(using: &random) ?? "" }
            .joined(separator: Bool.random(using: &random) ? " " : "")
        let difference = try onDeepStack { Agreement(Array("protocol P {}\n\(text)".utf8)).difference }
        #expect(difference == nil, "seed \(seed):\n\(text)")
    }

    @Test(arguments: 0..<50)
    func `random bytes crash nothing`(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let bytes = Array("protocol P {}\n".utf8) + (0..<2000).map { _ in UInt8.random(in: 0...255, using: &random) }
        let difference = try onDeepStack { Agreement(bytes).difference }
        #expect(difference == nil, "seed \(seed)")
    }
}
