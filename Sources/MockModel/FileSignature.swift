/// The `stat` fields that identify one state of a file without reading it.
///
/// A different signature means a changed file, not a newer one: `cp -p`, `tar` and a clock that was set back give old
/// times to new content.
package struct FileSignature: Hashable, Sendable {
    package var device: UInt64
    package var inode: UInt64
    package var size: Int
    /// Nanoseconds since 1970.
    package var modified: Int
    package var changed: Int

    package init(device: UInt64, inode: UInt64, size: Int, modified: Int, changed: Int) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }
}
