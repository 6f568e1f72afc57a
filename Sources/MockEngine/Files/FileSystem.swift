package import LinuxSystem
package import MockModel
package import SystemPackage

/// The disk, as far as the engine needs it. Tests put a mock in its place to see a full disk or a refused write.
///
/// @mockable
package protocol FileSystem: Sendable {
    /// A regular file: its bytes, with what identifies this state of it.
    ///
    /// - Parameter limit: in bytes; a larger file is an error.
    func file(at path: FilePath, limit: Int) throws(FileSystemError) -> FileContents

    /// What identifies the present state of a regular file; `nil` when there is none.
    func signature(of path: FilePath) -> FileSignature?

    /// Whether there is certainly no regular file. What may not be looked at may be one.
    func isMissing(_ path: FilePath) -> Bool

    /// Whether the path itself is a symbolic link, wherever that leads.
    func isLink(_ path: FilePath) -> Bool

    /// What a folder holds, in no particular order, without `.` and `..`.
    ///
    /// - Parameter withStates: tell the state of each Swift file too, which is most of the work.
    func entries(of directory: FilePath, withStates: Bool) throws(FileSystemError) -> [FolderEntry]

    /// Puts a file in place whole or not at all; missing folders are made.
    ///
    /// - Parameters:
    ///   - pieces: what it consists of, one after the other.
    ///   - isDurable: the bytes reach the disk before the name does, so that a power cut leaves no empty file.
    /// - Returns: what identifies the new state.
    func replace(_ path: FilePath, with pieces: [[UInt8]], isDurable: Bool) throws(FileSystemError) -> FileSignature?

    /// Removes a file; it is no error when there is none.
    func remove(_ path: FilePath) throws(FileSystemError)

    /// Removes a folder if nothing is in it.
    func removeEmptyFolder(_ path: FilePath)
}

extension FileSystem {
    /// The bytes of a file that is no source: one with all mocks of a large project is many times as large as any.
    package func contents(of path: FilePath) throws(FileSystemError) -> [UInt8] {
        try file(at: path, limit: LocalFileSystem.largestOutput).bytes
    }

    package func replace(_ path: FilePath, with bytes: [UInt8]) throws(FileSystemError) {
        _ = try replace(path, with: [bytes], isDurable: true)
    }
}

extension Errno {
    /// Whether it says that there is nothing at a path, and not that nobody can tell.
    var meansMissing: Bool { [.noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels].contains(self) }
}

/// A system call that did not do what it was asked.
package struct FileSystemError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Operation: String, Hashable, Sendable {
        case read, list, write, remove
    }

    package var operation: Operation
    package var path: FilePath
    package var errno: Errno
    /// What is in the place of the file.
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

    /// What the system says, or what was found where a file should be.
    package var cause: String { found.map { "\(RegularFileError.notAFile($0))" } ?? "\(errno)" }
}
