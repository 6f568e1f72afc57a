/// The event bits of `inotify(7)`, for requests and for events.
struct WatchMask: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    static let modify = Self(rawValue: 0x0000_0002)
    static let attributes = Self(rawValue: 0x0000_0004)
    static let closeWrite = Self(rawValue: 0x0000_0008)
    static let movedFrom = Self(rawValue: 0x0000_0040)
    static let movedTo = Self(rawValue: 0x0000_0080)
    static let create = Self(rawValue: 0x0000_0100)
    static let delete = Self(rawValue: 0x0000_0200)
    static let deleteSelf = Self(rawValue: 0x0000_0400)
    static let moveSelf = Self(rawValue: 0x0000_0800)
    static let unmount = Self(rawValue: 0x0000_2000)
    static let overflow = Self(rawValue: 0x0000_4000)
    static let onlyDirectory = Self(rawValue: 0x0100_0000)
    static let dontFollow = Self(rawValue: 0x0200_0000)
    static let excludeUnlinked = Self(rawValue: 0x0400_0000)
    static let isDirectory = Self(rawValue: 0x4000_0000)

    /// The mask for directories of the tree. Only `create` reports a new hard or symbolic link, and only `modify` a
    /// `truncate(2)` or a writer that keeps the file open; `attributes` reports a `chmod` that makes a file readable.
    static let tree: Self = [
        .create, .closeWrite, .modify, .attributes, .movedFrom, .movedTo, .delete, .deleteSelf, .moveSelf,
        .onlyDirectory, .dontFollow, .excludeUnlinked,
    ]

    /// The mask for directories of which only the names matter: the root's parent, git's directory and the cookies'
    /// directory.
    static let names: Self = [.create, .movedFrom, .movedTo, .delete, .onlyDirectory]
}

extension WatchMask: CustomStringConvertible {
    private static let texts: [(Self, String)] = [
        (.create, "CREATE"), (.modify, "MODIFY"), (.attributes, "ATTRIB"), (.closeWrite, "CLOSE_WRITE"),
        (.movedFrom, "MOVED_FROM"), (.movedTo, "MOVED_TO"), (.delete, "DELETE"), (.deleteSelf, "DELETE_SELF"),
        (.moveSelf, "MOVE_SELF"), (.unmount, "UNMOUNT"), (.overflow, "Q_OVERFLOW"), (.isDirectory, "ISDIR"),
    ]

    /// The names in `inotify(7)`, without the prefix.
    var description: String {
        Self.texts.filter { contains($0.0) }.map(\.1).joined(separator: ",")
    }
}
