import Dispatch
import Glibc
import Synchronization
import SystemPackage

/// A thread for work that blocks in the kernel; the cooperative pool has no thread to spare for that.
enum WatcherThread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    static func start(_ run: @escaping @Sendable () -> Void) throws(Errno) {
        // Signals are the business of the rest of the process. The mask is inherited at creation, so that there is no
        // moment in which the new thread could receive one.
        var all = sigset_t()
        var previous = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }

        let body = Unmanaged.passRetained(Body(run))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        guard result == 0 else {
            body.release()
            throw Errno(rawValue: result)
        }
        pthread_detach(thread)
    }

    /// Does the same on so many threads, this one among them, or on as many as there are to be had. Returns when all
    /// are done. The threads stay for the next time: a start looks ahead some thirty times.
    static func sideBySide(_ count: Int, _ work: @Sendable @escaping () -> Void) {
        let group = DispatchGroup()
        for _ in 1..<max(1, count) where !Helper.perform(work, in: group) { break }
        work()
        group.wait()
    }
}

/// A thread that waits for the next piece of work when it has done one.
private final class Helper: Sendable {
    private struct Order: Sendable {
        var work: @Sendable () -> Void
        var group: DispatchGroup
    }

    private static let parked = Mutex<[Helper]>([])

    private let order = Mutex<Order?>(nil)
    private let wake = DispatchSemaphore(value: 0)

    /// Has it done by a thread that is free, or a new one; the group is left at its end. `false` if there is none to be
    /// had.
    static func perform(_ work: @Sendable @escaping () -> Void, in group: DispatchGroup) -> Bool {
        guard let helper = parked.withLock({ $0.popLast() }) ?? started() else { return false }
        group.enter()
        helper.order.withLock { $0 = Order(work: work, group: group) }
        helper.wake.signal()
        return true
    }

    private static func started() -> Helper? {
        let helper = Helper()
        do throws(Errno) {
            try WatcherThread.start { helper.run() }
        } catch {
            return nil
        }
        return helper
    }

    private func run() {
        while true {
            wake.wait()
            let group = perform()
            // First, so that whoever waits for the group finds it free.
            Self.parked.withLock { $0.append(self) }
            group?.leave()
        }
    }

    /// Does the work and lets go of it, and of all that it holds, before anybody hears that it is done.
    @inline(never)
    private func perform() -> DispatchGroup? {
        let order = order.withLock { order in
            defer { order = nil }
            return order
        }
        order?.work()
        return order?.group
    }
}
