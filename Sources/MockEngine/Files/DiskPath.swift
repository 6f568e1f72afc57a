internal import Glibc
internal import MockModel
internal import SystemPackage

/// An absolute path as a key: compared and hashed byte for byte, at the speed of bytes.
///
/// `FilePath` parses a path at every access, which is slow for tens of thousands of files. `String` compares different
/// spellings of an accent as equal, which are two files on this system.
struct DiskPath: Hashable, Sendable {
    let text: String
    /// Replaces the bytes where only equality counts: a path is looked up many times in one pass, and comparing two
    /// texts each time is slow.
    private let key: ContentHash

    init(_ text: String) {
        // Makes the text contiguous: any other string is slow at every comparison.
        var text = text
        key = text.withUTF8 { ContentHash(UnsafeRawBufferPointer($0)) }
        self.text = text
    }

    init(_ path: FilePath) { self.init(path.string) }

    /// Makes a key for lookups in sets and dictionaries only: it equals the path of these bytes, but has no text.
    private init(onlyToFind path: UnsafeRawBufferPointer) {
        text = ""
        key = ContentHash(path)
    }

    /// The limit of Linux for one name in a folder, in bytes.
    static let longestName = 255

    var filePath: FilePath { FilePath(text) }

    func appending(_ name: String) -> DiskPath {
        var path = ""
        path.reserveCapacity(text.utf8.count + name.utf8.count + 1)
        path += text
        if text.utf8.last != UInt8(ascii: "/") { path += "/" }
        path += name
        return DiskPath(path)
    }

    /// Everything before the last slash.
    var folder: DiskPath {
        DiskPath(String(text[..<(lastSlash ?? text.startIndex)]))
    }

    var name: Substring {
        lastSlash.map { text[text.utf8.index(after: $0)...] } ?? text[...]
    }

    private var lastSlash: String.Index? {
        withBytes { $0.lastIndex(of: UInt8(ascii: "/")) }.map { text.utf8.index(text.startIndex, offsetBy: $0) }
    }

    /// The name without its extension.
    var stem: Substring {
        let name = name
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return name }
        return name[..<dot]
    }

    /// True if the path is the folder or lies below it.
    func isInside(_ folder: DiskPath) -> Bool {
        withBytes { mine in
            folder.withBytes { theirs in
                guard mine.count >= theirs.count else { return false }
                guard let first = mine.baseAddress, let second = theirs.baseAddress else { return theirs.isEmpty }
                return memcmp(first, second, theirs.count) == 0
                    && (mine.count == theirs.count || mine[theirs.count] == UInt8(ascii: "/"))
            }
        }
    }

    /// Returns the path without the folder and a slash; `nil` if it is not below the folder.
    func below(_ folder: DiskPath) -> String? {
        guard text.utf8.count > folder.text.utf8.count, isInside(folder) else { return nil }
        return withBytes { String(decoding: $0[(folder.text.utf8.count + 1)...], as: UTF8.self) }
    }

    /// Returns the path as it is written in a folder: `../` leads to the folders that both share.
    func relative(to folder: DiskPath) -> String {
        let (mine, theirs) = (components, folder.components)
        let shared = zip(mine, theirs).prefix { $0.utf8.elementsEqual($1.utf8) }.count
        return (Array(repeating: "..", count: theirs.count - shared) + mine.dropFirst(shared)).joined(separator: "/")
    }

    /// The names that slashes separate.
    var components: [String] {
        text.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    }

    static func == (left: DiskPath, right: DiskPath) -> Bool { left.key == right.key }

    func hash(into hasher: inout Hasher) { hasher.combine(key.low) }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        if let result = text.utf8.withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) }) {
            return result
        }
        return Array(text.utf8).withUnsafeBytes(body)
    }
}

extension DiskPath {
    /// Looks up the names of a folder in dictionaries, without making a text for each of their paths.
    struct Finder {
        let folder: DiskPath
        /// The folder's path and a slash, followed by the last name that was looked up.
        private var bytes: [UInt8]
        private let start: Int

        init(_ folder: DiskPath) {
            self.folder = folder
            bytes = Array(folder.text.utf8)
            if bytes.last != UInt8(ascii: "/") { bytes.append(UInt8(ascii: "/")) }
            start = bytes.count
        }

        mutating func index<Value>(of name: [UInt8], in values: [DiskPath: Value]) -> [DiskPath: Value].Index? {
            bytes.replaceSubrange(start..., with: name)
            return bytes.withUnsafeBytes { values.index(forKey: DiskPath(onlyToFind: $0)) }
        }
    }
}

extension String {
    /// Returns as many characters from the beginning as fit into `count` bytes.
    func prefix(utf8 count: Int) -> Substring {
        if utf8.count <= count { return self[...] }
        var end = startIndex
        while end < endIndex, utf8.distance(from: startIndex, to: index(after: end)) <= count {
            end = index(after: end)
        }
        return self[..<end]
    }
}
