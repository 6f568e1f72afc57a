internal import Glibc
internal import SystemPackage

/// Runs the toolchain's tool that prints the declarations of a compiled module.
///
/// With `posix_spawn`: a package for processes would be larger than the one call that needs it.
struct InterfacePrinter: Sendable {
    var toolchain: Toolchain
    /// The folders with the compiled modules of the project's packages.
    var searchPaths: [FilePath]

    /// The longest silence of the tool in milliseconds. No module takes a tenth of this; a hanging tool must not block
    /// the daemon.
    private static let patience: Int32 = 20_000

    /// Returns the interface of a module; `nil` if the tool cannot print it.
    func text(of module: String) -> String? {
        var ends: [Int32] = [0, 0]
        // A socket pair, unlike a pipe, is created close-on-exec, so no other child inherits it.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        defer { close(ends[0]) }
        let process = start(arguments(module), output: ends[1])
        close(ends[1])
        guard let process else { return nil }
        let bytes = readAll(ends[0])
        if bytes == nil { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        guard let bytes, status == 0, !bytes.isEmpty else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func arguments(_ module: String) -> [String] {
        [toolchain.printer.string, "-module-name", module, "-target", Self.target]
            + searchPaths.flatMap { ["-I", $0.string] }
    }

    private static var target: String {
        #if arch(arm64)
            "aarch64-unknown-linux-gnu"
        #else
            "x86_64-unknown-linux-gnu"
        #endif
    }

    private func start(_ arguments: [String], output: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        // A daemon's threads block signals and may ignore some; the tool must inherit neither.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var process: pid_t = 0
        let result = posix_spawn(&process, arguments[0], &actions, &attributes, &pointers, environ)
        return result == 0 && process > 0 ? process : nil
    }

    /// Returns all bytes up to the end; `nil` if the tool is silent for too long before it.
    private func readAll(_ end: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        while true {
            var waiting = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, Self.patience)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return nil }
            let count = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
                let count = read(end, buffer.baseAddress, buffer.count)
                if count > 0 { bytes.append(contentsOf: buffer[..<count]) }
                return count
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? bytes : nil }
        }
    }
}
