internal import LinuxSystem
package import SystemPackage

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The few questions that discovery asks the file system. It asks them once per start or reload, so nothing here is
/// cached or asynchronous. Questions about kinds and existence are recorded as the evidence of the description.
extension FilePath {
    /// True for a directory, links followed; the question is recorded.
    var isFolder: Bool { DescriptionEvidence.ask(.kind(self)) == .kind(.directory) }

    /// True for a regular file, links followed; the question is recorded.
    var isFile: Bool { DescriptionEvidence.ask(.kind(self)) == .kind(.regular) }

    /// True if there is a folder, or if that cannot be determined: its contents do not count as deleted.
    var mayBeFolder: Bool { isFolder || concealment != nil }

    /// True also if that cannot be determined: a configuration that cannot be examined does not count as missing.
    var exists: Bool { DescriptionEvidence.ask(.exists(self)) == .exists(true) }

    /// True for a folder that nothing is in; the question is recorded.
    var isEmptyFolder: Bool { DescriptionEvidence.ask(.isEmpty(self)) == .isEmpty(true) }

    /// The error that prevents finding out whether something is there; `nil` without one.
    var concealment: Errno? {
        if DescriptionEvidence.request != nil { return nil }
        do throws(Errno) {
            _ = try stat()
            return nil
        } catch {
            return error.meansMissing ? nil : error
        }
    }

    /// The path below the current folder if it is relative, without `.` and `..`.
    package var absolute: FilePath {
        guard isRelative else { return lexicallyNormalized() }
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard getcwd(&buffer, buffer.count) != nil else { return lexicallyNormalized() }
        let end = buffer.firstIndex(of: 0) ?? buffer.endIndex
        let current = FilePath(String(decoding: buffer[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self))
        return current.pushing(self).lexicallyNormalized()
    }

    /// The path without links; `nil` if it leads nowhere.
    var canonical: FilePath? {
        guard let resolved = withPlatformString({ realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        return FilePath(platformString: resolved)
    }

    /// The file that this link leads to, outside of a folder; `nil` for no link, and for one within the folder.
    func target(outside folder: FilePath) -> FilePath? {
        guard let real = canonical, let place = folder.canonical, isWithin(folder), !real.isWithin(place) else {
            return nil
        }
        return real
    }

    /// Returns the path that `text` means if it is written in a file of this folder.
    func resolving(_ text: String) -> FilePath {
        pushing(FilePath(text)).lexicallyNormalized()
    }

    /// Returns the path as messages show it: without the root if it lies below it.
    func shown(in root: FilePath) -> String {
        var path = self
        guard path.removePrefix(root), !path.isEmpty else { return string }
        return path.string
    }

    /// True if this is `folder` or lies below it.
    func isWithin(_ folder: FilePath) -> Bool { starts(with: folder) }

    /// The names in a folder, sorted; none if it cannot be read.
    var entries: [String] { entries() }

    /// Returns the names with the given beginning and end.
    func entries(from start: String = "", to end: String = "") -> [String] {
        guard case .names(let names) = DescriptionEvidence.ask(.names(self, start: start, end: end)) else { return [] }
        return names
    }

    /// The names in a folder, sorted, without being recorded.
    func listing() throws(Errno) -> [String] {
        try Folder.names(in: self).sorted()
    }

    /// Reads the text of a file of limited size; bytes that are not UTF-8 become replacement characters.
    func readText(maximumCount: Int = 1 << 20) throws(RegularFileError) -> String {
        try RegularFile.text(of: self, atMost: maximumCount)
    }
}
