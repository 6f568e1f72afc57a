internal import ArgumentParser
internal import LinuxSystem
internal import MockEngine
internal import SystemPackage

/// `mockd init`: a configuration to begin with.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Writes a commented .mockd.yml from what it finds; never overwrites one.")

    @Argument(help: "The folder of the project.")
    var root = "."

    func run() throws {
        let path = FilePath(root).appending(".mockd.yml")
        let text = starterConfiguration(for: FilePath(root))
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
}
