internal import MockModel
internal import SystemPackage

/// Keeps interfaces on disk, because printing one takes a third of a second.
///
/// One file per module, replaced when the module or the toolchain changes. A damaged file counts as missing.
struct InterfaceStore: Sendable {
    var folder: FilePath
    var fileSystem: any FileSystem

    /// - Parameters:
    ///   - file: the compiled module.
    ///   - version: the state of the compiled module and the toolchain that the text was printed from.
    func text(of module: String, at file: FilePath, version: String) -> String? {
        guard let bytes = try? fileSystem.contents(of: path(module, file)),
            let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
        else { return nil }
        let body = String(decoding: bytes[(end + 1)...], as: UTF8.self)
        return bytes[..<end].elementsEqual(head(version, body).utf8) ? body : nil
    }

    /// Stores the text. Errors are ignored: a cache that cannot be written costs only time.
    func keep(_ text: String, of module: String, at file: FilePath, version: String) {
        try? fileSystem.replace(path(module, file), with: Array("\(head(version, text))\n\(text)".utf8))
    }

    private func path(_ module: String, _ file: FilePath) -> FilePath {
        folder.appending("\(module)-\(ContentHash(file.string)).interface")
    }

    private func head(_ version: String, _ body: String) -> String {
        "// mockd interface 2 \(version) \(ContentHash(body))"
    }
}
