import MockModel
import Testing

@Suite struct ContentHashTests {
    private static let bytes = (0..<100).map { UInt8($0 * 37 % 251) }

    @Test func `hashes are those of MurmurHash3`() {
        #expect(ContentHash("").description == "00000000000000000000000000000000")
        #expect(
            ContentHash("The quick brown fox jumps over the lazy dog").description
                == "e34bbc7bbc071b6c7a433ca9c49a9347")
    }

    @Test func `pieces have the hash of the whole, wherever they are cut`() {
        for count in [0, 1, 15, 16, 17, 31, 32, 33, 100] {
            let bytes = Array(Self.bytes.prefix(count))
            for first in 0...count {
                for second in stride(from: first, through: count, by: 3) {
                    let pieces = [Array(bytes[..<first]), Array(bytes[first..<second]), [], Array(bytes[second...])]
                    #expect(ContentHash(pieces: pieces) == ContentHash(bytes), "\(count) \(first) \(second)")
                }
            }
        }
        #expect(ContentHash(pieces: Self.bytes.map { [$0] }) == ContentHash(Self.bytes))
        #expect(ContentHash(pieces: []) == ContentHash([]))
    }
}
