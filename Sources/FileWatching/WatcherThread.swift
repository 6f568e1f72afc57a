import Dispatch
import LinuxSystem
import SystemPackage

/// Runs work that blocks in the kernel on several threads.
enum WatcherThread {
    /// Does the work on `count` threads, including this one, or on fewer if no more can be started. Returns when all
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
