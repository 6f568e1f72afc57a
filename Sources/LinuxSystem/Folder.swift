import Glibc
package import SystemPackage

/// Lists folders. A listing that the kernel cuts short is an error: the other names would look as if they were deleted.
package enum Folder {
    /// Returns the names in a folder in the kernel's order, without `.` and `..`. Links are followed.
    package static func names(in path: FilePath) throws(Errno) -> [String] {
        let descriptor = path.withPlatformString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw Errno(rawValue: errno) }
        var names: [String] = []
        try visit(descriptor) { name, _ in names.append(String(cString: name)) }
        return names
    }

    /// True if nothing is in a folder. Links are followed.
    package static func isEmpty(_ path: FilePath) throws(Errno) -> Bool {
        guard let stream = path.withPlatformString({ opendir($0) }) else { throw Errno(rawValue: errno) }
        defer { closedir(stream) }
        return try nextEntry(of: stream) == nil
    }

    /// Visits the entries of an open folder and closes it.
    ///
    /// - Parameter body: gets the name, which is valid during the call, and its `d_type`, which may be `DT_UNKNOWN`.
    package static func visit(
        _ descriptor: CInt, _ body: (_ name: UnsafePointer<CChar>, _ type: Int) -> Void
    ) throws(Errno) {
        guard let stream = fdopendir(descriptor) else {
            let error = Errno(rawValue: errno)
            close(descriptor)
            throw error
        }
        defer { closedir(stream) }
        while let entry = try nextEntry(of: stream) { body(entry.name, entry.type) }
    }

    /// Reads the next entry; `nil` at the end. The name is valid until the next call.
    private static func nextEntry(
        of stream: OpaquePointer
    ) throws(Errno) -> (name: UnsafePointer<CChar>, type: Int)? {
        while true {
            // Only errno tells an error from the end.
            errno = 0
            guard let entry = readdir(stream) else { break }
            // The kernel's records are only as long as their names, so the field is read in place.
            let name = UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \.d_name) ?? 19)
                .assumingMemoryBound(to: CChar.self)
            if strcmp(name, ".") == 0 || strcmp(name, "..") == 0 { continue }
            return (name, Int(entry.pointee.d_type))
        }
        guard errno == 0 else { throw Errno(rawValue: errno) }
        return nil
    }
}
