internal import MockGeneration
internal import MockModel
internal import MockParsing

/// Reads the extensions of a type from the sources of the module that declares it: no index has members of extensions,
/// nor the types that an extension of a struct contains, and few mocks depend on them.
struct TypeExtensions: Sendable {
    let index: DeclarationIndex
    let fileSystem: any FileSystem
    let answers: PassAnswers

    /// The key of a dependency on what a module adds to a type, and to some others. It is no name of a type.
    static func key(of type: String, in module: String) -> NameKey {
        key(ofGroup: NameFilter.group(of: type), in: module)
    }

    /// The keys of dependencies on these types.
    static func keys(of types: NameFilter, in module: String) -> [NameKey] {
        types.groups.map { key(ofGroup: $0, in: module) }
    }

    private static func key(ofGroup group: Int, in module: String) -> NameKey {
        nameKey("extensions of \(group) in \(module)")
    }

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
        guard let type = path.last else { return [] }
        let name = Array(type.utf8)
        let modules = Set(index.project.modules.indices.filter { index.project.modules[$0].name == module })
        let files = index.sources.filter { modules.contains($0.value.module) && $0.value.typeNames.mayContain(type) }
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
