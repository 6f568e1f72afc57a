internal import MockGeneration
internal import MockModel
internal import MockParsing
internal import SystemPackage

// The members of a type in sources: those of its module, and those of other modules that extend it.
extension SeamMaker {
    /// Reads the sources of a type's module, and of those that extend it for the user's file.
    mutating func sourceSurface(of path: [String], _ found: LocatedType) -> Surface {
        let numbers = sourceModules(of: found)
        if index.project.isIndex(found.module) {
            result.modules.formUnion(numbers)
            result.lacksSources = true
            obstacle =
                "an index of '\(found.module)' does not list all members of '\(found.declaration.name)', and its sources were not given: --dependency \(found.module)=FOLDER"
            return Surface()
        }
        return sourceSurface(of: path, found, in: numbers, seenThrough: [found.module])
    }

    /// Returns the extensions of another module's type in the module of the seam.
    mutating func ownExtensions(of found: LocatedType) -> [LocatedType] {
        let own = index.project.modules[module]
        guard found.module != own.name else { return [] }
        let place = LocatedType(
            module: found.module, path: "", declaration: found.declaration, imports: [], mockName: nil,
            isMainActorByDefault: own.target.isMainActorByDefault)
        let path = found.declaration.enclosing + [found.declaration.name]
        // `Date` is FoundationEssentials', and seen through Foundation.
        let exporters = [found.module] + (found.isCompiled ? found.imports.map(\.module) : [])
        return sourceSurface(of: path, place, in: [module], seenThrough: exporters).parts
            .filter { $0.declaration.kind == .extension }
    }

    /// Reads the sources that mention the type: any of them may extend it.
    ///
    /// - Parameter exporters: modules whose imports make the type visible.
    private mutating func sourceSurface(
        of path: [String], _ found: LocatedType, in numbers: Set<Int>, seenThrough exporters: [String]
    ) -> Surface {
        result.modules.formUnion(numbers)
        let sources = index.sources.filter { numbers.contains($0.value.module) }
        let aliases = aliases(of: found, in: sources.keys.sorted())
        let types = Set([found.declaration.name] + aliases.map(\.name))
        let files = sources.filter { source in types.contains(where: source.value.typeNames.mayContain) }.keys.sorted()
        let names = types.map { Array($0.utf8) }
        let surfaces = updater.workers.map(files.count) { [updater] number in
            updater.surfaces(mentioning: names, in: files[number])
        }
        if numbers.contains(where: updater.unread.hidesTypes) {
            result.lacksSources = true
            obstacle = "not all sources of '\(found.module)' can be read"
        }
        var all = Surface()
        let dialect = index.project.modules[module].target.dialect
        let outermost = path.first ?? ""
        // Another module may have a type of the same name.
        let homonyms = Set(
            zip(files, surfaces).filter { $1?.declares(outermost) ?? false }.map { file, _ in moduleName(of: file) })
        var exporters = Dictionary(exporters.map { ($0, true) }) { $1 }
        for (file, surfaces) in zip(files, surfaces) {
            let display = index.project.displayPath(of: file)
            guard let surfaces else {
                result.lacksSources = true
                obstacle = "\(display) cannot be read, is empty or has errors"
                continue
            }
            let module = moduleName(of: file)
            // Exported imports hold in all files of their module, and the standard library is always imported.
            let isSeen = Self.standardModules.union([module] + surfaces.imports.map(\.module)).contains {
                exports("\(found.module).\(outermost)", from: $0, &exporters)
            }
            guard isSeen else { continue }
            let isOther = module != found.module && homonyms.contains(module)
            var surface = isOther ? TypeSurface() : surfaces[path]
            surface.parts += surfaces[[found.module] + path].parts
            for alias in aliases { surface.parts += surfaces[[alias.name]].parts.map { $0.extending(alias) } }
            var imports = surfaces.imports
            if let number = index.sources[file]?.module {
                imports = index.decide(imports, in: number)
                let translation = dialect.translation(from: index.project.modules[number].target.dialect)
                surface.parts = surface.parts.compactMap { part in
                    index.decide(translation.map { $0(part) } ?? part, in: number)
                }
            }
            all.add(surface, of: found, module: module, path: display, imports: imports)
        }
        return all
    }

    /// Returns the modules with sources that may declare members of a type: its own, and those that the user's file sees
    /// and that depend on it.
    private func sourceModules(of type: LocatedType) -> Set<Int> {
        var visible: Set = [type.module]
        for module in imports.map(\.module) { see(module, &visible) }
        let needs = Dictionary(
            index.project.modules.map { ($0.name, $0.dependencies) }, uniquingKeysWith: { $0 + $1 })
        var depending = [type.module: true]
        return Set(
            index.project.modules.indices.filter { number in
                let name = index.project.modules[number].name
                return visible.contains(name) && depends(name, needs, &depending)
            })
    }

    /// True if a module needs the one that is known to be true here, or is that.
    private func depends(_ module: String, _ needs: [String: [String]], _ known: inout [String: Bool]) -> Bool {
        if let known = known[module] { return known }
        known[module] = false
        let found = needs[module]?.contains { depends($0, needs, &known) } ?? false
        known[module] = found
        return found
    }

    /// Adds a module that a file imports, and those that it exports as a whole.
    private func see(_ module: String, _ visible: inout Set<String>) {
        guard visible.insert(module).inserted else { return }
        for next in lookup.reexports(by: module) where next.kind == nil { see(next.module, &visible) }
    }

    /// True if an import of the module makes the type visible.
    ///
    /// - Parameter type: `Kitchen.Oven`
    private func exports(_ type: String, from module: String, _ known: inout [String: Bool]) -> Bool {
        if let known = known[module] { return known }
        known[module] = false
        // A module may export a single type.
        let exports = lookup.reexports(by: module).contains { next in
            next.kind == nil ? self.exports(type, from: next.module, &known) : next.path == type
        }
        known[module] = exports
        return exports
    }

    /// Returns the typealiases of a type, which may be extended by their names.
    private func aliases(of type: LocatedType, in files: [DiskPath]) -> [TypeDeclaration] {
        guard type.declaration.enclosing.isEmpty else { return [] }
        return files.flatMap(index.located).map(\.declaration).filter { alias in
            alias.kind == .typealias && alias.enclosing.isEmpty && alias.name != type.declaration.name
                && alias.aliased?.namePath.map {
                    $0 == [type.declaration.name] || $0 == [type.module, type.declaration.name]
                } ?? false
        }
    }

    private func moduleName(of file: DiskPath) -> String {
        index.sources[file].map { index.project.modules[$0.module].name } ?? ""
    }
}

extension OutputUpdater {
    /// Returns the members of the types in a source, which has none if it declares and extends no type of these names;
    /// `nil` if they are not known now.
    fileprivate func surfaces(mentioning names: [[UInt8]], in file: DiskPath) -> FileSurfaces? {
        do {
            var isUnknown = false
            let surfaces = try answers.surfaces(in: file) { () throws(FileSystemError) -> FileSurfaces? in
                let bytes = try fileSystem.file(at: file.filePath, limit: LocalFileSystem.largestSource).bytes
                guard names.contains(where: { SurfaceReader.mayHave($0, in: bytes) }) else {
                    // A file that an editor has emptied, to write it again, is known by its earlier text.
                    isUnknown = bytes.isBlank && index.sources[file]?.hash != ContentHash(bytes)
                    return nil
                }
                // The seams themselves are no part of the type.
                return GeneratedMarker.isPresent(in: bytes) ? FileSurfaces() : SurfaceReader.read(bytes)
            }
            guard let surfaces else { return isUnknown ? nil : FileSurfaces() }
            return surfaces.isBroken ? nil : surfaces
        } catch {
            return error.errno.meansMissing ? FileSurfaces() : nil
        }
    }
}

extension TypeDeclaration {
    /// Returns the extension of a typealias as one of the type that it stands for. That has a condition if the typealias
    /// gives the type arguments.
    fileprivate func extending(_ alias: TypeDeclaration) -> TypeDeclaration {
        let own = alias.genericParameters.map { TypeExpression.named($0.name) }
        guard let type = alias.aliased, type.arguments != own else { return self }
        let condition = GenericRequirement(left: .named("Self"), relation: .equals, right: type)
        return with(genericRequirements: genericRequirements + [condition])
    }
}
