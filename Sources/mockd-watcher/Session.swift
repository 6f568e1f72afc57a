import CInotifyTools
import Glibc
import WatcherFrames

/// Serves the parent on one thread, which waits for the kernel and for requests, never for the reader.
struct Session {
    /// The maximum number of bytes kept for a busy parent. Above it, events are dropped and an overflow is reported.
    private static let outputLimit = 16 << 20
    /// This many bytes of output are written before all requests are handled: the parent can work meanwhile.
    private static let promptOutput = 512
    /// The maximum number of events per turn, so that an endless storm does not block requests.
    private static let eventsPerTurn = 8_192

    private let queue: KernelQueue
    private var output: FrameBuffer
    private var input = FrameBuffer()
    private var idByWatch: [Int32: UInt32] = [:]
    private var watchByID: [UInt32: Int32] = [:]
    private var isOverflowing = false

    init(queue: KernelQueue, output: FrameBuffer) {
        self.queue = queue
        self.output = output
    }

    /// Runs until the parent closes the pipe, cannot be written to or sends a malformed request.
    mutating func serve() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO] {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
        var mayHoldEvents = false
        while output.write(to: STDOUT_FILENO) {
            var polled = [
                pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
                pollfd(fd: STDOUT_FILENO, events: output.count > 0 ? Int16(POLLOUT) : 0, revents: 0),
            ]
            // Events that the library has already read do not make the descriptor readable.
            if poll(&polled, nfds_t(polled.count), mayHoldEvents ? 0 : -1) < 0 && errno != EINTR { return }
            if mayHoldEvents || polled[0].revents != 0 { mayHoldEvents = forwardEvents() }
            if polled[1].revents != 0 && !receiveRequests() { return }
        }
    }

    /// Returns true if it stopped at the limit of a turn, with more events to read.
    private mutating func forwardEvents() -> Bool {
        for _ in 0..<Self.eventsPerTurn {
            guard let event = queue.next() else { return false }
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                reportOverflow()
            } else if let id = idByWatch[event.watch], !Self.isOwn(event) {
                // Events of removed watches have no id and are dropped.
                forward(event, id: id)
            }
        }
        return true
    }

    /// Recognizes the parent's temporary files beside a mock, such as `.Cook.mocks.swift.mockd-4711-3.tmp`: the rename
    /// to the mock's name is event enough. Otherwise each write would wake the parent while it writes the next mock.
    private static func isOwn(_ event: KernelQueue.Event) -> Bool {
        let name = event.name
        guard name.first == UInt8(ascii: "."), event.mask & UInt32(IN_ISDIR) == 0,
            name.suffix(4).elementsEqual(".tmp".utf8)
        else { return false }
        let end = name.dropLast(4).lastIndex(of: UInt8(ascii: ".")) ?? name.startIndex
        return name[end...].starts(with: ".mockd-".utf8)
    }

    private mutating func forward(_ event: KernelQueue.Event, id: UInt32) {
        if event.mask & UInt32(IN_IGNORED) != 0 {
            // The kernel dropped the watch: removing it again would only make the library print an error.
            idByWatch[event.watch] = nil
            watchByID[id] = nil
            output.appendAnswer(.lost, id: id)
        } else if output.count < Self.outputLimit {
            output.appendEvent(id: id, mask: event.mask, name: event.name)
        } else {
            reportOverflow()
        }
    }

    /// Reports one overflow only: the parent reacts by starting a new process.
    private mutating func reportOverflow() {
        guard !isOverflowing else { return }
        isOverflowing = true
        output.appendOverflow()
    }

    private mutating func receiveRequests() -> Bool {
        guard input.read(from: STDIN_FILENO) else { return false }
        while let frame = input.nextFrame() {
            switch frame.first.flatMap(FrameKind.init) {
            case .add where frame.count > 9:
                add(
                    FrameBuffer.number(frame[1..<5]), mask: FrameBuffer.number(frame[5..<9]), path: Array(frame[9...]))
            case .remove where frame.count == 5:
                remove(FrameBuffer.number(frame[1...]))
            default:
                return false
            }
            if output.count >= Self.promptOutput, !output.write(to: STDOUT_FILENO) { return false }
        }
        return true
    }

    private mutating func add(_ id: UInt32, mask: UInt32, path: [UInt8]) {
        switch queue.watch(path, mask: mask) {
        case .success(let watch):
            // One inode has one watch. The last request gets it; the previous one gets the answer `lost`.
            if let previous = idByWatch[watch], previous != id {
                watchByID[previous] = nil
                output.appendAnswer(.lost, id: previous)
            }
            idByWatch[watch] = id
            watchByID[id] = watch
            output.appendAnswer(.added, id: id)
        case .failure(let failure):
            if let leftover = failure.leftover, idByWatch[leftover] == nil { queue.remove(leftover) }
            output.appendAnswer(.failed, id: id, code: failure.code)
        }
    }

    private mutating func remove(_ id: UInt32) {
        guard let watch = watchByID.removeValue(forKey: id) else { return }
        idByWatch[watch] = nil
        queue.remove(watch)
    }
}
