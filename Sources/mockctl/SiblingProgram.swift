internal import Glibc
internal import LinuxSystem

/// A program from the directory of this one.
struct SiblingProgram {
    /// The words that run it.
    let words: [String]

    /// - Parameter folder: the folder to run it in; `nil` for the current one.
    init(_ name: String, _ arguments: [String], in folder: String? = nil) throws {
        let path = LocalChecks.path(beside: name)
        guard access(path, X_OK) == 0 else {
            throw Failure(status: 1, "\(path) is not there or cannot be run; install it from the same build")
        }
        let words = [path] + arguments
        self.words = folder.map { ["/bin/sh", "-c", "cd -- \"$0\" && exec \"$@\"", $0] + words } ?? words
    }

    /// Runs the program to its end and returns its standard output, and its exit status as a shell counts.
    func run() throws -> (output: [UInt8], status: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure(status: 1, "cannot make a pipe: errno \(errno)") }
        defer { close(ends[0]) }
        var spawn = Spawn(words)
        (spawn.input, spawn.output) = (.none, .descriptor(ends[1]))
        let process = try? spawn.start()
        close(ends[1])
        guard let process else { throw Failure(status: 1, "\(words[0]) cannot be run") }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(ends[0], &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
        }
        return (bytes, ChildExit.shellStatus(ChildExit.reap(process)))
    }
}
