internal import MockModel
package import SystemPackage

/// The declarations of a module that other modules may need: the contents of a `.mockd-index`.
///
/// An index takes the place of a module's sources in a build system, whose actions should not read the sources of all
/// their dependencies. It holds no positions, no bodies, no clock and no absolute path, so an edit that concerns no other
/// module leaves it byte for byte as it was.
package struct ModuleIndex: Hashable, Sendable {
    /// A source with declarations that other modules see.
    struct File: Hashable, Sendable {
        /// The path as messages show it.
        var path: String
        var declarations: CodedFile
    }

    /// The extension that tells an index from a folder of sources.
    package static let pathExtension = "mockd-index"

    /// The file that it was read from.
    package let path: FilePath
    /// The name of the module, as `import` spells it.
    package let module: String
    /// The compilation conditions that the module is compiled with.
    let defines: Set<String>
    let files: [File]

    /// Returns the records of the sources. Each is a path below that of the index, where no file can be.
    func records(of number: Int) -> [(path: DiskPath, record: SourceRecord)] {
        let folder = DiskPath(path)
        return files.map { file in
            (folder.appending(file.path), SourceRecord(file.declarations, of: number))
        }
    }
}

extension SourceRecord {
    /// Makes a record of declarations that other modules see, without their source.
    fileprivate init(_ declarations: CodedFile, of number: Int) {
        self.init(module: number, hash: declarations.bytes.withUnsafeBytes { ContentHash($0) })
        file = declarations
        let imported = Set(declarations.imports.map(\.module))
        imports = imported.isEmpty ? .empty : CodedTexts(imported.sorted())
    }
}

extension Engine {
    /// Brings the declarations of modules with an index up to date; nothing of their sources is read.
    mutating func adoptIndexes(of modules: Set<Int>, _ pass: inout Pass) {
        let scan = sources.scans
        for number in modules.sorted() {
            for (path, record) in project.modules[number].index?.records(of: number) ?? [] {
                if sources[path]?.hash != record.hash || sources[path]?.module != number {
                    update(path, to: record, &pass)
                }
                sources[path]?.lastScan = scan
            }
        }
    }

    /// Returns the index of a module whose sources were read.
    ///
    /// - Parameter includesInternal: True for modules that import it with `@testable`.
    package func index(ofModule number: Int = 0, includesInternal: Bool = false) -> [UInt8] {
        let module = project.modules[number]
        let files = sources.records.compactMap { path, record -> ModuleIndex.File? in
            guard record.module == number else { return nil }
            let declarations = includesInternal ? record.file : CodedFile(record.file.file.visibleElsewhere)
            guard declarations != .empty else { return nil }
            return ModuleIndex.File(path: project.indexedPath(of: path), declarations: declarations)
        }
        return ModuleIndex.bytes(
            module: module.name, defines: module.defines,
            files: files.map { (key: DiskPath($0.path), file: $0) }.sorted(byPath: \.key).map(\.file))
    }
}

extension Project {
    /// Returns the path of a source for an index, which is never absolute: other machines read it, too.
    fileprivate func indexedPath(of path: DiskPath) -> String {
        let shown = displayPath(of: path)
        return shown.hasPrefix("/") ? path.relative(to: rootPath) : shown
    }
}
