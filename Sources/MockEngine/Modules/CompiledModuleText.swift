internal import Glibc
internal import LinuxSystem

/// Finds the parts of a compiled module that can hold names, which are a tenth of it.
///
/// The file is a bitstream of LLVM: blocks in one another, each with its length. The numbers of the blocks change with the
/// compiler, so none is relied on. All identifiers of a module are one blob, with a zero behind each, so one large block is
/// text; the other large ones hold instructions and types, packed bit by bit. If none is text, or the file is no
/// bitstream, names can be anywhere.
struct CompiledModuleText {
    /// The parts of the file, in their order. Each begins at a multiple of four.
    let ranges: [Range<Int>]

    private struct Block {
        var content: Range<Int>
        /// The number of bits of the next number in the block, which tells what follows.
        var width: Int
    }

    init(of file: borrowing RegularFile) throws(RegularFileError) {
        let size = Int(file.status.st_size)
        var large: [(content: Range<Int>, isText: Bool)] = []
        let whole = Block(content: min(Self.magic.count, size)..<size, width: 2)
        let isBitstream = try file.read(at: 0, count: Self.magic.count) == Self.magic
        for outer in isBitstream ? try Self.blocks(in: whole, of: file) : [] {
            for block in try Self.blocks(in: outer, of: file) where block.content.count >= Self.largeSize {
                large.append((block.content, try Self.isText(block.content, of: file)))
            }
        }
        let skipped = large.contains(where: \.isText) ? large.filter { !$0.isText }.map(\.content) : []
        let starts = [0] + skipped.map(\.upperBound)
        let ends = skipped.map(\.lowerBound) + [size]
        ranges = zip(starts, ends).filter { $0 < $1 }.map { $0..<$1 }
    }

    /// A block from this size on is looked at: to read a smaller one takes less time.
    private static let largeSize = 1 << 16

    // MARK: Blocks

    private static let magic: [UInt8] = [0xE2, 0x9C, 0xA8, 0x0E]

    /// Returns the blocks at the beginning of a block, or of the file; none if it begins with something else.
    private static func blocks(in outer: Block, of file: borrowing RegularFile) throws(RegularFileError) -> [Block] {
        var blocks: [Block] = []
        var offset = outer.content.lowerBound
        while offset + 8 <= outer.content.upperBound {
            var header = BitReader(bytes: try file.read(at: offset, count: 16))
            // The number of the block does not matter.
            guard header.number(of: outer.width) == 1, header.longNumber(of: 8) != nil,
                let width = header.longNumber(of: 4), (2...32).contains(width), let length = header.alignedWord()
            else { break }
            let start = offset + header.offset / 8
            guard start + 4 * length <= outer.content.upperBound else { break }
            blocks.append(Block(content: start..<start + 4 * length, width: width))
            offset = start + 4 * length
        }
        return blocks
    }

    // MARK: Text

    private static let sampleCount = 16
    private static let sampleSize = 256

    /// True if nearly all of some samples are signs of ASCII, or zeros. Packed numbers reach 93 % at most.
    private static func isText(_ content: Range<Int>, of file: borrowing RegularFile) throws(RegularFileError) -> Bool {
        var signs = 0
        for number in 0..<sampleCount {
            let offset = content.lowerBound + content.count / sampleCount * number
            signs += try file.read(at: offset, count: sampleSize).count { $0 == 0 || (0x20..<0x7F).contains($0) }
        }
        return signs * 100 >= sampleCount * sampleSize * 97
    }
}

/// Reads numbers bit by bit, as bitstreams hold them: the lowest bit first.
private struct BitReader {
    let bytes: [UInt8]
    /// In bits.
    private(set) var offset = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// A number of so many bits; `nil` behind the end.
    mutating func number(of width: Int) -> Int? {
        guard offset + width <= bytes.count * 8 else { return nil }
        defer { offset += width }
        return (offset..<offset + width).reversed().reduce(0) { $0 << 1 | Int(bytes[$1 / 8] >> UInt8($1 % 8) & 1) }
    }

    /// A number in parts of so many bits, the first of which tells that another one follows.
    mutating func longNumber(of width: Int) -> Int? {
        var value = 0
        for shift in stride(from: 0, to: 32, by: width - 1) {
            guard let part = number(of: width) else { return nil }
            value |= (part & ((1 << (width - 1)) - 1)) << shift
            if part >> (width - 1) == 0 { return value }
        }
        return nil
    }

    /// A number of 32 bits, at the next multiple of 32.
    mutating func alignedWord() -> Int? {
        offset = (offset + 31) & ~31
        return number(of: 32)
    }
}
