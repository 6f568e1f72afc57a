internal import FoundationEssentials
internal import LinuxSystem
internal import MockModel
internal import Synchronization
package import SystemPackage

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Asks SwiftPM what a manifest describes, where reading its text does not tell: `swift package dump-package`.
///
/// That compiles and runs the manifest, as the user's own builds do. Here it happens as soon as the file changes, so
/// it happens in a ``Sandbox``, or where the user trusts the manifest. SwiftPM uses folders of its own and never waits
/// for a build. Only the root that the user named is asked about, and only if it belongs to this user.
package final class ManifestRunner: Sendable {
    enum Answer {
        /// The JSON that SwiftPM printed, now or earlier.
        case known(String)
        case refused(Refusal)
        /// SwiftPM is at work; the closure of ``runInBackground(whenDone:)`` is called at the end.
        case pending
    }

    /// The reason why there is no description.
    struct Refusal: Hashable {
        var reason: String
        /// The position of a mistake that the compiler found in the manifest.
        var mistake: SourcePosition?

        init(_ reason: String, mistake: SourcePosition? = nil) {
            self.reason = reason
            self.mistake = mistake
        }
    }

    private struct Manifest {
        var text: String
        var file: FilePath
        /// Identifies all that the answer depends on.
        var version: String
        /// `nil` if the user trusts it.
        var sandbox: Sandbox?
    }

    private struct State {
        /// The last answer, also if it could not be kept on the disk.
        var last: (version: String, answer: Answer)?
        var isRunning = false
        var whenDone: (@Sendable () -> Void)?
        var waiters: [AsyncStream<Void>.Continuation] = []
        /// The folders of the manifests that the user trusts.
        var trusted: Set<FilePath> = []
    }

    private let cache: FilePath?
    private let environment: [String: String]
    private let trustsManifest: Bool
    private let whenWaiting: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - cache: The folder to work in and to keep answers in; `nil` if nothing may be kept.
    ///   - environment: The variables, of which the manifest gets those that it names; `PATH` leads to the toolchain.
    ///   - trustsManifest: True to run it without a sandbox.
    ///   - whenWaiting: Called when a question begins for which the caller waits.
    package init(
        cache: FilePath?, environment: [String: String], trustsManifest: Bool = false,
        whenWaiting: @escaping @Sendable () -> Void = {}
    ) {
        self.cache = cache
        self.environment = environment
        self.trustsManifest = trustsManifest
        self.whenWaiting = whenWaiting
    }

    /// Runs the manifests of these folders without a sandbox; replaces those that were named before.
    func trust(_ roots: Set<FilePath>) {
        state.withLock { state in
            // A manifest that was refused may run now.
            if roots != state.trusted { state.last = nil }
            state.trusted = roots
        }
    }

    private func trusts(_ file: FilePath) -> Bool {
        let root = file.removingLastComponent()
        let roots = [root, root.canonical ?? root]
        return trustsManifest || state.withLock { state in roots.contains(where: state.trusted.contains) }
    }

    /// From now on nothing waits for SwiftPM: an answer that is not known yet is pending.
    package func runInBackground(whenDone: @escaping @Sendable () -> Void) {
        state.withLock { $0.whenDone = whenDone }
    }

    /// Returns when no answer is pending, or when the task is cancelled.
    package func finish() async {
        let (end, waiter) = AsyncStream<Void>.makeStream()
        let isRunning = state.withLock { state in
            if state.isRunning { state.waiters.append(waiter) }
            return state.isRunning
        }
        if isRunning { for await _ in end {} }
    }

    /// - Parameter text: The text of the manifest.
    func answer(about text: String, at file: FilePath) -> Answer {
        guard let cache else { return .refused(Refusal("without a cache there is no folder to run it in")) }
        guard let toolchain = Toolchain.find(in: environment["PATH"] ?? "") else {
            return .refused(Refusal("there is no Swift toolchain in PATH"))
        }
        for path in [file.removingLastComponent(), file] {
            guard let owner = try? path.stat().userID.rawValue, owner != geteuid() else { continue }
            return .refused(Refusal("\(path) belongs to uid \(owner), not to uid \(geteuid())"))
        }
        var manifest = Manifest(text: text, file: file, version: version(of: text, toolchain))
        let store = InterfaceStore(folder: cache.appending("manifests"), fileSystem: LocalFileSystem())
        if let json = store.text(of: "Package", at: file, version: manifest.version) { return .known(json) }
        let (last, runsInBackground) = state.withLock { ($0.last, $0.whenDone != nil) }
        if let last, last.version == manifest.version { return last.answer }
        if !trusts(file) {
            manifest.sandbox = Sandbox(in: environment["PATH"] ?? "")
            if manifest.sandbox == nil { return .refused(Self.withoutSandbox("bubblewrap is not installed")) }
        }
        guard runsInBackground else {
            whenWaiting()
            let answer = ask(about: manifest, toolchain, in: cache)
            keep(answer, about: manifest, in: store)
            return answer
        }
        return start(manifest, toolchain, cache, store)
    }

    /// Returns a text that changes with the manifest, the toolchain and the variables that the manifest names. SwiftPM
    /// keeps its own answers as long, too.
    private func version(of text: String, _ toolchain: Toolchain) -> String {
        let named = variables(namedIn: text).sorted { $0.key < $1.key }
        let variables = named.map { "\($0.key)=\($0.value)" }.joined(separator: "\0")
        return "\(ContentHash(text))-\(ContentHash(variables))-\(toolchain.version)"
    }

    private func keep(_ answer: Answer, about manifest: Manifest, in store: InterfaceStore) {
        guard case .known(let json) = answer else { return }
        store.keep(json, of: "Package", at: manifest.file, version: manifest.version)
    }

    // MARK: In the background

    private func start(
        _ manifest: Manifest, _ toolchain: Toolchain, _ cache: FilePath, _ store: InterfaceStore
    ) -> Answer {
        let isFirst = state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
        // The end of an earlier run leads to the next question.
        guard isFirst else { return .pending }
        do {
            try DetachedThread.start { [self] in
                let answer = ask(about: manifest, toolchain, in: cache)
                keep(answer, about: manifest, in: store)
                finish(manifest, answer)
            }
            return .pending
        } catch {
            state.withLock { $0.isRunning = false }
            return .refused(Refusal("\(error)"))
        }
    }

    private func finish(_ manifest: Manifest, _ answer: Answer) {
        let (whenDone, waiters) = state.withLock { state in
            defer { state.waiters = [] }
            state.isRunning = false
            state.last = (manifest.version, answer)
            return (state.whenDone, state.waiters)
        }
        // Before the waiters: what they ask for next comes after it.
        whenDone?()
        for waiter in waiters { waiter.finish() }
    }

    /// Returns the reason that a manifest was not run, with the two ways out.
    private static func withoutSandbox(_ reason: String) -> Refusal {
        Refusal(
            "\(reason), so it was not run; install it (apt install bubblewrap), or have this manifest run without it: "
                + "\(UserConfiguration.trustManifestFlag), or its folder under '\(UserConfiguration.Keys.trustManifests.name)' in "
                + "your own config.yml")
    }

    // MARK: Asking

    private func ask(about manifest: Manifest, _ toolchain: Toolchain, in cache: FilePath) -> Answer {
        removeLeftovers(in: cache)
        let folder = cache.appending("manifest-\(getpid())")
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        do {
            try FileManager.default.createDirectory(
                atPath: folder.appending("tmp").string, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            let answer = Self.run(process(toolchain, manifest, folder), on: manifest.file)
            // SwiftPM has read the file later than its text was read. The present text is asked about next.
            guard (try? manifest.file.readText()) == manifest.text else { return .refused(Refusal("it has changed")) }
            return answer
        } catch {
            return .refused(Refusal("\(error)"))
        }
    }

    private static func run(_ process: ChildProcess, on file: FilePath) -> Answer {
        let result = process.run()
        if let result, result.isSuccess { return .known(String(decoding: result.output, as: UTF8.self)) }
        let lines = process.errors.flatMap { try? $0.readText() }?.split(separator: "\n") ?? []
        if let failure = lines.first(where: { $0.hasPrefix("\(Sandbox.name): ") }) {
            return .refused(withoutSandbox("bubblewrap does not work here (\(failure.prefix(200)))"))
        }
        // SwiftPM's own first line is the compiler's whole command.
        let error = lines.first { $0.contains("error: ") && !$0.contains("(compiled with: ") }
        return .refused(
            error.map { mistake($0, in: file) ?? Refusal(String($0.prefix(300))) }
                ?? Refusal("it failed, or took longer than \(process.timeLimit / 1000) s"))
    }

    /// Reads `/path/Package.swift:7:1: error: …`; `nil` for an error of another kind.
    private static func mistake(_ line: Substring, in file: FilePath) -> Refusal? {
        guard line.hasPrefix("\(file):") else { return nil }
        let parts = line.dropFirst(file.string.utf8.count + 1).split(separator: ":", maxSplits: 3)
        guard parts.count == 4, let row = Int(parts[0]), let column = Int(parts[1]), parts[2] == " error" else {
            return nil
        }
        return Refusal(String(parts[3].dropFirst()), mistake: SourcePosition(line: row, column: column))
    }

    private func process(_ toolchain: Toolchain, _ manifest: Manifest, _ folder: FilePath) -> ChildProcess {
        let root = manifest.file.removingLastComponent()
        let scratch = folder.appending("tmp")
        let folders = ["scratch", "cache", "config", "security"].flatMap {
            ["--\($0)-path", scratch.appending($0).string]
        }
        let command =
            [toolchain.driver.string, "package", "--package-path", root.string] + folders
            + ["--manifest-cache", "none", "dump-package"]
        // The manifest may be a link to a file elsewhere.
        let readable = [root, toolchain.folder] + [manifest.file.canonical].compactMap(\.self)
        let runtimeFolder = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? FilePath($0) : nil }
        var process = ChildProcess(
            manifest.sandbox?.arguments(
                command, reading: readable, writingTo: scratch, hiding: runtimeFolder) ?? command)
        // SwiftPM's locks lie in the temporary folder, so it waits for no build.
        let own = [
            "TMPDIR": scratch.string, "XDG_CACHE_HOME": scratch.appending("cache").string,
            "SWIFT_BACKTRACE": "enable=no",
        ]
        process.environment = variables(for: manifest).merging(own) { $1 }.map { "\($0.key)=\($0.value)" }
        process.errors = folder.appending("errors")
        // Many times what it takes on a busy machine.
        process.timeLimit = 60_000
        return process
    }

    /// The variables that SwiftPM needs, and those that the manifest names: the others may hold secrets.
    private func variables(for manifest: Manifest) -> [String: String] {
        if manifest.sandbox == nil { return environment }
        return environment.filter { Self.neededVariables.contains($0.key) }
            .merging(variables(namedIn: manifest.text)) { $1 }
    }

    private func variables(namedIn text: String) -> [String: String] {
        environment.filter { text.contains("\"\($0.key)\"") }
    }

    private static let neededVariables: Set = ["HOME", "LANG", "LC_ALL", "PATH", "SDKROOT", "USER"]

    /// Removes the folders of processes that died.
    private func removeLeftovers(in cache: FilePath) {
        for name in (try? cache.listing()) ?? [] where name.hasPrefix("manifest-") {
            guard let process = pid_t(name.dropFirst("manifest-".count)), kill(process, 0) != 0, errno == ESRCH
            else { continue }
            try? FileManager.default.removeItem(atPath: cache.appending(name).string)
        }
    }
}
