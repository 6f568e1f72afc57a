internal import ArgumentParser
internal import ControlChannel

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Checks the daemon's environment, and shows the remedy for each problem.",
        discussion: "Exit status: 1 if a check fails, 3 if no daemon is running.")

    @OptionGroup var daemon: DaemonOptions
    @Flag(help: "Print the checks as one JSON document.")
    var json = false

    func run() throws {
        var checks = LocalChecks(environment: ProcessEnvironment.all).checks
        var failure: Failure?
        do {
            try daemon.withDaemon { client in
                let version = try client.version().version
                checks.append(LocalChecks.versionCheck(daemon: version))
                checks += try client.ask(DoctorAnswer.endpoint).answer.checks
            }
        } catch let error as Failure {
            failure = error
        }
        try show(checks)
        if let failure { throw failure }
        if checks.contains(where: { !$0.ok }) { throw ExitCode.failure }
    }

    private func show(_ checks: [DoctorAnswer.Check]) throws {
        if json { return Output.result(try WireFormat.encode(DoctorAnswer(checks: checks))) }
        let style = daemon.style
        let width = checks.map(\.id.count).max() ?? 0
        for check in checks {
            let mark = check.ok ? style.paint("ok  ", .green) : style.paint("BAD ", .red)
            let name = check.id + String(repeating: " ", count: width - check.id.count)
            Output.styled("\(mark)\(name)  \(check.detail.withoutControls)")
            if let wayOut = check.fix {
                Output.styled(String(repeating: " ", count: 6 + width) + "-> " + wayOut.withoutControls)
            }
        }
    }
}
