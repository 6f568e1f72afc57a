import Glibc
@testable import MockEngine
import MockModel
@testable import MockParsing
import SystemPackage

extension FuzzTarget {
    /// Reading a manifest twice gives the same; each message is a line of its own and names a place in the text.
    static let manifest = FuzzTarget(name: "manifest") { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        let first = parseManifest(text, path: "Package.swift")
        let second = parseManifest(text, path: "Package.swift")
        if first.manifest != second.manifest { return "another manifest" }
        if first.diagnostics != second.diagnostics { return "other diagnostics" }
        let lines = Lines(Array(text.utf8))
        let starts = first.manifest.targets.compactMap(\.line).map { SourcePosition(line: $0, column: 1) }
        if let outside = starts.first(where: { !lines.contain($0) }) { return "no such line: \(outside)" }
        for diagnostic in first.diagnostics {
            guard let position = diagnostic.position, lines.contain(position) else { return "no place: \(diagnostic)" }
            if diagnostic.message.contains(where: \.isNewline) { return "several lines: \(diagnostic)" }
        }
        return nil
    }

    /// Reading a configuration twice gives the same; each problem is a line of its own and names a place in the text.
    static let configuration = FuzzTarget(name: "configuration") { bytes in
        guard let folder = TemporaryRoot.folder else { return "there is no temporary folder" }
        let path = folder.appending(".mockd.yml")
        guard (try? LocalFileSystem().replace(path, with: [bytes], isDurable: false)) != nil else { return nil }
        let (first, second) = (project(folder), project(folder))
        if first != second { return "another project" }
        let lines = Lines(bytes)
        switch first {
        case .success(let project):
            if let module = project.modules.first(where: { $0.name.isEmpty || $0.sources.isEmpty }) {
                return "accepted: \(module)"
            }
        case .failure(let error):
            if error.problems.isEmpty { return "no reason" }
            for problem in error.problems {
                if problem.description.contains(where: \.isNewline) { return "several lines: \(problem)" }
                if let position = problem.position, !lines.contain(position) { return "no such place: \(problem)" }
            }
        }
        return nil
    }

    private static func project(_ folder: FilePath) -> Result<Project, ConfigurationError> {
        do throws(ConfigurationError) {
            return .success(try discoverProject(root: folder))
        } catch {
            return .failure(error)
        }
    }
}

/// A folder in memory for the readers that take a path.
private enum TemporaryRoot {
    static let folder: FilePath? = {
        var template = Array("/dev/shm/mockd-fuzz-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // The fuzzer ends the process in many ways; what is left behind is an empty folder or one small file.
        atexit { if let folder = TemporaryRoot.folder { removeTree(folder) } }
        return FilePath(path)
    }()

    private static func removeTree(_ folder: FilePath) {
        unlink(folder.appending(".mockd.yml").string)
        rmdir(folder.string)
    }
}
