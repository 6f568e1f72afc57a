internal import MockModel
internal import MockParsing
internal import Synchronization
package import SystemPackage

/// Modules that exist in compiled form only: those of the toolchain, and those of earlier builds.
///
/// A module is loaded when a name that may come from it is looked up, and then kept.
package final class ModuleInterfaces: Sendable {
    /// A compiled module and its version.
    private struct Entry: Sendable {
        /// The toolchain and the state of the module's file; `nil` if there is no file.
        var version: String?
        var interface: ModuleInterface?
        /// False if only the version is known, from an earlier run.
        var isLoaded = true
    }

    private let toolchain: Toolchain?
    private let buildFolders: [FilePath]
    private let store: InterfaceStore?
    private let entries = Mutex<[String: Entry]>([:])

    /// - Parameters:
    ///   - root: the project's folder; a build leaves its modules below `.build`.
    ///   - cache: the folder for printed interfaces; `nil` to keep none.
    ///   - searchPath: the folders to search for the compiler, as in `PATH`.
    package init(root: FilePath, cache: FilePath?, searchPath: String, fileSystem: any FileSystem = LocalFileSystem()) {
        toolchain = Toolchain.find(in: searchPath)
        buildFolders = ["debug", "release"].map { root.appending(".build").appending($0).appending("Modules") }
        store = cache.map { InterfaceStore(folder: $0.appending("modules"), fileSystem: fileSystem) }
    }

    /// True if compiled modules can be read at all.
    var isAvailable: Bool { toolchain != nil }

    /// Returns the declarations of a module; `nil` if there is no such module or it cannot be read.
    func interface(of module: String) -> ModuleInterface? {
        // The lock is held while the tool runs, because concurrent lookups of a module need the same answer.
        entries.withLock { entries in
            if let entry = entries[module], entry.isLoaded { return entry.interface }
            let entry = load(module)
            entries[module] = entry
            return entry.interface
        }
    }

    /// Returns the version of a module that was looked up; `nil` if there was none.
    func version(of module: String) -> String? { entries.withLock { $0[module]?.version } }

    /// True if any module was looked up, even a missing one.
    var hasVersions: Bool { entries.withLock { !$0.isEmpty } }

    /// Records the version of a module that an earlier run looked up; `nil` if it was missing.
    func expect(_ version: String?, of module: String) {
        entries.withLock { entries in
            if entries[module] == nil { entries[module] = Entry(version: version, isLoaded: false) }
        }
    }

    /// Checks the modules that were looked up; forgets and returns those that have changed.
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

    /// Returns the file of a compiled module, and a version that identifies its state.
    private func locate(_ module: String) -> (file: FilePath, version: String)? {
        guard let toolchain, let component = FilePath.Component("\(module).swiftmodule") else { return nil }
        for folder in toolchain.modules + buildFolders {
            let file = folder.appending(component)
            if let identity = FileVersion(file) { return (file, "\(toolchain.version)-\(identity)") }
        }
        return nil
    }
}
