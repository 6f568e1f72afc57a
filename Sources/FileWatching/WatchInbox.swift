import Glibc
import LinuxSystem
import MockModel
import Synchronization
import SystemPackage

/// Connects the watching thread with the other threads: commands go in, the status comes out.
final class WatchInbox: Sendable {
    enum Command: Hashable, Sendable {
        case sync(id: UInt64)
        case recrawl
        /// ``WatchInbox/unwatched`` are others.
        case leaveOut
        case stop
    }

    private struct State {
        var commands: [Command] = []
        var status = WatchStatus()
        var ring = EventRing()
        var lastSync: UInt64 = 0
        var unwatched = UnwatchedFolders()
        /// While the watching thread runs, it polls our end of this pair.
        var wake: SocketPair?
    }

    private let state = Mutex(State())

    var status: WatchStatus {
        get { state.withLock { $0.status } }
        set { state.withLock { $0.status = newValue } }
    }

    var recentEvents: [SeenEvent] { state.withLock { $0.ring.inOrder } }

    func record(_ events: [SeenEvent]) {
        state.withLock { state in
            for event in events { state.ring.append(event) }
        }
    }

    func post(_ command: Command) {
        state.withLock { state in
            state.commands.append(command)
            Self.wake(state)
        }
    }

    var unwatched: UnwatchedFolders { state.withLock { $0.unwatched } }

    func post(leavingOut unwatched: UnwatchedFolders) {
        state.withLock { state in
            state.unwatched = unwatched
            state.commands.append(.leaveOut)
            Self.wake(state)
        }
    }

    func postSync() -> UInt64 {
        state.withLock { state in
            state.lastSync += 1
            state.commands.append(.sync(id: state.lastSync))
            Self.wake(state)
            return state.lastSync
        }
    }

    func drainCommands() -> [Command] {
        state.withLock { state in
            defer { state.commands.removeAll() }
            return state.commands
        }
    }

    /// Returns a descriptor that becomes readable with every command.
    func open() throws(Errno) -> Int32 {
        let pair = try SocketPair()
        state.withLock { $0.wake = pair }
        return pair.ours
    }

    func close() {
        state.withLock { state in
            guard let pair = state.wake else { return }
            Glibc.close(pair.ours)
            Glibc.close(pair.theirs)
            state.wake = nil
        }
    }

    // Under the lock, so that the descriptor cannot have been closed and its number reused. If the buffer is full, the
    // thread already has a reason to wake up.
    private static func wake(_ state: State) {
        guard let pair = state.wake else { return }
        var signal: UInt8 = 1
        _ = send(pair.theirs, &signal, 1, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    }
}
