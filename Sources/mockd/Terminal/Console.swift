internal import ControlChannel
internal import Glibc
internal import MockModel
internal import Synchronization

/// The two streams of a command: the result goes to stdout, everything else to stderr.
///
/// Lines are written whole, so that those of different tasks do not mix.
struct Console: Sendable {
    /// Below 0, only errors are printed; from 1 on, details as well.
    var verbosity = 0
    /// The styles of the lines on stdout and on stderr.
    var results = LineStyle.plain
    var messages = LineStyle.plain
    /// Makes links of the places in messages, on terminals that show links.
    var links: TerminalLinks?
    /// The line that is rewritten, on terminals that can do that.
    var live: LiveLine?
    /// The queues of lines for a slow reader; `nil` to wait for the reader.
    private var resultQueue: OutputQueue?
    private var messageQueue: OutputQueue?
    /// Receives the text of both streams, if it is not to be printed.
    private var collector: (@Sendable (String) -> Void)?
    /// Receives every line, also those that are not printed.
    var record: (@Sendable (Severity, String) -> Void)?

    /// The streams of this process.
    static func ofProcess(verbosity: Int, colors: ColorChoice, environment: [String: String]) -> Console {
        Console(
            verbosity: verbosity,
            results: LineStyle.of(STDOUT_FILENO, colors: colors, environment: environment),
            messages: LineStyle.of(STDERR_FILENO, colors: colors, environment: environment),
            live: LiveLine.onTerminal(STDERR_FILENO, environment: environment))
    }

    /// Returns the same console for a process that must go on when its output is not read.
    ///
    /// - Parameter resultNotice: Returns the line that replaces missing ones on stdout.
    func neverWaiting(resultNotice: @escaping @Sendable (OutputQueue.Gap) -> String) -> Console {
        var console = self
        let style = messages
        console.messageQueue = OutputQueue { gap in
            let lines = gap.count.counted("line")
            return style.format(
                "warning: \(lines) dropped here, because this output was not read; see: mockctl log", .warning)
        }
        // Both streams may be the same terminal; then one queue keeps the order of the lines.
        console.resultQueue = live == nil ? OutputQueue(notice: resultNotice) : console.messageQueue
        return console
    }

    /// Returns the same console for lines that are collected and not printed.
    func collecting(_ collect: @escaping @Sendable (String) -> Void) -> Console {
        var console = self
        console.live = nil
        console.collector = collect
        return console
    }

    /// Waits until the lines are read, for a limited time.
    func flush(within limit: Duration) {
        let start = ContinuousClock.now
        for queue in [messageQueue, resultQueue] {
            queue?.flush(within: max(.zero, limit - (ContinuousClock.now - start)))
        }
    }

    /// - Parameter clock: The clock of the event, if the line is one.
    func result(_ line: String, clock: EventClock? = nil) {
        guard let live else { return write(line + "\n", to: STDOUT_FILENO, clock: clock) }
        // Both streams may be the same terminal.
        live.interrupt { prefix in
            if !prefix.isEmpty { write(prefix, to: STDERR_FILENO) }
            write(line + "\n", to: STDOUT_FILENO, clock: clock)
        }
    }

    func error(_ line: String, prefix: String = "") { message(line, .error, prefix: prefix) }

    func warning(_ line: String, prefix: String = "") { message(line, .warning, prefix: prefix) }

    /// Prints information that `--quiet` silences.
    func note(_ line: String, prefix: String = "") { message(line, .info, prefix: prefix) }

    /// Prints details for `-v`.
    func detail(_ line: String, prefix: String = "") { message(line, .debug, prefix: prefix) }

    /// - Parameter prefix: Printed in front of the line and not recorded, such as the time.
    func message(_ line: String, _ severity: Severity, prefix: String = "") {
        record?(severity, line)
        switch severity {
        case .error: break
        case .warning, .notice, .info: if verbosity < 0 { return }
        case .debug: if verbosity < 1 { return }
        }
        let text = messages.format(prefix + line, severity, links: links)
        guard let live else { return write(text + "\n", to: STDERR_FILENO) }
        live.interrupt { write($0 + text + "\n", to: STDERR_FILENO) }
    }

    /// Shows progress, on a terminal as a line that the next one replaces.
    func progress(_ line: String) {
        guard verbosity >= 0 else { return }
        guard let live else { return note(line) }
        live.show(line) { write($0, to: STDERR_FILENO) }
    }

    /// Removes the progress from a terminal.
    func endProgress() { live?.interrupt { if !$0.isEmpty { write($0, to: STDERR_FILENO) } } }

    private func write(_ text: String, to descriptor: Int32, clock: EventClock? = nil) {
        if let collector { return collector(text) }
        let queue = descriptor == STDOUT_FILENO ? resultQueue : messageQueue
        guard let queue else { return Self.writeAll(Array(text.utf8), to: descriptor) }
        queue.add(text, to: descriptor, clock: clock)
    }

    /// Writes the bytes; gives up at an error, because a closed pipe or a full disk must not stop the process.
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
    /// Shared by all consoles: the process has one terminal.
    private static let isShown = Mutex(false)

    init(columns: Int) {
        self.columns = columns
    }

    /// Returns `nil` where lines cannot be rewritten: in files, in pipes, on terminals without escape sequences.
    static func onTerminal(_ descriptor: Int32, environment: [String: String]) -> LiveLine? {
        guard isatty(descriptor) == 1, LineStyle.understandsEscapes(environment) else { return nil }
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        let columns = environment["COLUMNS"].flatMap { Int($0) } ?? (isKnown ? Int(size.ws_col) : 80)
        return LiveLine(columns: max(1, columns))
    }

    /// Replaces the line. A longer one is cut: it would wrap, and a wrapped line cannot be replaced.
    func show(_ line: String, _ write: (String) -> Void) {
        Self.isShown.withLock { isShown in
            write(Self.erase + line.prefix(columns - 1))
            isShown = true
        }
    }

    /// Writes another line, after the live one is erased.
    func interrupt(_ write: (_ prefix: String) -> Void) {
        Self.isShown.withLock { isShown in
            write(isShown ? Self.erase : "")
            isShown = false
        }
    }
}
