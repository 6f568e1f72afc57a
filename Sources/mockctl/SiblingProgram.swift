internal import Glibc
internal import LinuxSystem

/// Runs a program from the directory of this one.
enum SiblingProgram {
    /// Returns the standard output of the program.
    static func output(of program: String, _ arguments: [String]) throws -> [UInt8] {
        let path = LocalChecks.path(beside: program)
        guard access(path, X_OK) == 0, let stream = popen(([path.shellQuoted] + arguments).joined(separator: " "), "r")
        else {
            throw Failure(status: 1, "\(path) is not there or cannot be run; install it from the same build")
        }
        defer { pclose(stream) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = fread(&chunk, 1, chunk.count, stream)
            guard count > 0 else { return bytes }
            bytes += chunk.prefix(count)
        }
    }
}
