internal import LinuxSystem
internal import MockGeneration
internal import MockModel
internal import MockParsing
internal import Synchronization
package import SystemPackage

/// Modules that exist in compiled form only: those of the toolchain, and those of earlier builds.
///
/// A module is printed when a name that may come from it is looked up, and then kept. One of the toolchain is searched
/// for the name first: most names that no source declares are in none of them.
package final class ModuleInterfaces: Sendable {
    /// The longest time that printing a module may take where nothing else limits it, in milliseconds. Foundation takes
    /// 3 s on a free machine and took more than 20 s on a busy one.
    package static let printLimit = 120_000

    private let toolchain: Toolchain?
    private let asksToolchain: Bool
    /// The interfaces that are there as text, whatever the toolchain has.
    private let given: [String: FilePath]
    /// The folders of compiled modules in the project's builds, which a description of the project may move.
    private let buildFolders: Mutex<[FilePath]>
    private let store: InterfaceStore?
    private let fileSystem: any FileSystem
    private let shortestPause: Duration
    private let printLimit: Int
    private let modules = Mutex<[String: CompiledModule]>([:])
    package let inPrint: ModulesInPrint

    /// - Parameters:
    ///   - build: the folder of the project's builds, which leave their modules there.
    ///   - cache: the user's folder for printed interfaces, which all projects share; `nil` to keep none.
    ///   - searchPath: the folders to search for the compiler, as in `PATH`; `nil` to ask no toolchain.
    ///   - given: the files with the interfaces of modules that are not to be searched for.
    ///   - printLimit: the longest time that printing a module may take, in milliseconds.
    ///   - shortestPause: the time for which a module that could not be printed is not printed again.
    package init(
        build: BuildFolder, cache: FilePath?, searchPath: String?, given: [String: FilePath] = [:],
        fileSystem: any FileSystem = LocalFileSystem(), printLimit: Int = printLimit,
        shortestPause: Duration = .seconds(10), inPrint: ModulesInPrint = ModulesInPrint()
    ) {
        self.inPrint = inPrint
        self.shortestPause = shortestPause
        self.printLimit = printLimit
        toolchain = searchPath.flatMap(Toolchain.find)
        asksToolchain = searchPath != nil
        self.given = given
        buildFolders = Mutex(build.modules)
        self.fileSystem = fileSystem
        store = cache.map { InterfaceStore(folder: $0.appending("modules"), fileSystem: fileSystem) }
    }

    /// Searches another folder of builds from now on: a description of the project may name one. The next pass forgets
    /// the modules that this changes.
    package func search(_ build: BuildFolder) { buildFolders.withLock { $0 = build.modules } }

    /// Returns why these modules are unknown.
    func reason(forMissing modules: [String]) -> CompiledAnswer.Reason {
        if toolchain != nil { return .missing(modules: modules) }
        return asksToolchain ? .unreadable(modules: modules) : .ungiven(modules: modules)
    }

    /// The files of the modules that were looked up.
    package var files: [FilePath] { modules.withLock { $0.values.compactMap(\.location?.file) } }

    /// True if there is such a module, whether or not it can be read.
    func isLocated(_ module: String) -> Bool { self[module].location != nil }

    /// Returns the declarations of a module; `nil` if there is no such module or it cannot be read.
    func interface(of module: String) -> ModuleInterface? { self[module].interface { print(module, $0) } }

    /// Returns a module's declarations of a name that are known without printing the module. The result is `nil` if
    /// they are not known, and has no types if the module declares none of that name.
    func knownInterface(of module: String, for name: String) -> ModuleInterface? {
        KnownInterfaces.names.contains(name) ? knownInterface(of: module) : nil
    }

    /// Returns the modules that a module imports; `nil` if there is no such module or it cannot be read.
    func imports(of module: String) -> [String]? { (knownInterface(of: module) ?? interface(of: module))?.imports }

    /// Returns everything that a module declares of an outermost type: its declaration, its extensions, or nothing. The
    /// result is `nil` if there is such a module and it cannot be read.
    func surface(of name: String, in module: String) -> String? {
        let compiled = self[module]
        guard let location = compiled.location else { return "" }
        if given[module] != nil { return compiled.surfaces { _ in givenText(of: module) }.map { $0[name] ?? "" } }
        guard let toolchain else { return "" }
        return kept("\(module).\(name)", of: location) {
            compiled.surfaces { _ in printedText(of: module, by: toolchain) }.map { $0[name] ?? "" }
        }
    }

    /// True if ``nestedExtensions(of:in:)`` knows them.
    func knowsNestedExtensions(in module: String) -> Bool {
        given[module] == nil && toolchain?.hasGraphTool == true
    }

    /// Returns the extensions of types that a module has nested in an outermost type of another one: no interface has
    /// them. The result is `nil` if the module cannot be read.
    func nestedExtensions(of name: String, in module: String) -> String? {
        let compiled = self[module]
        guard let location = compiled.location, let toolchain, knowsNestedExtensions(in: module) else { return "" }
        return kept("\(module).\(name).nested", of: location) {
            compiled.nestedExtensions { _ in
                inPrint.printing(module) { printer(toolchain).nestedExtensions(in: module, fileSystem) }
            }.map { $0[name] ?? "" }
        }
    }

    /// Returns a part of what is known about a module, from the cache if it is there.
    private func kept(
        _ key: String, of location: CompiledModule.Location, or read: () -> String?
    ) -> String? {
        if let text = store?.text(of: key, at: location.file, version: location.version) { return text }
        guard let text = read() else { return nil }
        store?.keep(text, of: key, at: location.file, version: location.version)
        return text
    }

    /// Frees what ``surface(of:in:)`` read: call it when no more surfaces are needed.
    func forgetSurfaces() { modules.withLock { $0.values.forEach { $0.forgetSurfaces() } } }

    /// The modules that a module may lead to, itself included.
    struct Search {
        var searched: Set<String>
        /// Those that may declare the name, the nearest first.
        var candidates: [String] = []
    }

    /// Searches a module, and all that it may import, for a name.
    func search(_ module: String, for name: String) -> Search {
        var search = Search(searched: [module])
        var queue = [module][...]
        while let module = queue.popFirst() {
            let names = names(of: module)
            if names?.mayDeclare(name) != false { search.candidates.append(module) }
            queue += names?.possibleImports.sorted().filter { search.searched.insert($0).inserted } ?? []
        }
        return search
    }

    /// Prints modules side by side.
    func load(_ modules: [String]) {
        _ = WorkerThreads(count: modules.count).map(modules.count) { self.interface(of: modules[$0]) != nil }
    }

    // MARK: Versions

    /// Returns the version of a module that was looked up; `nil` if there was none, or if it could not be read: a later
    /// run must not take what lacks it for current.
    func version(of module: String) -> String? {
        modules.withLock { $0[module] }.flatMap { $0.isUnread ? nil : $0.version }
    }

    /// True if a module is there and the toolchain's tool failed to print it.
    func isUnprinted(_ module: String) -> Bool {
        given[module] == nil && modules.withLock { $0[module] }?.isUnread == true
    }

    /// True if any module was looked up, even a missing one.
    var hasVersions: Bool { modules.withLock { !$0.isEmpty } }

    /// Records the version of a module that an earlier run looked up; `nil` if it was missing.
    func expect(_ version: String?, of module: String) {
        modules.withLock { modules in
            if modules[module] == nil { modules[module] = CompiledModule(expecting: version) }
        }
    }

    /// Checks the modules that were looked up; forgets and returns those that have changed, and those that could not be
    /// read and are due again.
    func forgetChanged() -> Set<String> {
        modules.withLock { modules in
            let changed = modules.filter { locate($0.key)?.version != $0.value.version || $0.value.isDueAgain }
            for name in changed.keys { modules[name] = nil }
            return Set(changed.keys)
        }
    }

    // MARK: Modules

    private subscript(module: String) -> CompiledModule {
        modules.withLock { modules in
            if let known = modules[module], known.isLocated { return known }
            let new = CompiledModule(at: locate(module), shortestPause: shortestPause)
            modules[module] = new
            return new
        }
    }

    /// Returns the names in a module of the toolchain. Others are printed without a search: they are few, and whether
    /// they can be printed at all matters to messages. The standard library's text has those of other modules, too.
    private func names(of module: String) -> CompiledModuleNames? {
        self[module].names { location in
            guard module != Self.standardLibrary, isOfToolchain(module, location) else { return nil }
            return CompiledModuleNames(of: location.file, importable: importable())
        }
    }

    /// Returns the known part of a module's interface; `nil` if another compiler made the module.
    private func knownInterface(of module: String) -> ModuleInterface? {
        guard KnownInterfaces.isKnown(module) else { return nil }
        return self[module].knownInterface { location in
            guard isOfToolchain(module, location), CompilerTag.isOfAny(KnownInterfaces.compilers, location.file) else {
                return nil
            }
            return KnownInterfaces.interface(of: module)
        }
    }

    private func isOfToolchain(_ module: String, _ location: CompiledModule.Location) -> Bool {
        given[module] == nil && toolchain?.modules.contains(location.file.removingLastComponent()) == true
    }

    /// The modules of the toolchain that others may lead to.
    private func importable() -> Set<String> {
        let names = (toolchain?.modules ?? []).flatMap { (try? Folder.names(in: $0)) ?? [] }
        let ending = ".swiftmodule"
        return Set(names.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) })
            .filter { !Self.isOfC($0) && $0 != Self.standardLibrary }
    }

    /// Every module imports it, and no text says so.
    static let standardLibrary = "Swift"

    /// C modules declare no protocols, no classes and no noncopyable types.
    static func isOfC(_ module: String) -> Bool {
        module.hasPrefix("_") || ["Glibc", "Musl", "Android", "Darwin", "CDispatch", "SwiftGlibc"].contains(module)
    }

    /// The text of an interface that was given, without a limit that a real module could reach.
    private func givenText(of module: String) -> String? {
        given[module].flatMap { try? fileSystem.file(at: $0, limit: 1 << 28) }
            .map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private func print(_ module: String, _ location: CompiledModule.Location) -> ModuleInterface? {
        if given[module] != nil { return givenText(of: module).map(ModuleInterface.init) }
        guard let toolchain else { return nil }
        var printed: ModuleInterface?
        let text = kept(module, of: location) {
            printed = printedText(of: module, by: toolchain).map(ModuleInterface.init)
            return printed?.text
        }
        return printed ?? text.map(ModuleInterface.init)
    }

    private func printedText(of module: String, by toolchain: Toolchain) -> String? {
        inPrint.printing(module) { printer(toolchain).text(of: module) }
    }

    private func printer(_ toolchain: Toolchain) -> InterfacePrinter {
        InterfacePrinter(
            toolchain: toolchain, searchPaths: buildFolders.withLock(\.self).filter(\.isFolder), timeLimit: printLimit)
    }

    /// Returns the file of a compiled module, and a version that identifies its state.
    private func locate(_ module: String) -> CompiledModule.Location? {
        if let file = given[module] {
            return fileSystem.signature(of: file).map { signature in
                CompiledModule.Location(file: file, version: "given-\(signature.modified).\(signature.inode)")
            }
        }
        guard let toolchain, let component = FilePath.Component("\(module).swiftmodule") else { return nil }
        for folder in toolchain.modules + buildFolders.withLock(\.self) {
            let file = folder.appending(component)
            if let identity = FileVersion(file) {
                return CompiledModule.Location(file: file, version: "\(toolchain.version)-\(identity)")
            }
        }
        return nil
    }
}
