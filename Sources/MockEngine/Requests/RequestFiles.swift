internal import Glibc
internal import LinuxSystem
package import MockModel
internal import Synchronization
package import SystemPackage

/// The files of a request of a build system: named inputs, and outputs that are written at its end.
///
/// An input is known by the digest that the request gives for it, so an unchanged one costs no system call, and nothing
/// but inputs is read. Paths are those below ``root``; the files may be in a sandbox, another one for each request.
///
/// The text of an output is kept: a build system removes outputs before it asks for them again, and an edit that changes
/// no mock then costs a write and nothing else. Outputs reach the disk in ``complete(_:)``, so a request that is
/// cancelled, or that must be repeated, has written nothing.
package final class RequestFiles: FileSystem {
    /// The text of an output.
    private struct Output: Sendable {
        var bytes: [UInt8]
        /// Identifies the text.
        var signature: FileSignature
        /// The state of the file that was written; `nil` if it is still to be written.
        var written: FileSignature?
    }

    private struct State: Sendable {
        /// The folder that takes the place of the root.
        var folder: FilePath
        var disk: LocalFileSystem
        var inputs: [DiskPath: FileSignature?] = [:]
        /// The entries of folders with inputs; made when a folder is listed.
        var folders: [DiskPath: [String: FolderEntry]]?
        /// The files and folders that may be written.
        var allowed: [DiskPath] = []
        var outputs: [DiskPath: Output] = [:]
        var removed: Set<DiskPath> = []
        var readCount = 0
        /// Inputs that the request names and that are not there.
        var lost: Set<DiskPath> = []
    }

    private static let outputDevice: UInt64 = .max - 1

    package let root: FilePath
    package let digests: DigestCache
    private let state: Mutex<State>

    package init(root: FilePath, digests: DigestCache) {
        self.root = root
        self.digests = digests
        state = Mutex(State(folder: root, disk: LocalFileSystem(root: root, isOnlyWriter: true)))
    }

    /// The number of inputs that were read so far.
    package var readCount: Int { state.withLock { $0.readCount } }

    /// The bytes of the texts that are kept.
    package var size: Int { state.withLock { $0.outputs.values.reduce(0) { $0 + $1.bytes.count } } }

    /// Begins a request.
    ///
    /// - Parameter sandbox: The folder that the paths are in, relative to the root; empty for the root itself.
    package func begin(_ inputs: [RequestInput], sandbox: String) {
        let folder = root.resolving(sandbox)
        let disk = LocalFileSystem(root: folder, isOnlyWriter: true)
        let base = DiskPath(root)
        var known: [DiskPath: FileSignature?] = Dictionary(minimumCapacity: inputs.count)
        for input in inputs { known[path(of: input.path, in: base)] = .some(input.signature) }
        state.withLock { state in
            (state.folder, state.disk, state.inputs) = (folder, disk, known)
            (state.folders, state.removed, state.lost) = (nil, [], [])
        }
    }

    /// - Parameter outputs: The only files, and folders with files, that may be written.
    package func allow(_ outputs: [FilePath]) { state.withLock { $0.allowed = outputs.map(DiskPath.init) } }

    /// Most paths are in normal form, and telling that is much faster than making it.
    private func path(of text: String, in base: DiskPath) -> DiskPath {
        text.isNormalPath ? base.appending(text) : DiskPath(root.resolving(text))
    }

    // MARK: Places

    /// Returns the path on the disk.
    private func location(of path: FilePath, _ state: State) -> FilePath {
        var below = path
        guard state.folder != root, below.removePrefix(root) else { return path }
        return state.folder.pushing(below)
    }

    private func isAllowed(_ path: DiskPath, _ state: State) -> Bool {
        state.allowed.contains { path.isInside($0) }
    }

    /// The place of a file, and what is known of it.
    private enum Place {
        case input(FilePath, LocalFileSystem, FileSignature?)
        case output(FilePath, LocalFileSystem, Output?)
        case unknown
    }

    private func place(of path: FilePath) -> Place {
        let key = DiskPath(path)
        return state.withLock { state in
            if let input = state.inputs[key] { return .input(location(of: path, state), state.disk, input) }
            guard isAllowed(key, state) else { return .unknown }
            return .output(location(of: path, state), state.disk, state.outputs[key])
        }
    }

    // MARK: Reading

    package func file(at path: FilePath, limit: Int) throws(FileSystemError) -> FileContents {
        switch place(of: path) {
        case .input(let location, let disk, let signature):
            state.withLock { $0.readCount += 1 }
            return try input(path, at: location, disk, signature, limit)
        case .output(let location, let disk, let output):
            if let output, isCurrent(output, at: location, disk) {
                return FileContents(bytes: output.bytes, signature: output.signature)
            }
            return try naming(path) { () throws(FileSystemError) in try disk.file(at: location, limit: limit) }
        case .unknown: throw FileSystemError(.read, path, .noSuchFileOrDirectory)
        }
    }

    private func input(
        _ path: FilePath, at location: FilePath, _ disk: LocalFileSystem, _ signature: FileSignature?, _ limit: Int
    ) throws(FileSystemError) -> FileContents {
        do throws(FileSystemError) {
            var contents = try naming(path) { () throws(FileSystemError) in try disk.file(at: location, limit: limit) }
            if let signature { contents.signature = signature }
            return contents
        } catch {
            if error.errno.meansMissing { state.withLock { _ = $0.lost.insert(DiskPath(path)) } }
            throw error
        }
    }

    /// True if the disk has the text of the output, or nothing: then the build system has removed it.
    private func isCurrent(_ output: Output, at location: FilePath, _ disk: LocalFileSystem) -> Bool {
        guard let written = output.written else { return true }
        let found = disk.signature(of: location)
        return found == nil && disk.isMissing(location) || found == written
    }

    package func signature(of path: FilePath) -> FileSignature? {
        switch place(of: path) {
        case .input(let location, let disk, let signature): signature ?? disk.signature(of: location)
        case .output(let location, let disk, let output):
            if let output, isCurrent(output, at: location, disk) {
                output.signature
            } else {
                disk.signature(of: location)
            }
        case .unknown: nil
        }
    }

    package func isMissing(_ path: FilePath) -> Bool {
        switch place(of: path) {
        case .input(_, _, .some): false
        case .input(let location, let disk, nil): disk.isMissing(location)
        case .output(let location, let disk, let output): output == nil && disk.isMissing(location)
        case .unknown: true
        }
    }

    /// Build systems make sandboxes of links; an input counts as the file that it leads to.
    package func isLink(_ path: FilePath) -> Bool {
        guard case .output(let location, let disk, _) = place(of: path) else { return false }
        return disk.isLink(location)
    }

    package func entries(of directory: FilePath, withStates: Bool) throws(FileSystemError) -> [FolderEntry] {
        let key = DiskPath(directory)
        var entries = listing(of: key) ?? [:]
        var isThere = !entries.isEmpty
        if case .output(let location, let disk, _) = place(of: directory) {
            let found = try? disk.entries(of: location, withStates: withStates)
            isThere = isThere || found != nil
            for entry in found ?? [] { entries[entry.name] = entry }
            // Those that the disk lacks, or that have the text that was written there.
            for path in state.withLock({ $0.outputs.keys.filter { $0.folder == key } }) {
                guard let signature = signature(of: path.filePath) else { continue }
                let name = String(path.name)
                entries[name] = FolderEntry(name: name, kind: .file, signature: signature)
                isThere = true
            }
        }
        guard isThere else { throw FileSystemError(.list, directory, .noSuchFileOrDirectory) }
        return Array(entries.values)
    }

    /// Returns the entries of a folder with inputs.
    private func listing(of folder: DiskPath) -> [String: FolderEntry]? {
        state.withLock { state in
            if state.folders == nil { state.folders = Self.folders(of: state.inputs) }
            return state.folders?[folder]
        }
    }

    private static func folders(of inputs: [DiskPath: FileSignature?]) -> [DiskPath: [String: FolderEntry]] {
        var folders: [DiskPath: [String: FolderEntry]] = [:]
        for (path, signature) in inputs {
            var entry = FolderEntry(name: String(path.name), kind: .file, signature: signature)
            var folder = path.folder
            while !folder.text.isEmpty, folders[folder]?[entry.name] == nil {
                folders[folder, default: [:]][entry.name] = entry
                entry = FolderEntry(name: String(folder.name), kind: .directory)
                folder = folder.folder
            }
        }
        return folders
    }

    /// Calls the function; an error of it names the path of the request instead of that in a sandbox.
    private func naming<Value>(
        _ path: FilePath, _ body: () throws(FileSystemError) -> Value
    ) throws(FileSystemError) -> Value {
        do throws(FileSystemError) {
            return try body()
        } catch {
            var error = error
            error.path = path
            throw error
        }
    }

    // MARK: Writing

    package func replace(
        _ path: FilePath, with pieces: [[UInt8]], isDurable: Bool
    ) throws(FileSystemError) -> FileSignature? {
        let key = DiskPath(path)
        let signature = FileSignature(content: ContentHash(pieces: pieces), device: Self.outputDevice)
        let mayWrite = state.withLock { state in
            guard isAllowed(key, state) else { return false }
            state.outputs[key] = Output(bytes: Array(pieces.joined()), signature: signature)
            state.removed.remove(key)
            return true
        }
        // A file with seams, for example, stands beside the sources.
        guard mayWrite else { throw FileSystemError(.write, path, .notPermitted) }
        return signature
    }

    package func remove(_ path: FilePath) throws(FileSystemError) {
        let key = DiskPath(path)
        let mayWrite = state.withLock { state in
            guard isAllowed(key, state) else { return false }
            state.outputs[key] = nil
            state.removed.insert(key)
            return true
        }
        guard mayWrite else { throw FileSystemError(.remove, path, .notPermitted) }
    }

    /// Folders of outputs belong to the build system.
    package func removeEmptyFolder(_: FilePath) {}

    /// Reports the inputs that were not there: a pass alone takes them for deleted sources.
    package func reportLostInputs(in report: inout EngineReport, of project: Project) {
        for path in state.withLock({ $0.lost }).sorted() {
            report.diagnostics.append(
                Diagnostic(
                    path: project.displayPath(of: path), position: nil, severity: .error,
                    message: "cannot read the file: \(Errno.noSuchFileOrDirectory)", code: "unreadable"))
        }
    }

    /// Writes the outputs that the disk lacks, and removes those that nothing asks for any more.
    ///
    /// They do not wait for the disk: a build system compares outputs with their digests and has lost ones made again.
    ///
    /// - Returns: The outputs that the build system had removed and that are as they were.
    @discardableResult
    package func complete(_ report: inout EngineReport) -> [FilePath] {
        let (outputs, removed, disk) = state.withLock { ($0.outputs, $0.removed, $0.disk) }
        var restored: [FilePath] = []
        for (path, output) in outputs.sorted(byPath: \.key) {
            let location = state.withLock { self.location(of: path.filePath, $0) }
            if output.written != nil, disk.signature(of: location) != nil { continue }
            do throws(FileSystemError) {
                let written = try naming(path.filePath) { () throws(FileSystemError) in
                    try disk.replace(location, with: [output.bytes], isDurable: false)
                }
                state.withLock { $0.outputs[path]?.written = written }
                if output.written != nil { restored.append(path.filePath) }
            } catch {
                state.withLock { $0.outputs[path] = nil }
                report.failures.append(error)
            }
        }
        for path in removed.sorted() {
            let location = state.withLock { self.location(of: path.filePath, $0) }
            do throws(FileSystemError) {
                try naming(path.filePath) { () throws(FileSystemError) in try disk.remove(location) }
            } catch {
                report.failures.append(error)
            }
        }
        return restored
    }
}

extension String {
    /// True for a relative path without empty parts and without parts that begin with a dot.
    fileprivate var isNormalPath: Bool {
        var isAtBeginning = true
        for byte in utf8 {
            if isAtBeginning, byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") { return false }
            isAtBeginning = byte == UInt8(ascii: "/")
        }
        return !isAtBeginning
    }
}
