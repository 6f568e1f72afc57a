internal import ArgumentParser
internal import ControlChannel
internal import Glibc

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Shows the configuration in force, and where each value comes from.")

    @OptionGroup var daemon: DaemonOptions
    @Flag(help: "Read it again and show what 'mockctl reload' would change; change nothing.")
    var check = false
    @Flag(help: "Print the answer as one JSON document.")
    var json = false

    func run() throws {
        guard !check else {
            return try daemon.withDaemon { client in
                try ReloadCommand.show(client.ask(ReloadAnswer.check), json: json, verb: "would change")
            }
        }
        try daemon.withAnswers { answers in
            let reply = try answers.ask(.config)
            if json { return Output.result(reply.document) }
            for line in SettingText.lines(try reply.answer.settings, hasHeader: isatty(STDOUT_FILENO) == 1) {
                Output.result(line)
            }
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
            try Self.show(client.work(ReloadAnswer.endpoint, ()), json: json, verb: "changed")
        }
    }

    static func show(_ reply: Reply<ReloadAnswer>, json: Bool, verb: String) throws {
        if json { return Output.result(reply.document) }
        Output.result("configuration read again: \(try reply.answer.summary(verb))")
    }
}
