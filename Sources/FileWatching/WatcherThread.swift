import Dispatch
import LinuxSystem
import SystemPackage

/// Work that blocks in the kernel, on several threads.
enum WatcherThread {
    /// Does the work on so many threads, this one among them, or on as many as there are to be had. Returns when all
    /// are done.
    static func sideBySide(_ count: Int, _ work: @Sendable @escaping () -> Void) {
        let group = DispatchGroup()
        for _ in 1..<max(1, count) {
            group.enter()
            do throws(Errno) {
                try DetachedThread.start {
                    work()
                    group.leave()
                }
            } catch {
                group.leave()
                break
            }
        }
        work()
        group.wait()
    }
}
