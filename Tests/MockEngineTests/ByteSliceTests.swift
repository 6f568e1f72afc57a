import Testing

@testable import MockEngine

/// A slice of the log equals a copy of its bytes.
@Suite struct ByteSliceTests {
    private static let log: [UInt8] = [9, 1, 2, 3, 9, 1, 2, 3]

    @Test func `slices are equal if their bytes are, wherever they are`() {
        let parts = [ByteSlice(Self.log, 1..<4), ByteSlice(Self.log, 5..<8), ByteSlice([1, 2, 3])]
        #expect(Set(parts).count == 1)
        #expect(parts[0] != ByteSlice(Self.log, 0..<3))
        #expect(parts[0] != ByteSlice(Self.log, 1..<5))
        #expect(ByteSlice(Self.log, 3..<3) == .empty)
        #expect(ByteSlice(Self.log, 3..<3).isEmpty)
    }

    @Test func `a slice of a slice has the right bytes`() {
        let part = ByteSlice(Self.log, 1..<6)[1..<4]
        #expect(part == ByteSlice([2, 3, 9]))
        let bytes = part.withUnsafeBytes { Array($0) }
        #expect(bytes == [2, 3, 9])
    }

    @Test(arguments: [[], ["Cook"], ["Cook", "", "Küche"]])
    func `texts are decoded as they were encoded`(texts: [String]) {
        let coded = CodedTexts(texts)
        #expect(coded.texts == texts)
        #expect(coded.count == texts.count)
        #expect(coded.isEmpty == texts.isEmpty)
    }

    @Test func `invalid bytes decode to no texts`() {
        #expect(CodedTexts(bytes: ByteSlice([8, 40, 65])).texts == [])
    }

    @Test func `names are decoded as they were encoded`() {
        let names: [NameKey] = [1, .max, 0x0102_0304_0506_0708]
        #expect(Array(CodedNames(names)) == names)
        #expect(CodedNames([]) == .empty)
    }

    @Test(arguments: ["/r", "/r/sub", "/"])
    func `files are found by the path of their folder and their name`(folder: String) {
        let folder = DiskPath(folder)
        let names = ["Cook.swift", "A very long name, longer than the one before.swift", "B.swift"]
        let paths = Dictionary(uniqueKeysWithValues: names.map { (folder.appending($0), $0) })
        var finder = DiskPath.Finder(folder)
        for name in names + ["Coo", "Cook.swift2"] {
            let place = finder.index(of: Array(name.utf8), in: paths)
            #expect(place.map { paths[$0].value } == (names.contains(name) ? name : nil))
        }
    }
}
