internal import Glibc
package import SystemPackage

/// A new folder in memory for a tool that writes its answer into files. A confined service may write there.
package struct ScratchFolder: ~Copyable {
    package let path: FilePath

    /// - Throws: the reason why there can be none.
    package init() throws(Errno) {
        var template = Array("\(LastingPage.folder)/mockd-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
        path = template.withUnsafeBufferPointer { FilePath(platformString: $0.baseAddress!) }
    }

    /// Removes the folder and its files; folders in it stay.
    deinit {
        for name in (try? Folder.names(in: path)) ?? [] { unlink(path.appending(name).string) }
        rmdir(path.string)
    }
}
