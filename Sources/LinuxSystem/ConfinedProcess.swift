internal import Glibc
package import SystemPackage

/// A helper process between this program and one that must be confined: this program itself, started again.
///
/// The helper leads a process group, confines itself and starts the program. The program and all that it starts inherit
/// the confinement and stay in the group. The group ends when the helper's parent closes the connection or dies.
package enum ConfinedProcess {
    private static let word = "--confined"

    /// Returns the arguments that start a program in a confinement.
    ///
    /// - Parameter folder: The only place where the program can write.
    package static func arguments(_ program: [String], writingOnlyIn folder: FilePath) -> [String] {
        ["/proc/self/exe", word, folder.string] + program
    }

    /// Runs the program of such arguments; `nil` for other arguments.
    ///
    /// - Returns: The exit status for this process.
    package static func run(_ arguments: [String]) -> Int32? {
        guard arguments.count > 3, arguments[1] == word else { return nil }
        do throws(Errno) {
            try Confinement.confine(writingOnlyIn: FilePath(arguments[2]))
            var program = Spawn(Array(arguments[3...]))
            program.input = .none
            return try supervise(try program.start())
        } catch {
            let message = Array("error: this system does not let mockd confine it (\(error))\n".utf8)
            _ = write(STDERR_FILENO, message, message.count)
            return EXIT_FAILURE
        }
    }

    /// Waits for the end of the program or of the connection, whichever comes first.
    private static func supervise(_ process: pid_t) throws(Errno) -> Int32 {
        let descriptor = try Confinement.descriptor(of: process)
        while true {
            // Hang-ups are always reported.
            var ends = [
                pollfd(fd: STDIN_FILENO, events: 0, revents: 0),
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&ends, 2, -1) > 0 else { continue }
            if ends[0].revents != 0 { kill(0, SIGKILL) }
            var status: Int32 = 0
            if ends[1].revents != 0, waitpid(process, &status, 0) == process { return status == 0 ? 0 : EXIT_FAILURE }
        }
    }
}
