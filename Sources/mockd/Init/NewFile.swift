internal import ArgumentParser
internal import ControlChannel
internal import Glibc
internal import LinuxSystem
internal import MockEngine
internal import SystemPackage

/// The files that `mockd init` writes. Each failure ends the command.
enum NewFile {
    /// Creates a file; never overwrites one.
    static func create(_ text: String, at path: FilePath) throws {
        do throws(RegularFileError) {
            try RegularFile(path, for: .creating(FilePermissions(rawValue: 0o644))).write(Array(text.utf8))
        } catch {
            let error = error.errno
            let hint = error == .fileExists ? "; edit it, or remove it first" : ""
            Console().error("error: cannot create \(path): \(error)\(hint)")
            throw ExitCode(error == .permissionDenied ? ExitStatus.noPermission : ExitStatus.cannotCreate)
        }
        Console().result("wrote \(path)")
    }

    /// Replaces a file, or creates one, unless it has another text than the one that the user has seen.
    static func replace(_ text: PackageSetup.Text, in project: Project) throws {
        let files = LocalFileSystem(root: project.root)
        let path = project.displayPath(of: text.path)
        let present = (try? files.contents(of: text.path)).map { String(decoding: $0, as: UTF8.self) }
        guard present == text.old else {
            Console().error("error: \(path) has changed meanwhile; nothing was written to it; run: mockd init")
            throw ExitCode(ExitStatus.failed)
        }
        do throws(FileSystemError) {
            try files.replace(text.path, with: Array(text.new.utf8))
        } catch {
            Console().error("error: \(error)")
            throw ExitCode(ExitStatus.of([error]) ?? ExitStatus.cannotCreate)
        }
        Console().result("wrote \(path)")
    }
}

/// A question to the person at the terminal.
enum Question {
    /// True if a person can see the question and answer it.
    static var canBeAsked: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// Asks; an empty line affirms, and the end of the input does not.
    static func isAffirmed(_ question: String) -> Bool {
        Console.writeAll(Array("\(question) [Y/n] ".utf8), to: STDOUT_FILENO)
        guard let answer = readLine() else { return false }
        return ["", "y", "yes"].contains(answer.lowercased())
    }
}
