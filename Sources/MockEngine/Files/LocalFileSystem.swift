internal import Glibc
internal import LinuxSystem
package import MockModel
package import SystemPackage

/// The machine's own file system.
package struct LocalFileSystem: FileSystem {
    /// The largest source that is read: no Swift file that a person maintains is larger; a larger one is data or an
    /// accident.
    package static let largestSource = 2 * 1024 * 1024
    /// The mocks of one source are never larger: 64 bytes for each byte of the largest source.
    package static let largestMocks = 128 * 1024 * 1024
    /// The largest output: the mocks of a hundred thousand files in one.
    package static let largestOutput = 1024 * 1024 * 1024

    private let root: RootFolder?
    /// True if no other process writes one of the files at a time, as the outputs of a build system's action.
    private let isOnlyWriter: Bool

    /// - Parameter root: The folder below which links are not followed for writing and removing; `nil` to follow all.
    package init(root: FilePath? = nil, isOnlyWriter: Bool = false) {
        self.root = root.map(RootFolder.init)
        self.isOnlyWriter = isOnlyWriter
    }

    /// - Parameter root: Nothing is written or removed in another folder that replaces it.
    package init(root: RootFolder) {
        self.root = root
        isOnlyWriter = false
    }

    package func file(at path: FilePath, limit: Int) throws(FileSystemError) -> FileContents {
        do throws(RegularFileError) {
            var found = try Self.read(path, limit)
            // A save is under way; its end causes another event.
            for _ in 0..<3 where found.isTorn { found = try Self.read(path, limit) }
            return found.contents
        } catch {
            throw FileSystemError(.read, path, error)
        }
    }

    package func signature(of path: FilePath) -> FileSignature? {
        var status = stat()
        guard path.withPlatformString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return FileSignature(status)
    }

    package func isMissing(_ path: FilePath) -> Bool {
        var status = stat()
        guard path.withPlatformString({ stat($0, &status) }) == 0 else {
            return Errno(rawValue: errno).meansMissing
        }
        return status.st_mode & S_IFMT != S_IFREG
    }

    package func isLink(_ path: FilePath) -> Bool {
        var status = stat()
        return path.withPlatformString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    package func entries(
        of directory: FilePath, withStates: Bool
    ) throws(FileSystemError) -> [FolderEntry] {
        let descriptor = directory.withPlatformString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw FileSystemError(.list, directory, Errno(rawValue: errno)) }
        var entries: [FolderEntry] = []
        do throws(Errno) {
            try Folder.visit(descriptor) { name, type in
                entries.append(Self.entry(name, type: type, in: descriptor, withState: withStates))
            }
        } catch {
            throw FileSystemError(.list, directory, error)
        }
        return entries
    }

    package func replace(
        _ path: FilePath, with pieces: [[UInt8]], isDurable: Bool
    ) throws(FileSystemError) -> FileSignature? {
        do {
            let replacement = AtomicReplacement(
                path: path, root: root, isDurable: isDurable, isOnlyWriter: isOnlyWriter)
            do {
                return try replacement.write(pieces)
            } catch Errno.noSuchFileOrDirectory where root.map({ !path.starts(with: $0.path) }) ?? true {
                // Never creates the root: it may just have been renamed, and a new folder would then count as the root.
                try Self.makeDirectories(path.removingLastComponent())
                return try replacement.write(pieces)
            }
        } catch let error as RegularFileError {
            throw FileSystemError(.write, path, error)
        } catch {
            throw FileSystemError(.write, path, Self.code(of: error))
        }
    }

    package func remove(_ path: FilePath) throws(FileSystemError) {
        do {
            guard let name = path.lastComponent?.string else { throw Errno.isDirectory }
            try OutputFolder(path.removingLastComponent(), beneath: root).remove(name)
        } catch Errno.noSuchFileOrDirectory {
            return
        } catch {
            throw FileSystemError(.remove, path, Self.code(of: error))
        }
    }

    package func removeEmptyFolder(_ path: FilePath) {
        guard let name = path.lastComponent?.string else { return }
        try? OutputFolder(path.removingLastComponent(), beneath: root).removeFolder(name)
    }

    // MARK: Parts

    private static func code(of error: any Error) -> Errno { error as? Errno ?? .ioError }

    /// Reads the bytes between two checks of the file's state; they belong together if both are equal.
    private static func read(
        _ path: FilePath, _ limit: Int
    ) throws(RegularFileError) -> (contents: FileContents, isTorn: Bool) {
        let now = FileSignature.now()
        let file = try RegularFile(path)
        let bytes = try file.read(atMost: limit)
        let signature = FileSignature(file.status)
        let isTorn = try FileSignature(file.currentStatus()) != signature || bytes.count != signature.size
        let isCertain = !isTorn && !signature.isRacy(at: now)
        return (FileContents(bytes: bytes, signature: isCertain ? signature : nil), isTorn)
    }

    private static func entry(
        _ name: UnsafePointer<CChar>, type: Int, in folder: Int32, withState: Bool
    ) -> FolderEntry {
        let bytes = Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
        if type == Int(DT_DIR) { return FolderEntry(nameBytes: bytes, kind: .directory) }
        let isAskedFor = withState && bytes.suffix(6).elementsEqual(".swift".utf8)
        guard isAskedFor || type == Int(DT_LNK) || type == Int(DT_UNKNOWN) else {
            return FolderEntry(nameBytes: bytes, kind: type == Int(DT_REG) ? .file : .other)
        }
        var status = stat()
        // Relative to the folder, which is faster than a path from the root of the disk.
        guard fstatat(folder, name, &status, 0) == 0 else {
            // A file that must not be examined still exists: reading it reports the reason.
            let mayBeFile = [DT_REG, DT_LNK, DT_UNKNOWN].contains { Int($0) == type }
            let isThere = mayBeFile && !Errno(rawValue: errno).meansMissing
            return FolderEntry(nameBytes: bytes, kind: isThere ? .file : .other, isLink: type == Int(DT_LNK))
        }
        let format = status.st_mode & S_IFMT
        return FolderEntry(
            nameBytes: bytes, kind: format == S_IFREG ? .file : format == S_IFDIR ? .directory : .other,
            isLink: type == Int(DT_LNK), signature: isAskedFor && format == S_IFREG ? FileSignature(status) : nil)
    }

    private static func makeDirectories(_ path: FilePath) throws {
        guard !path.isEmpty, path.withPlatformString({ access($0, F_OK) }) != 0 else { return }
        try makeDirectories(path.removingLastComponent())
        guard path.withPlatformString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
            throw Errno(rawValue: errno)
        }
    }
}
