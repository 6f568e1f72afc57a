package import LinuxSystem
package import MockModel
package import SystemPackage

/// The disk, as far as the engine needs it. Tests replace it by a mock to simulate a full disk or a refused write.
///
/// @mockable
package protocol FileSystem: Sendable {
    /// Returns the bytes of a regular file, with the signature of this state of it.
    ///
    /// - Parameter limit: In bytes; a larger file is an error.
    func file(at path: FilePath, limit: Int) throws(FileSystemError) -> FileContents

    /// Returns the present signature of a regular file; `nil` if there is none.
    func signature(of path: FilePath) -> FileSignature?

    /// True if there is certainly no regular file. A path that cannot be examined may hold one.
    func isMissing(_ path: FilePath) -> Bool

    /// True if the path itself is a symbolic link, even a dangling one.
    func isLink(_ path: FilePath) -> Bool

    /// Lists a folder, in no particular order, without `.` and `..`.
    ///
    /// - Parameter withStates: True to return the signature of each Swift file, too, which is most of the work.
    func entries(of directory: FilePath, withStates: Bool) throws(FileSystemError) -> [FolderEntry]

    /// Replaces a file as a whole or not at all; creates missing folders.
    ///
    /// - Parameters:
    ///   - pieces: The contents, one piece after the other.
    ///   - isDurable: True to write the bytes to the disk before the name, so that a power cut leaves no empty file.
    /// - Returns: The signature of the new file.
    func replace(_ path: FilePath, with pieces: [[UInt8]], isDurable: Bool) throws(FileSystemError) -> FileSignature?

    /// Removes a file; a missing one is no error.
    func remove(_ path: FilePath) throws(FileSystemError)

    /// Removes a folder if it is empty.
    func removeEmptyFolder(_ path: FilePath)
}

extension FileSystem {
    /// Returns the bytes of a generated file: one with all mocks of a large project is many times as large as any
    /// source.
    package func contents(of path: FilePath) throws(FileSystemError) -> [UInt8] {
        try file(at: path, limit: LocalFileSystem.largestOutput).bytes
    }

    package func replace(_ path: FilePath, with bytes: [UInt8]) throws(FileSystemError) {
        _ = try replace(path, with: [bytes], isDurable: true)
    }
}

extension Errno {
    /// True if the error means that nothing is at a path, and not that the path cannot be examined.
    var meansMissing: Bool { [.noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels].contains(self) }
}

/// The error of a system call, with its path.
package struct FileSystemError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Operation: String, Hashable, Sendable {
        case read, list, write, remove
    }

    package var operation: Operation
    package var path: FilePath
    package var errno: Errno
    /// The kind of file that is there instead of a regular one.
    package var found: FileKind?

    package init(_ operation: Operation, _ path: FilePath, _ errno: Errno) {
        self.operation = operation
        self.path = path
        self.errno = errno
    }

    package init(_ operation: Operation, _ path: FilePath, _ error: RegularFileError) {
        self.init(operation, path, error.errno)
        if case .notAFile(let kind) = error { found = kind }
    }

    /// `cannot read /work/app/Cook.swift: Permission denied`
    package var description: String { "cannot \(operation.rawValue) \(path): \(reason)" }

    package var reason: String {
        if errno == .staleNFSFileHandle, operation != .read {
            return "another folder has taken the place of the project's root; mockd goes on when it has looked at that"
        }
        guard errno == .tooManySymbolicLinkLevels, operation != .read else { return cause }
        return "a symbolic link is in the way, which mockd does not follow; put a folder or nothing in its place"
    }

    /// The system's message, or the kind of file that was found instead of a regular one.
    package var cause: String { found.map { "\(RegularFileError.notAFile($0))" } ?? "\(errno)" }
}
