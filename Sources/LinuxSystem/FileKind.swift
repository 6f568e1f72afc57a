package import Glibc

/// The kind of file at a path, as named in messages.
package enum FileKind: String, Hashable, Sendable, CustomStringConvertible {
    case file = "a file"
    case folder = "a folder"
    case pipe = "a pipe"
    case socket = "a socket"
    case device = "a device"
    case link = "a symbolic link"
    case unknown = "something else"

    package init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder
        case S_IFIFO: self = .pipe
        case S_IFSOCK: self = .socket
        case S_IFCHR, S_IFBLK: self = .device
        case S_IFLNK: self = .link
        default: self = .unknown
        }
    }

    package var description: String { rawValue }
}
