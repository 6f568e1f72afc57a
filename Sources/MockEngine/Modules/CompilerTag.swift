internal import LinuxSystem
internal import SystemPackage

/// The text that a compiler writes into each module, which names the compiler's release.
enum CompilerTag {
    /// True if one of these compilers made a module.
    ///
    /// The tag is in the first block of the file, as plain bytes.
    static func isOfAny(_ tags: [String], _ module: FilePath) -> Bool {
        let files = CompiledModuleNames.files(of: module)
        return !files.isEmpty && files.allSatisfy { file in tags.contains { occurs($0, in: file) } }
    }

    private static func occurs(_ tag: String, in file: FilePath) -> Bool {
        let head = try? RegularFile(file).read(at: 0, count: sizeOfHead)
        return head?.withUnsafeBytes { $0.offset(of: Array(tag.utf8)) != nil } ?? false
    }

    private static let sizeOfHead = 1 << 16
}
