internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// A command that has the terminal while this program waits for it, as under `env` or `time`.
struct ForegroundCommand {
    private let arguments: [String]

    /// - Parameter arguments: The name or path of the program comes first.
    init(_ arguments: [String]) { self.arguments = arguments }

    /// Runs the command to its end and returns its exit status, as a shell counts: 128 and the signal that ended it.
    func run() throws -> Int32 {
        // An interrupt from the terminal reaches both; the command decides about its end.
        for number in [SIGINT, SIGQUIT] { signal(number, SIG_IGN) }
        var spawn = Spawn(arguments)
        spawn.searchesPath = true
        // Such as the pipe through which make hands out its jobs.
        spawn.passesDescriptors = true
        let process: pid_t
        do {
            process = try spawn.start()
        } catch {
            throw Failure(
                status: error == .noSuchFileOrDirectory ? 127 : 126, "cannot run '\(arguments[0])': \(error)")
        }
        return ChildExit.shellStatus(ChildExit.reap(process))
    }
}
