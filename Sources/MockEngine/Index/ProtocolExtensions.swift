internal import MockGeneration
internal import MockModel
internal import MockParsing

/// Reads the extensions of a protocol from the sources of the module that declares it: no index has members of
/// extensions, and few protocols of other packages are mocked.
struct ProtocolExtensions: Sendable {
    let index: DeclarationIndex
    let fileSystem: any FileSystem

    /// The key of a dependency on all extensions in a module. It is no name of a type.
    static func key(of module: String) -> NameKey { nameKey("extensions in \(module)") }

    func read(_ type: LocatedType) -> [TypeDeclaration] {
        let declaration = type.declaration
        let path = declaration.enclosing + [declaration.name]
        let name = Array(declaration.name.utf8)
        let modules = index.project.modules
        let files = index.sources.filter { modules[$0.value.module].name == type.module }
        return files.keys.sorted().flatMap { file -> [TypeDeclaration] in
            guard let module = files[file]?.module,
                let bytes = try? fileSystem.file(at: file.filePath, limit: LocalFileSystem.largestSource).bytes
            else { return [] }
            guard SurfaceReader.mayHave(name, in: bytes) else { return [] }
            let parts = [path, [type.module] + path].flatMap { SurfaceReader.read(bytes, type: $0).parts }
            return parts.filter { $0.kind == .extension }.compactMap { index.decide($0, in: module) }
        }
    }
}
