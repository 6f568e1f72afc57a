internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import SystemPackage

/// Tells from the bytes of a compiled module that it does not declare a name: that takes a few milliseconds once per
/// module, where printing it takes a third of a second.
///
/// The format of these files changes with every compiler, so no more is decoded than ``CompiledModuleText`` does. Two
/// properties suffice, which a test checks for all modules of the toolchain: an identifier is a word of plain bytes, and
/// so is the name of an imported module, at an offset that is a multiple of four, filled up with zeros. (Bitstreams align
/// their blobs.) Other bytes may look the same, so a positive answer proves nothing.
final class CompiledModuleNames: Sendable {
    /// The modules that it may import.
    let possibleImports: Set<String>
    private let files: [FilePath]
    private let filter: SubstringFilter
    private let found = Mutex<[String: Bool]>([:])

    /// Reads a module; returns `nil` if there is no compiled form of it, or none that can be read.
    ///
    /// - Parameters:
    ///   - module: a `.swiftmodule`, which is a file or a folder with a file for each processor.
    ///   - importable: the modules to choose `possibleImports` from.
    init?(of module: FilePath, importable: Set<String>) {
        let files = Self.files(of: module)
        guard let size = Self.size(of: files) else { return nil }
        var imports: Set<String> = []
        var filter = SubstringFilter(forTextOf: size)
        let words = AlignedWords(importable)
        let isComplete = Self.forEachPiece(of: files, words.longest + Self.overlap) { piece in
            filter.add(piece)
            words.forEach(in: piece) { word, offset in
                if Self.isStart(offset, in: piece) { imports.insert(word) }
            }
            return true
        }
        guard isComplete else { return nil }
        (self.files, self.filter, possibleImports) = (files, filter, imports)
    }

    /// True if the module may declare the name, at any depth.
    func mayDeclare(_ name: String) -> Bool {
        let word = name.utf8.filter { $0 != UInt8(ascii: "`") }
        return found.withLock { found in
            if let known = found[name] { return known }
            let answer = filter.mayContain(word) && occurs(word)
            found[name] = answer
            return answer
        }
    }

    /// True if the word occurs, or if a file cannot be read any more, which may have declared anything.
    private func occurs(_ word: [UInt8]) -> Bool {
        var occurs = false
        let isComplete = Self.forEachPiece(of: files, word.count + Self.overlap) { piece in
            occurs = Self.holds(word, piece)
            return !occurs
        }
        return occurs || !isComplete
    }

    // MARK: Files

    /// Returns the files of a module; none if it comes only as the text that it is compiled from.
    static func files(of module: FilePath) -> [FilePath] {
        guard let names = try? Folder.names(in: module) else { return [module] }
        return names.filter { $0.hasSuffix(".swiftmodule") }.sorted().map { module.appending($0) }
    }

    /// The size of the largest file; `nil` if there is none.
    private static func size(of files: [FilePath]) -> Int? {
        files.compactMap { try? Int(RegularFile($0).status.st_size) }.max()
    }

    /// The number of bytes that pieces overlap in addition to the longest word: the length before it, zeros behind it.
    private static let overlap = 8
    private static let piece = 1 << 18

    /// Passes on the bytes of all files that can hold names, piece by piece: a module has up to ten megabytes. Each piece
    /// begins at a multiple of four.
    ///
    /// - Parameters:
    ///   - overlap: the number of bytes, at least, that also belong to the piece before.
    ///   - body: returns false to end.
    /// - Returns: False if a file cannot be read.
    private static func forEachPiece(
        of files: [FilePath], _ overlap: Int, _ body: (UnsafeRawBufferPointer) -> Bool
    ) -> Bool {
        for file in files {
            guard let file = try? RegularFile(file) else { return false }
            let overlap = (overlap + 3) & ~3
            do throws(RegularFileError) {
                for range in try CompiledModuleText(of: file).ranges {
                    let isComplete = try file.forEachPiece(
                        in: range, of: max(piece, overlap), overlap: overlap, body)
                    if !isComplete { return true }
                }
            } catch {
                return false
            }
        }
        return true
    }

    // MARK: Search

    /// True if the bytes hold the word as an identifier.
    private static func holds(_ word: [UInt8], _ bytes: UnsafeRawBufferPointer) -> Bool {
        if word.isEmpty { return true }
        var start = 0
        while let offset = bytes.offset(of: word, from: start) {
            let end = offset + word.count
            if end == bytes.count || !bytes[end].isLetter, isStart(offset, in: bytes) { return true }
            start = offset + 1
        }
        return false
    }

    /// True if a word can begin at an offset. The first identifier of a blob follows the blob's length, whose bytes may
    /// be letters, too, but hardly all four.
    private static func isStart(_ offset: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
        guard offset > 0, bytes[offset - 1].isLetter else { return true }
        return offset % 4 == 0 && !bytes[(offset - 4)..<offset].allSatisfy(\.isLetter)
    }
}
