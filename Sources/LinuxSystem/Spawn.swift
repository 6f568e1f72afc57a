package import Glibc
package import SystemPackage

/// A program to start: its words, its variables and its three standard streams.
///
/// The program gets no other descriptor of this process, however that was opened: a child that held a client's
/// connection, the socket or the lock would keep them alive after the daemon.
///
/// With `posix_spawn`: a package for processes would be larger than the one call that needs it.
package struct Spawn {
    package enum Stream {
        /// A descriptor of this process.
        case descriptor(Int32)
        /// A file, which is created if it is not there; not for the input.
        case file(FilePath)
        /// `/dev/null`.
        case none
        /// The stream of this process.
        case inherited
    }

    package var program: FilePath
    /// The name of the program comes first.
    package var arguments: [String]
    /// `NAME=value`; `nil` for the variables of this process.
    package var environment: [String]?
    /// Variables that are added to the environment, or replace those of the same name; `nil` removes one.
    package var variables: [String: String?] = [:]
    package var input = Stream.inherited
    package var output = Stream.inherited
    package var errors = Stream.inherited
    /// True if the program leads a process group of its own.
    package var leadsGroup = false
    /// True if the program leads a session of its own: it outlives this terminal.
    package var leadsSession = false
    /// True if the program gets all descriptors that are not closed on exec, as under `env`: those of the caller.
    package var passesDescriptors = false
    /// True to look for a program without a slash in the folders of `PATH`, as a shell does.
    package var searchesPath = false

    /// The longest time that a program's file may be open for writing.
    ///
    /// The kernel starts no such program (`ETXTBSY`). A file that was written a moment ago can still be open in a child
    /// of its writer that has not reached its own program yet: this was seen for 12 ms, and on a busy machine for more
    /// than a second.
    private static let longestWrite = Duration.seconds(10)

    /// `POSIX_SPAWN_SETSID`, which the C library declares for GNU sources only.
    private static let newSession: Int32 = 0x80

    /// - Parameter arguments: The path of the program comes first.
    package init(_ arguments: [String]) {
        program = FilePath(arguments.first ?? "")
        self.arguments = arguments
    }

    /// Starts the program. It inherits neither blocked nor ignored signals: the threads of a daemon block signals.
    package func start() throws(Errno) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (stream, descriptor) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
            switch stream {
            case .descriptor(let other): posix_spawn_file_actions_adddup2(&actions, other, descriptor)
            case .file(let path):
                posix_spawn_file_actions_addopen(&actions, descriptor, path.string, O_WRONLY | O_CREAT, 0o600)
            case .none: posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
            case .inherited: break
            }
        }
        if !passesDescriptors { _ = addCloseFrom(&actions, STDERR_FILENO + 1) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags =
            POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (leadsGroup ? POSIX_SPAWN_SETPGROUP : 0)
            | (leadsSession ? Self.newSession : 0)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        let words = arguments.map { strdup($0) } + [nil]
        let variables = ownEnvironment
        defer { for pointer in words + (variables ?? []) { free(pointer) } }
        var process: pid_t = 0
        let result = program.withPlatformString { path in
            let spawn = searchesPath ? posix_spawnp : posix_spawn
            let deadline = ContinuousClock.now + Self.longestWrite
            while true {
                let result =
                    if let variables { spawn(&process, path, &actions, &attributes, words, variables) } else {
                        spawn(&process, path, &actions, &attributes, words, environ)
                    }
                guard result == ETXTBSY, ContinuousClock.now < deadline else { return result }
                usleep(1_000)
            }
        }
        guard result == 0 else { throw Errno(rawValue: result) }
        // A zero would make `kill` signal our whole process group.
        guard process > 0 else { throw Errno(rawValue: ECHILD) }
        return process
    }

    /// A copy of the environment with the variables; `nil` for that of this process.
    private var ownEnvironment: [UnsafeMutablePointer<CChar>?]? {
        guard environment != nil || !variables.isEmpty else { return nil }
        var entries = environment.map { $0.map { strdup($0) } } ?? Self.copiesOfOwn
        entries.removeAll { entry in
            let isReplaced = variables.keys.contains { name in
                entry.map { strncmp($0, "\(name)=", name.utf8.count + 1) == 0 } ?? false
            }
            if isReplaced { free(entry) }
            return isReplaced
        }
        for case (let name, let value?) in variables { entries.append(strdup("\(name)=\(value)")) }
        return entries + [nil]
    }

    /// The variables of this process, with bytes that are no UTF-8 as they are.
    private static var copiesOfOwn: [UnsafeMutablePointer<CChar>?] {
        var entries: [UnsafeMutablePointer<CChar>?] = []
        var next = environ
        while let entry = next.pointee {
            entries.append(strdup(entry))
            next += 1
        }
        return entries
    }
}

/// `posix_spawn_file_actions_addclosefrom_np` of glibc 2.34, which Swift does not import because it is declared for GNU
/// sources only. The child closes all descriptors from this one on, after its streams are in place.
@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
private func addCloseFrom(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32) -> Int32
