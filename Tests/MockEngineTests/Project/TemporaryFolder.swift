import Foundation
import SystemPackage

/// A real folder that is deleted with this object, with files by relative path. A path that ends in a slash is a
/// folder.
final class TemporaryFolder {
    let path: FilePath

    init(_ files: [String: String] = [:]) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "project-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = FilePath(folder.path(percentEncoded: false)).lexicallyNormalized()
        for (name, text) in files { try write(text, to: name) }
    }

    deinit {
        Self.remove(path)
    }

    static func remove(_ path: FilePath) {
        try? FileManager.default.removeItem(atPath: path.string)
    }

    func write(_ text: String, to name: String) throws {
        let target = URL(filePath: path.string).appending(path: name)
        let folder = name.hasSuffix("/") ? target : target.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if !name.hasSuffix("/") { try text.write(to: target, atomically: false, encoding: .utf8) }
    }

    func callAsFunction(_ name: String) -> FilePath {
        name.split(separator: "/").reduce(path) { $0.appending(String($1)) }
    }
}
