package import SystemPackage

/// The reason why a file cannot be opened or read.
package enum RegularFileError: Error, Hashable, Sendable, CustomStringConvertible {
    case notAFile(FileKind)
    /// The file has more than `limit` bytes.
    case tooLarge(limit: Int)
    case system(Errno)

    /// Completes "cannot read …: ".
    package var description: String {
        switch self {
        case .notAFile(let kind): "it is \(kind), not a file"
        case .tooLarge(let limit) where limit % (1 << 20) == 0: "it is larger than \(limit >> 20) MiB"
        case .tooLarge(let limit): "it is larger than \(limit) bytes"
        case .system(let error): "\(error)"
        }
    }

    /// The closest error of a system call.
    package var errno: Errno {
        switch self {
        case .notAFile(.folder): .isDirectory
        case .notAFile(.link): .tooManySymbolicLinkLevels
        case .notAFile: .invalidArgument
        case .tooLarge: .fileTooLarge
        case .system(let error): error
        }
    }
}
