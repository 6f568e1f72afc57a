internal import MockGeneration
internal import MockModel
internal import MockParsing

/// Reads the extensions of a type from the sources of the module that declares it: no index has members of extensions,
/// nor the types that an extension of a struct contains, and few mocks depend on them.
struct TypeExtensions: Sendable {
    let index: DeclarationIndex
    let fileSystem: any FileSystem
    let answers: PassAnswers

    /// The key of a dependency on all extensions in a module. It is no name of a type.
    static func key(of module: String) -> NameKey { nameKey("extensions in \(module)") }

    func read(_ type: LocatedType) -> [TypeDeclaration] {
        let path = type.declaration.enclosing + [type.declaration.name]
        return surfaces(of: path, in: type.module).flatMap { module, surface in
            surface.parts.filter { $0.kind == .extension }.compactMap { index.decide($0, in: module) }
        }
    }

    /// Returns the names of the types that a type contains, in whatever file.
    func nestedTypes(of path: [String], in module: String) -> Set<String> {
        surfaces(of: path, in: module).reduce(into: []) { $0.formUnion($1.surface.nestedTypes) }
    }

    /// The parts of a type in the files of a module, each with the number of the module.
    private func surfaces(of path: [String], in module: String) -> [(module: Int, surface: TypeSurface)] {
        let name = Array((path.last ?? module).utf8)
        let modules = index.project.modules
        let files = index.sources.filter { modules[$0.value.module].name == module }
        return files.keys.sorted().flatMap { file -> [(module: Int, surface: TypeSurface)] in
            guard let number = files[file]?.module, let surfaces = surfaces(mentioning: name, in: file) else {
                return []
            }
            return [path, [module] + path].map { (number, surfaces[$0]) }
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
