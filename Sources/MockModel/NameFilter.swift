/// A set of names in one word: it may claim a name that was not added, and never denies one that was.
///
/// With the names of a file's types it tells which of thousands of files need not be read for one type.
package struct NameFilter: Hashable, Sendable {
    /// One bit for each of 64 groups of names.
    package private(set) var bits: UInt64

    package init(bits: UInt64 = 0) { self.bits = bits }

    /// Claims every name.
    package static let all = NameFilter(bits: .max)

    package mutating func insert(_ name: UnsafeBufferPointer<UInt8>) { bits |= 1 &<< UInt64(Self.group(of: name)) }

    package func union(_ other: NameFilter) -> NameFilter { NameFilter(bits: bits | other.bits) }

    package func mayContain(_ name: String) -> Bool {
        bits & (1 &<< UInt64(Self.group(of: name))) != 0
    }

    /// The groups of which it claims all names.
    package var groups: [Int] { (0..<64).filter { bits & (1 &<< UInt64($0)) != 0 } }

    /// The group of a name, with backticks or without.
    package static func group(of name: String) -> Int {
        var name = name.utf8.first == UInt8(ascii: "`") ? String(name.dropFirst().dropLast()) : name
        return name.withUTF8(group)
    }

    /// The highest bits of an FNV-1a hash: names are short.
    private static func group(of name: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return Int(hash &>> 58)
    }
}
