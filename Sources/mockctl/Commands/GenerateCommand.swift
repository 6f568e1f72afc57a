internal import ArgumentParser
internal import ControlChannel

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Brings mocks up to date now, and prints the files that changed.")

    @OptionGroup var connection: ConnectionOptions
    @Argument(
        help: ArgumentHelp("Sources or mock files; all if there are none.", valueName: "path"),
        completion: .custom { _, _, prefix in Names.ofFiles(beginningWith: prefix) })
    var paths: [String] = []
    @Flag(help: "Also overwrite mocks that were edited by hand.")
    var force = false
    @Flag(help: "Print the answer as one JSON document.")
    var json = false

    func run() throws {
        try connection.withDaemon { client in
            let absolute = paths.map { $0.hasPrefix("/") ? $0 : ProcessEnvironment.currentDirectory + "/" + $0 }
            let request = GenerateRequest(paths: absolute.isEmpty ? nil : absolute, force: force ? true : nil)
            let reply = try client.work(GenerateAnswer.endpoint, request)
            let answer = try reply.answer
            if json {
                Output.result(reply.document)
            } else {
                if answer.outputs.isEmpty { Output.error("nothing to write") }
                for output in answer.outputs where output.result != "unchanged" {
                    Output.result("\(output.result) \(output.path)")
                }
            }
            let failed = answer.outputs.count { ["failed", "conflict", "edited"].contains($0.result) }
            guard failed == 0 else {
                throw Failure(
                    status: 1, "\(StatusText.count(failed, "file")) could not be written; see: mockctl errors")
            }
        }
    }
}
