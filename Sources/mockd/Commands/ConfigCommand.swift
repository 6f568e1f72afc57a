internal import ArgumentParser
internal import ControlChannel
internal import MockEngine

/// `mockd config --schema`
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Prints the schema of .mockd.yml, for editors.",
        discussion: """
            A file that 'mockd init' writes names a copy of it in the first line, which language servers for YAML read. \
            'mockctl config' shows the configuration in force.
            """)

    @Flag(help: "Print a JSON Schema (draft 2020-12).")
    var schema = false

    func validate() throws {
        guard schema else {
            throw ValidationError("--schema is missing; 'mockctl config' shows the configuration in force.")
        }
    }

    func run() throws {
        Console.writeAll(Array(try ConfigurationSchema.text().utf8), to: 1)
    }
}
