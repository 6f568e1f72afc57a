internal import ControlChannel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

extension Status.Resources {
    /// Returns the current resource usage of this process, as the kernel counts it.
    static func ofThisProcess() -> Status.Resources {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        // proc(5): the second number of statm is the resident set in pages.
        let sizes = (try? RegularFile.text(of: "/proc/self/statm", atMost: 256)) ?? ""
        let pages = sizes.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return Status.Resources(
            rssBytes: pages * Int(getpagesize()), fds: entryCount(of: "/proc/self/fd") - 1,
            threads: entryCount(of: "/proc/self/task"),
            cpuMs: milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime))
    }

    private static func milliseconds(_ time: timeval) -> Int {
        Int(time.tv_sec) * 1000 + Int(time.tv_usec) / 1000
    }

    private static func entryCount(of directory: FilePath) -> Int { (try? Folder.names(in: directory).count) ?? 0 }
}
