internal import ArgumentParser
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
        do {
            let file = try FileDescriptor.open(
                path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: FilePermissions(rawValue: 0o644))
            _ = try file.closeAfter { try file.writeAll(text.utf8) }
        } catch let error as Errno {
            let hint = error == .fileExists ? "; edit it, or remove it first" : ""
            Console().error("error: cannot create \(path): \(error)\(hint)")
            throw ExitCode(error == .permissionDenied ? ExitStatus.noPermission : ExitStatus.cannotCreate)
        }
        Console().result("wrote \(path)")
    }
}
