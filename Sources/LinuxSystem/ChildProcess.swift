internal import Glibc
package import SystemPackage

/// Runs a program in a process group of its own and collects its output. The group ends with the program.
package struct ChildProcess: Sendable {
    package struct Result: Sendable {
        package var output: [UInt8]
        /// False if the program failed, or was ended because it exceeded a limit.
        package var isSuccess: Bool
    }

    /// The path of the program comes first.
    package var arguments: [String]
    /// `NAME=value`; `nil` for the variables of this process.
    package var environment: [String]?
    /// The file that gets the program's errors; `nil` to drop them.
    package var errors: FilePath?
    /// The longest time that the program may take, in milliseconds.
    package var timeLimit = 20_000
    private static let largestOutput = 64 << 20

    package init(_ arguments: [String]) { self.arguments = arguments }

    /// Runs the program to its end; `nil` if it cannot be started.
    package func run() -> Result? {
        guard let ends = try? SocketPair(isBlocking: true) else { return nil }
        defer { close(ends.ours) }
        var spawn = Spawn(arguments)
        spawn.environment = environment
        // Nothing is ever sent; the program can find out that this process has ended.
        (spawn.input, spawn.output) = (.descriptor(ends.theirs), .descriptor(ends.theirs))
        spawn.errors = errors.map { .file($0) } ?? .none
        spawn.leadsGroup = true
        let process = try? spawn.start()
        close(ends.theirs)
        guard let process else { return nil }
        let output = readAll(ends.ours)
        if output == nil { kill(-process, SIGKILL) }
        // Until it is reaped, the number of its group belongs to no other one.
        ChildExit.wait(for: process)
        kill(-process, SIGKILL)
        let status = ChildExit.reap(process)
        return Result(output: output ?? [], isSuccess: output != nil && status == 0)
    }

    /// Returns all bytes up to the end; `nil` if a limit is exceeded before it.
    private func readAll(_ end: Int32) -> [UInt8]? {
        let deadline = ContinuousClock.now + .milliseconds(timeLimit)
        var bytes: [UInt8] = []
        while bytes.count <= Self.largestOutput {
            let (seconds, attoseconds) = (deadline - .now).components
            let left = seconds * 1000 + attoseconds / 1_000_000_000_000_000
            var waiting = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, Int32(max(0, left)))
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
        return nil
    }
}
