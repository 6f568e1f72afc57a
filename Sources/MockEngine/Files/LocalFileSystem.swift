internal import Glibc
package import SystemPackage

/// The machine's own file system.
package struct LocalFileSystem: FileSystem {
    /// No Swift file that a person maintains is larger; what is, is data or an accident.
    package static let largestFile = 2 * 1024 * 1024

    package init() {}

    package func contents(of path: FilePath) throws(FileSystemError) -> [UInt8] {
        do {
            // A pipe that is called `X.swift` must not hold us up.
            let file = try FileDescriptor.open(path, .readOnly, options: [.nonBlocking, .closeOnExec])
            defer { try? file.close() }
            var status = stat()
            guard fstat(file.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw status.st_mode & S_IFMT == S_IFDIR ? Errno.isDirectory : Errno.invalidArgument
            }
            guard status.st_size <= Self.largestFile else { throw Errno.fileTooLarge }
            return try Self.readAll(file, expecting: Int(status.st_size))
        } catch {
            throw FileSystemError(.read, path, Self.code(of: error))
        }
    }

    package func entries(of directory: FilePath) throws(FileSystemError) -> [DirectoryEntry] {
        guard let stream = opendir(directory.string) else {
            throw FileSystemError(.list, directory, Errno(rawValue: errno))
        }
        defer { closedir(stream) }
        var entries: [DirectoryEntry] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CInterop.PlatformChar.self, capacity: 256) {
                    FilePath.Component(platformString: $0)
                }
            }
            guard let name, name.kind == .regular else { continue }
            entries.append(Self.entry(name, type: Int(entry.pointee.d_type), in: directory))
        }
        return entries
    }

    package func replace(_ path: FilePath, with bytes: [UInt8]) throws(FileSystemError) {
        do {
            let directory = path.removingLastComponent()
            try Self.makeDirectories(directory)
            try AtomicReplacement(path: path, directory: directory).write(bytes)
        } catch {
            throw FileSystemError(.write, path, Self.code(of: error))
        }
    }

    package func remove(_ path: FilePath) throws(FileSystemError) {
        let failed = path.withPlatformString { unlink($0) } != 0
        if failed, errno != ENOENT { throw FileSystemError(.remove, path, Errno(rawValue: errno)) }
    }

    // MARK: Parts

    private static func code(of error: any Error) -> Errno { error as? Errno ?? .ioError }

    private static func readAll(_ file: FileDescriptor, expecting size: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size + 1)
        var count = 0
        while true {
            let read = try bytes.withUnsafeMutableBytes { buffer in
                try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
            }
            count += read
            guard read > 0 else { break }
            if count == bytes.count { bytes.append(contentsOf: repeatElement(0, count: bytes.count)) }
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    private static func entry(_ name: FilePath.Component, type: Int, in directory: FilePath) -> DirectoryEntry {
        switch type {
        case Int(DT_REG): return DirectoryEntry(name: name, kind: .file)
        case Int(DT_DIR): return DirectoryEntry(name: name, kind: .directory)
        case Int(DT_LNK), Int(DT_UNKNOWN):
            var status = stat()
            let found = directory.appending(name).withPlatformString { stat($0, &status) } == 0
            let format = status.st_mode & S_IFMT
            let kind: DirectoryEntry.Kind =
                found && format == S_IFREG ? .file : found && format == S_IFDIR ? .directory : .other
            return DirectoryEntry(name: name, kind: kind, isLink: type == Int(DT_LNK))
        default: return DirectoryEntry(name: name, kind: .other)
        }
    }

    private static func makeDirectories(_ path: FilePath) throws {
        guard !path.isEmpty, path.withPlatformString({ access($0, F_OK) }) != 0 else { return }
        try makeDirectories(path.removingLastComponent())
        guard path.withPlatformString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
            throw Errno(rawValue: errno)
        }
    }
}
