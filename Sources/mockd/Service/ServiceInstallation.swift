internal import ControlChannel
internal import Glibc
internal import LinuxSystem
internal import MockEngine
internal import MockModel
internal import SystemPackage

/// Writes a unit into the user's systemd folder, and removes it again.
struct ServiceInstallation {
    /// The reason why it failed, with the exit status for that.
    struct Failure: Error, Hashable, CustomStringConvertible {
        var description: String
        var exitStatus: Int32
    }

    let name: ServiceName
    /// `~/.config/systemd/user`
    let folder: FilePath
    let console: Console

    private var unitFile: FilePath { folder.appending(name.file) }
    private var dropInFolder: FilePath { folder.appending(name.dropInFolderName) }
    private var dropInFile: FilePath { dropInFolder.appending("outputs.conf") }
    private var socketFile: FilePath { folder.appending(name.socketUnit) }
    private var wantsFolders: [FilePath] {
        ["default.target.wants", "sockets.target.wants"].map { folder.appending($0) }
    }
    /// The unit that starts the service: its own, or that of its socket; `nil` if neither is enabled.
    private var enabledUnit: String? {
        [name.unit, name.socketUnit].first { unit in wantsFolders.contains { $0.appending(unit).exists } }
    }

    /// Installs and starts the service, or leaves everything as it was.
    func install(_ unit: ServiceUnit) throws(Failure) {
        try findManager(orElse: "nothing was installed", "run: mockd watch \(name.root.shellWord)")
        let written = [unitFile] + (unit.dropIn == nil ? [] : [dropInFile]) + (unit.socket == nil ? [] : [socketFile])
        for file in written where file.exists && !isOurs(file) {
            throw Failure(
                description: "\(file) was not written by mockd and is left as it is; move it away first",
                exitStatus: ExitStatus.cannotCreate)
        }
        let enabled = enabledUnit
        if enabled == nil { try checkThatNoDaemonRuns() }
        let texts = [unitFile, dropInFile, socketFile].map { ($0, try? LocalFileSystem().contents(of: $0)) }
        let folders = [dropInFolder] + wantsFolders + unit.outsideOutputs
        let missing = Set(folders.flatMap(\.missingFolders)).sorted { $0.length > $1.length }
        do {
            try start(unit)
        } catch {
            let started = startedUnit(of: unit)
            if enabled != started { _ = systemctl(["disable", "--quiet", "--now", started]) }
            for (file, text) in texts { restore(file, text) }
            for folder in missing { rmdir(folder.string) }
            _ = systemctl(["daemon-reload"])
            // A unit that failed stays in systemd's lists, even without its file.
            if let enabled, enabled != started { _ = systemctl(["enable", "--quiet", "--now", enabled]) }
            _ = systemctl([enabled == nil ? "reset-failed" : "restart", "--quiet", enabled ?? name.unit])
            let state = enabled == nil ? "nothing was installed" : "the service is as it was before"
            throw Failure(description: "\(state): \(error.description)", exitStatus: error.exitStatus)
        }
        if unit.socket == nil {
            console.result("enabled and started \(name.unit)")
        } else {
            console.result(
                "enabled \(name.socketUnit): the first mockctl starts the daemon, which ends after "
                    + "\(ServiceUnit.idleLimit) without use")
        }
        console.result("how it is:             mockd service status \(name.root.shellWord)")
        console.result("what it says:          journalctl --user -u '\(name.unit)'")
        console.result("also when logged out:  loginctl enable-linger")
        console.result("undo all of this:      mockd service uninstall \(name.root.shellWord)")
    }

    private func start(_ unit: ServiceUnit) throws(Failure) {
        for output in unit.outsideOutputs { try makeFolder(output) }
        let isNew = try write(unit.text, to: unitFile)
        let differs =
            if let dropIn = unit.dropIn { try write(dropIn, to: dropInFile) } else { try remove(dropInFile) }
        // The two ways to start it exclude each other: systemd opens no socket beside a service that runs.
        let started = startedUnit(of: unit)
        if let enabled = enabledUnit, enabled != started { try disable() }
        _ = if let socket = unit.socket { try write(socket, to: socketFile) } else { try remove(socketFile) }
        try control(["daemon-reload"])
        // A service that runs already still uses the old text.
        if isNew || differs { try control(["try-restart", name.unit]) }
        try control(["enable", "--quiet", "--now", started])
    }

    private func startedUnit(of unit: ServiceUnit) -> String { unit.socket == nil ? name.unit : name.socketUnit }

    /// Stops the service and what starts it.
    private func disable() throws(Failure) {
        if isOurs(socketFile) { try control(["disable", "--quiet", "--now", name.socketUnit]) }
        try control(["disable", "--quiet", "--now", name.unit])
    }

    func uninstall() throws(Failure) {
        guard isOurs(unitFile) else {
            throw Failure(
                description: unitFile.exists
                    ? "\(unitFile) was not written by mockd and is left as it is; remove it yourself"
                    : "mockd is not installed as a service; there is no \(unitFile)",
                exitStatus: unitFile.exists ? ExitStatus.cannotCreate : ExitStatus.failed)
        }
        try findManager(orElse: "nothing was removed", "delete \(unitFile)")
        try disable()
        console.result("stopped and disabled \(name.unit)")
        _ = try remove(socketFile)
        _ = try remove(dropInFile)
        rmdir(dropInFolder.string)
        if name.isInstance, hasOtherInstances {
            console.result("kept \(unitFile), which other projects use")
        } else {
            _ = try remove(unitFile)
        }
        try control(["daemon-reload"])
    }

    /// Checks that systemd can know the unit: without its file, 'systemctl status' says less.
    func checkThatItIsInstalled() throws(Failure) {
        let folders = [folder] + Self.systemFolders.map { FilePath($0) }
        guard !folders.contains(where: { $0.appending(name.file).exists }) else { return }
        throw Failure(
            description: "mockd is not installed as a service; there is no \(unitFile); install it with: "
                + "mockd service install \(name.root.shellWord)",
            exitStatus: ExitStatus.noSuchUnit)
    }

    /// The folders where a distribution's package or an administrator may have put the unit (systemd.unit(5)).
    private static let systemFolders = [
        "/etc/systemd/user", "/run/systemd/user", "/usr/local/lib/systemd/user", "/usr/lib/systemd/user",
    ]

    // MARK: Files

    /// Writes the file if needed. Returns true if it had another text or did not exist.
    private func write(_ text: String, to file: FilePath) throws(Failure) -> Bool {
        let existing = try? LocalFileSystem().contents(of: file)
        if let existing, String(decoding: existing, as: UTF8.self) == text {
            console.result("\(file) is current")
            return false
        }
        do {
            try LocalFileSystem().replace(file, with: Array(text.utf8))
        } catch {
            throw Failure(description: "\(error)", exitStatus: ExitStatus.of([error]) ?? ExitStatus.cannotCreate)
        }
        console.result("wrote \(file)")
        return true
    }

    private func makeFolder(_ path: FilePath) throws(Failure) {
        guard !path.isEmpty, !path.exists else { return }
        try makeFolder(path.removingLastComponent())
        guard mkdir(path.string, 0o777) == 0 || errno == EEXIST else {
            throw Failure(
                description: "cannot create \(path): \(Errno(rawValue: errno))", exitStatus: ExitStatus.cannotCreate)
        }
    }

    /// Removes the file if mockd wrote it. Returns true if it did.
    private func remove(_ file: FilePath) throws(Failure) -> Bool {
        guard isOurs(file) else { return false }
        guard unlink(file.string) == 0 else {
            throw Failure(
                description: "cannot remove \(file): \(Errno(rawValue: errno))", exitStatus: ExitStatus.cannotCreate)
        }
        console.result("removed \(file)")
        return true
    }

    /// Gives a file of ours the text back that it had; `nil` if there was none.
    private func restore(_ file: FilePath, _ text: [UInt8]?) {
        guard let text else { return _ = try? remove(file) }
        guard !file.exists || isOurs(file), (try? LocalFileSystem().contents(of: file)) != text else { return }
        if (try? LocalFileSystem().replace(file, with: text)) != nil { console.result("restored \(file)") }
    }

    private func isOurs(_ file: FilePath) -> Bool {
        guard let bytes = try? LocalFileSystem().contents(of: file) else { return false }
        return bytes.starts(with: ServiceUnit.header.utf8)
    }

    /// True if the template is enabled for another project.
    private var hasOtherInstances: Bool {
        let entries = wantsFolders.flatMap { (try? LocalFileSystem().entries(of: $0, withStates: false)) ?? [] }
        return entries.contains { $0.name.hasPrefix("mockd@") && ![name.unit, name.socketUnit].contains($0.name) }
    }

    // MARK: systemd

    /// Checks that systemd manages services of this user.
    ///
    /// - Parameters:
    ///   - consequence: The part of the message that says what was left alone.
    ///   - alternative: The part that says what to do on a machine without systemd.
    private func findManager(orElse consequence: String, _ alternative: String) throws(Failure) {
        // Its own words would stand before ours, and name no way out.
        let status = systemctl(["daemon-reload"], isSilent: true)
        guard status != 0 else { return }
        throw Failure(
            description: "systemd manages no services of this user here, so \(consequence) "
                + "('systemctl --user daemon-reload' ended with status \(status)); have it do so with "
                + "'loginctl enable-linger' and XDG_RUNTIME_DIR=/run/user/\(getuid()), and try again; "
                + "without systemd, as in most containers, \(alternative)",
            exitStatus: ExitStatus.failed)
    }

    /// The service could not start beside a daemon in a terminal.
    private func checkThatNoDaemonRuns() throws(Failure) {
        let running = DaemonFinder(environment: ProcessEnvironment.ofDaemons).running()
        guard running.contains(where: { $0.root == name.root.string }) else { return }
        throw Failure(
            description: "mockd is already watching \(name.root), so nothing was installed; stop it and try again: "
                + "mockctl stop \(name.root.shellWord)",
            exitStatus: ExitStatus.busy)
    }

    private func systemctl(_ arguments: [String], isSilent: Bool = false) -> Int32 {
        SystemProgram.run("systemctl", ["--user"] + arguments, isSilent: isSilent)
    }

    private func control(_ arguments: [String]) throws(Failure) {
        let status = systemctl(arguments)
        guard status != 0 else { return }
        let command = (["systemctl", "--user"] + arguments).joined(separator: " ")
        throw Failure(
            description: "'\(command)' ended with status \(status); see what systemd says: "
                + "journalctl --user -u '\(name.unit)'",
            exitStatus: ExitStatus.failed)
    }
}

extension FilePath {
    fileprivate var exists: Bool { withPlatformString { access($0, F_OK) } == 0 }

    /// The folders on this path that do not exist, itself included.
    fileprivate var missingFolders: [FilePath] {
        isEmpty || exists ? [] : [self] + removingLastComponent().missingFolders
    }
}

/// A program of the system that shares our streams.
enum SystemProgram {
    /// Runs the program to its end and returns its status as a shell counts; 127 if it cannot be started.
    static func run(_ program: String, _ arguments: [String], isSilent: Bool = false) -> Int32 {
        var spawn = Spawn([program] + arguments)
        spawn.searchesPath = true
        if isSilent { (spawn.output, spawn.errors) = (.none, .none) }
        guard let process = try? spawn.start() else { return 127 }
        return ChildExit.shellStatus(ChildExit.reap(process))
    }
}
