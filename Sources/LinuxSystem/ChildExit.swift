package import Glibc

/// Waits for children of this process.
package enum ChildExit {
    /// Returns when the child has ended. Until it is reaped, its number and that of its group belong to no other process.
    package static func wait(for child: pid_t) {
        var information = siginfo_t()
        while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    }

    /// Waits for the end of the child and returns its status as `waitpid` does.
    @discardableResult
    package static func reap(_ child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        return status
    }

    /// Returns the exit status for one of `waitpid`, as a shell counts: 128 and the signal that ended the child.
    package static func shellStatus(_ status: Int32) -> Int32 {
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}
