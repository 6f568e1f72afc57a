internal import Glibc
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
    var systemctl: ([String]) -> Int32 = { SystemProgram.run("systemctl", ["--user"] + $0) }

    private var unitFile: FilePath { folder.appending(name.file) }
    private var dropInFolder: FilePath { folder.appending(name.dropInFolderName) }
    private var dropInFile: FilePath { dropInFolder.appending("outputs.conf") }

    func install(_ unit: ServiceUnit) throws(Failure) {
        for output in unit.outputsElsewhere { try makeFolder(output) }
        let isNew = try write(unit.text, to: unitFile)
        let differs =
            if let dropIn = unit.dropIn { try write(dropIn, to: dropInFile) } else { try remove(dropInFile) }
        try control(["daemon-reload"])
        // A service that runs already still uses the old text.
        if isNew || differs { try control(["try-restart", name.unit]) }
        try control(["enable", "--quiet", "--now", name.unit])
        console.result("enabled and started \(name.unit)")
        console.result("how it is:             mockd service status \(name.root.shellWord)")
        console.result("what it says:          journalctl --user -u '\(name.unit)'")
        console.result("also when logged out:  loginctl enable-linger")
        console.result("undo all of this:      mockd service uninstall \(name.root.shellWord)")
    }

    func uninstall() throws(Failure) {
        guard isOurs(unitFile) else {
            throw Failure(
                description: unitFile.exists
                    ? "\(unitFile) was not written by mockd and is left as it is; remove it yourself"
                    : "mockd is not installed as a service; there is no \(unitFile)",
                exitStatus: unitFile.exists ? ExitStatus.cannotCreate : ExitStatus.failed)
        }
        try control(["disable", "--quiet", "--now", name.unit])
        console.result("stopped and disabled \(name.unit)")
        _ = try remove(dropInFile)
        rmdir(dropInFolder.string)
        if name.isInstance, hasOtherInstances {
            console.result("kept \(unitFile), which other projects use")
        } else {
            _ = try remove(unitFile)
        }
        try control(["daemon-reload"])
    }

    // MARK: Files

    /// Writes the file if needed. Returns true if it had another text or did not exist.
    private func write(_ text: String, to file: FilePath) throws(Failure) -> Bool {
        let existing = try? LocalFileSystem().contents(of: file)
        if let existing, String(decoding: existing, as: UTF8.self) == text {
            console.result("\(file) is current")
            return false
        }
        guard existing == nil || isOurs(file) else {
            throw Failure(
                description: "\(file) was not written by mockd and is left as it is; move it away first",
                exitStatus: ExitStatus.cannotCreate)
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

    private func isOurs(_ file: FilePath) -> Bool {
        guard let bytes = try? LocalFileSystem().contents(of: file) else { return false }
        return bytes.starts(with: ServiceUnit.header.utf8)
    }

    /// True if the template is enabled for another project.
    private var hasOtherInstances: Bool {
        let wanted = folder.appending("default.target.wants")
        let entries = (try? LocalFileSystem().entries(of: wanted, withStates: false)) ?? []
        return entries.contains { $0.name.hasPrefix("mockd@") && $0.name != name.unit }
    }

    // MARK: systemd

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
}

/// A program of the system that shares our streams.
enum SystemProgram {
    /// Runs the program to its end and returns its status; 127 if it cannot be started.
    static func run(_ program: String, _ arguments: [String]) -> Int32 {
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        guard posix_spawnp(&process, program, nil, nil, &words, environ) == 0 else { return 127 }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return 127 } }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
    }
}
