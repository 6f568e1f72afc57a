internal import ControlChannel
internal import Glibc
internal import MockModel
internal import Synchronization

/// The two streams of a command: the result goes to stdout, everything else to stderr.
///
/// Lines are written whole and at once, so that those of different tasks do not mix.
struct Console: Sendable {
    /// Below 0: errors only. From 1 on: details as well.
    var verbosity = 0
    /// How the lines on stdout and on stderr look.
    var results = LineStyle.plain
    var messages = LineStyle.plain
    /// The line that is rewritten, on terminals that can do that.
    var live: LiveLine?
    /// Where the lines wait that nobody reads for now; `nil` to wait for the reader.
    private var resultQueue: OutputQueue?
    private var messageQueue: OutputQueue?
    /// Gets every line, also those that are not printed.
    var record: (@Sendable (Severity, String) -> Void)?

    /// The streams of this process.
    static func ofProcess(verbosity: Int, colors: ColorChoice, environment: [String: String]) -> Console {
        Console(
            verbosity: verbosity,
            results: LineStyle.of(STDOUT_FILENO, colors: colors, environment: environment),
            messages: LineStyle.of(STDERR_FILENO, colors: colors, environment: environment),
            live: LiveLine.onTerminal(STDERR_FILENO, environment: environment))
    }

    /// The same console for a process that must go on when nobody reads what it prints.
    ///
    /// - Parameter resultNotice: The line that stands on stdout for missing ones.
    func neverWaiting(resultNotice: @escaping @Sendable (OutputQueue.Gap) -> String) -> Console {
        var console = self
        let style = messages
        console.messageQueue = OutputQueue { gap in
            let lines = gap.count.counted("line")
            return style.format(
                "warning: \(lines) dropped here, because nobody read this output; see: mockctl log", .warning)
        }
        // Both streams may be the same terminal; then the lines keep their order.
        console.resultQueue = live == nil ? OutputQueue(notice: resultNotice) : console.messageQueue
        return console
    }

    /// Waits for readers, but not for long.
    func flush(within limit: Duration) {
        let start = ContinuousClock.now
        for queue in [messageQueue, resultQueue] {
            queue?.flush(within: max(.zero, limit - (ContinuousClock.now - start)))
        }
    }

    /// - Parameter clock: That of the event, if it is one.
    func result(_ line: String, clock: EventClock? = nil) {
        guard let live else { return write(line + "\n", to: STDOUT_FILENO, clock: clock) }
        // Both streams may be the same terminal.
        live.interrupt { prefix in
            if !prefix.isEmpty { write(prefix, to: STDERR_FILENO) }
            write(line + "\n", to: STDOUT_FILENO, clock: clock)
        }
    }

    func error(_ line: String, prefix: String = "") { message(line, .error, prefix: prefix) }

    func warning(_ line: String) { message(line, .warning) }

    /// Information that `--quiet` silences.
    func note(_ line: String, prefix: String = "") { message(line, .info, prefix: prefix) }

    /// What `-v` asks for.
    func detail(_ line: String, prefix: String = "") { message(line, .debug, prefix: prefix) }

    /// - Parameter prefix: Printed in front of the line and not recorded, such as the time.
    func message(_ line: String, _ severity: Severity, prefix: String = "") {
        record?(severity, line)
        switch severity {
        case .error: break
        case .warning, .notice, .info: if verbosity < 0 { return }
        case .debug: if verbosity < 1 { return }
        }
        let text = messages.format(prefix + line, severity)
        guard let live else { return write(text + "\n", to: STDERR_FILENO) }
        live.interrupt { write($0 + text + "\n", to: STDERR_FILENO) }
    }

    /// Shows how far something is: as a line that the next one replaces where that is possible.
    func progress(_ line: String) {
        guard verbosity >= 0 else { return }
        guard let live else { return note(line) }
        live.show(line) { write($0, to: STDERR_FILENO) }
    }

    private func write(_ text: String, to descriptor: Int32, clock: EventClock? = nil) {
        let queue = descriptor == STDOUT_FILENO ? resultQueue : messageQueue
        guard let queue else { return Self.writeAll(Array(text.utf8), to: descriptor) }
        queue.add(text, to: descriptor, clock: clock)
    }

    /// A closed pipe or a full disk behind a stream is no reason to stop working.
    static func writeAll(_ text: [UInt8], to descriptor: Int32) {
        var bytes = text[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return }
            bytes.removeFirst(written)
        }
    }
}

/// The last line of a terminal while it is being rewritten.
final class LiveLine: Sendable {
    private static let erase = "\r\u{1B}[K"

    private let columns: Int
    /// Of the process, which has one terminal, however many consoles write to it.
    private static let isShown = Mutex(false)

    init(columns: Int) {
        self.columns = columns
    }

    /// `nil` where lines cannot be rewritten: in files, in pipes, on terminals without escape sequences.
    static func onTerminal(_ descriptor: Int32, environment: [String: String]) -> LiveLine? {
        guard isatty(descriptor) == 1, LineStyle.understandsEscapes(environment) else { return nil }
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        let columns = environment["COLUMNS"].flatMap { Int($0) } ?? (isKnown ? Int(size.ws_col) : 80)
        return LiveLine(columns: max(1, columns))
    }

    /// Replaces the line. One that is too long would wrap, and what has wrapped cannot be replaced.
    func show(_ line: String, _ write: (String) -> Void) {
        Self.isShown.withLock { isShown in
            write(Self.erase + line.prefix(columns - 1))
            isShown = true
        }
    }

    /// Writes another line, for which the live one makes room.
    func interrupt(_ write: (_ prefix: String) -> Void) {
        Self.isShown.withLock { isShown in
            write(isShown ? Self.erase : "")
            isShown = false
        }
    }
}
