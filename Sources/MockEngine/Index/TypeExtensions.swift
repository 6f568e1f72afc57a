internal import MockGeneration
internal import MockModel
internal import MockParsing

/// Reads the extensions of a protocol from the sources of the module that declares it: no index has members of
/// extensions, and few protocols of other packages are mocked.
struct ProtocolExtensions: Sendable {
    let index: DeclarationIndex
    let fileSystem: any FileSystem
    let answers: PassAnswers

    /// The key of a dependency on all extensions in a module. It is no name of a type.
    static func key(of module: String) -> NameKey { nameKey("extensions in \(module)") }

    func read(_ type: LocatedType) -> [TypeDeclaration] {
        let declaration = type.declaration
        let path = declaration.enclosing + [declaration.name]
        let name = Array(declaration.name.utf8)
        let modules = index.project.modules
        let files = index.sources.filter { modules[$0.value.module].name == type.module }
        return files.keys.sorted().flatMap { file -> [TypeDeclaration] in
            guard let module = files[file]?.module, let surfaces = surfaces(mentioning: name, in: file) else {
                return []
            }
            let parts = [path, [type.module] + path].flatMap { surfaces[$0].parts }
            return parts.filter { $0.kind == .extension }.compactMap { index.decide($0, in: module) }
        }
    }

    private func surfaces(mentioning name: [UInt8], in file: DiskPath) -> FileSurfaces? {
        answers.surfaces(in: file) {
            guard let bytes = try? fileSystem.file(at: file.filePath, limit: LocalFileSystem.largestSource).bytes,
                SurfaceReader.mayHave(name, in: bytes)
            else { return nil }
            return SurfaceReader.read(bytes)
        }
    }
}
