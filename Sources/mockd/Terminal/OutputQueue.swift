internal import ControlChannel
internal import Dispatch
internal import LinuxSystem
internal import Synchronization
internal import SystemPackage

/// Queues lines for a stream that may have no active reader: a terminal after Ctrl-S, a pager, a pipe.
///
/// `write` blocks until the reader continues, and a stream must not be made non-blocking, because other processes share
/// it. So a thread of its own writes, the lines wait for it in a queue of bounded size, and a line that finds no room
/// is dropped. When the stream flows again, a notice replaces the missing lines.
final class OutputQueue: Sendable {
    /// Lines that were dropped in a row.
    struct Gap: Hashable, Sendable {
        var count: Int
        /// The clock of the last one, if it was an event.
        var clock: EventClock?
    }

    /// The limit of the bytes that wait for the stream.
    static let capacity = 1 << 20

    private struct Piece {
        var text: [UInt8]
        var descriptor: Int32
    }

    private struct State {
        /// The oldest first, without those that the thread is writing.
        var pieces: [Piece] = []
        /// The bytes that are not written yet.
        var size = 0
        var gap: Gap?
        /// The stream that the missing lines belong to.
        var gapDescriptor: Int32 = 0
        /// Signalled when nothing is left to write.
        var waiters: [DispatchSemaphore] = []
    }

    private let capacity: Int
    private let notice: @Sendable (Gap) -> String
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - capacity: In bytes.
    ///   - notice: Returns the line that replaces missing ones.
    ///   - write: Writes to a descriptor and blocks until that is done.
    /// - Returns: `nil` if no thread can be started.
    init?(
        capacity: Int = OutputQueue.capacity, notice: @escaping @Sendable (Gap) -> String,
        write: @escaping @Sendable ([UInt8], Int32) -> Void = Console.writeAll
    ) {
        self.capacity = capacity
        self.notice = notice
        do throws(Errno) {
            try DetachedThread.start { [self] in run(write) }
        } catch {
            return nil
        }
    }

    /// Adds a text that ends with a newline, if there is room for it. Never waits.
    func add(_ text: String, to descriptor: Int32, clock: EventClock? = nil) {
        let text = Array(text.utf8)
        let isAdded = state.withLock { state in
            // A single long line is accepted, or it could never be printed.
            guard state.size + text.count <= capacity || state.size == 0 else {
                state.gap = Gap(count: (state.gap?.count ?? 0) + 1, clock: clock)
                state.gapDescriptor = descriptor
                return false
            }
            closeGap(&state)
            append(text, descriptor, &state)
            return true
        }
        if isAdded { wake.signal() }
    }

    /// Waits until everything is written, for a limited time.
    func flush(within limit: Duration) {
        let done = DispatchSemaphore(value: 0)
        let isDone = state.withLock { state in
            if state.size == 0, state.gap == nil { return true }
            state.waiters.append(done)
            return false
        }
        if !isDone { _ = done.wait(timeout: .now() + .milliseconds(limit.milliseconds)) }
    }

    // MARK: The thread

    private func run(_ write: @Sendable ([UInt8], Int32) -> Void) {
        while true {
            wake.wait()
            while case let pieces = drainPieces(), !pieces.isEmpty {
                for piece in pieces {
                    write(piece.text, piece.descriptor)
                    finish(piece)
                }
            }
        }
    }

    private func drainPieces() -> [Piece] {
        state.withLock { state in
            if state.pieces.isEmpty { closeGap(&state) }
            defer { state.pieces = [] }
            return state.pieces
        }
    }

    /// Frees the room of a written piece.
    private func finish(_ piece: Piece) {
        let waiters = state.withLock { state in
            state.size -= piece.text.count
            guard state.size == 0, state.gap == nil else { return [DispatchSemaphore]() }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.signal() }
    }

    // MARK: Under the lock

    private func closeGap(_ state: inout State) {
        guard let gap = state.gap else { return }
        state.gap = nil
        append(Array((notice(gap) + "\n").utf8), state.gapDescriptor, &state)
    }

    private func append(_ text: [UInt8], _ descriptor: Int32, _ state: inout State) {
        state.pieces.append(Piece(text: text, descriptor: descriptor))
        state.size += text.count
    }
}
