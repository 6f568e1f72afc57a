internal import MockModel
internal import MockParsing
internal import Synchronization
package import SystemPackage

/// The modules that exist in compiled form only: those of the toolchain, and those that a build left behind.
///
/// A module is looked at when somebody asks for a name that may come from it, and then kept.
package final class ModuleInterfaces: Sendable {
    /// A compiled module as it was found.
    private struct Entry: Sendable {
        /// The file and its state; `nil` when there is none.
        var version: String?
        var interface: ModuleInterface?
        /// `false`: only the version is known, from an earlier run.
        var isLoaded = true
    }

    private let toolchain: Toolchain?
    private let buildFolders: [FilePath]
    private let store: InterfaceStore?
    private let entries = Mutex<[String: Entry]>([:])

    /// - Parameters:
    ///   - root: the project's folder; a build leaves its modules below `.build`.
    ///   - cache: where to keep what was printed; `nil` to keep nothing.
    ///   - searchPath: the folders in which to look for the compiler, as in `PATH`.
    package init(root: FilePath, cache: FilePath?, searchPath: String, fileSystem: any FileSystem = LocalFileSystem()) {
        toolchain = Toolchain.find(in: searchPath)
        buildFolders = ["debug", "release"].map { root.appending(".build").appending($0).appending("Modules") }
        store = cache.map { InterfaceStore(folder: $0.appending("modules"), fileSystem: fileSystem) }
    }

    /// Whether anything can be found out about compiled modules at all.
    var isAvailable: Bool { toolchain != nil }

    /// The declarations of a module; `nil` when there is no such module or nothing can be found out about it.
    func interface(of module: String) -> ModuleInterface? {
        // Held while the tool runs: whoever asks for the same module needs the same answer.
        entries.withLock { entries in
            if let entry = entries[module], entry.isLoaded { return entry.interface }
            let entry = load(module)
            entries[module] = entry
            return entry.interface
        }
    }

    /// The version of a module that was looked into; `nil` when there was none.
    func version(of module: String) -> String? { entries.withLock { $0[module]?.version } }

    /// Whether the version of any module is known, that of a missing one included.
    var hasVersions: Bool { entries.withLock { !$0.isEmpty } }

    /// Takes note that an earlier run looked into a module of that version; `nil` when there was none.
    func expect(_ version: String?, of module: String) {
        entries.withLock { entries in
            if entries[module] == nil { entries[module] = Entry(version: version, isLoaded: false) }
        }
    }

    /// Looks whether the modules that were asked for are still the same; returns those that are not and forgets them.
    func forgetChanged() -> Set<String> {
        entries.withLock { entries in
            let changed = entries.filter { locate($0.key)?.version != $0.value.version }
            for name in changed.keys { entries[name] = nil }
            return Set(changed.keys)
        }
    }

    private func load(_ module: String) -> Entry {
        guard let toolchain, let (file, version) = locate(module) else { return Entry() }
        if let text = store?.text(of: module, at: file, version: version) {
            return Entry(version: version, interface: ModuleInterface(text))
        }
        let printer = InterfacePrinter(toolchain: toolchain, searchPaths: buildFolders.filter(\.isFolder))
        let interface = printer.text(of: module).map(ModuleInterface.init)
        if let interface { store?.keep(interface.text, of: module, at: file, version: version) }
        return Entry(version: version, interface: interface)
    }

    /// The file of a compiled module, and what tells this state of it from others.
    private func locate(_ module: String) -> (file: FilePath, version: String)? {
        guard let toolchain, let component = FilePath.Component("\(module).swiftmodule") else { return nil }
        for folder in toolchain.modules + buildFolders {
            let file = folder.appending(component)
            if let identity = FileIdentity(file) { return (file, "\(toolchain.version)-\(identity)") }
        }
        return nil
    }
}
