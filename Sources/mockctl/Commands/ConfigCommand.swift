internal import ArgumentParser
internal import ControlChannel

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Shows the configuration in force, and where each value comes from.")

    @OptionGroup var daemon: DaemonOptions
    @Flag(help: "Read it again and show what 'mockctl reload' would change; change nothing.")
    var check = false
    @Flag(help: "Print the answer as one JSON document.")
    var json = false

    func run() throws {
        try daemon.withDaemon { client in
            if check {
                return try ReloadCommand.show(client.post("/v1/config"), client, json: json, verb: "would change")
            }
            let document = try client.get("/v1/config")
            if json { return Output.result(document) }
            let answer: ConfigAnswer = try client.decode(document)
            let rows = answer.settings.map { setting in
                let origin = setting.reason.map { "\(setting.origin): \($0)" } ?? setting.origin
                return [setting.key, setting.value, origin]
            }
            Output.table(rows, header: ["KEY", "VALUE", "ORIGIN"])
        }
    }
}

struct ReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload", abstract: "Reads the configuration again and applies it.",
        discussion: "Exit status: 78 if the configuration is wrong; the one before it stays in force.")

    @OptionGroup var daemon: DaemonOptions
    @Flag(help: "Print the answer as one JSON document.")
    var json = false

    func run() throws {
        try daemon.withDaemon { client in
            try Self.show(client.work("/v1/reload", [String: String]()), client, json: json, verb: "changed")
        }
    }

    static func show(_ document: [UInt8], _ client: ControlClient, json: Bool, verb: String) throws {
        if json { return Output.result(document) }
        let answer: ReloadAnswer = try client.decode(document)
        Output.result("configuration read again: \(answer.summary(verb))")
    }
}
