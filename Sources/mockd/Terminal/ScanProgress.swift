/// When a first scan is told about, and how: never if it is quick; then several times a second on a line that is
/// rewritten, or every few seconds where each line stays.
struct ScanProgress {
    /// Work that is done sooner shows nothing.
    static let patience = Duration.milliseconds(300)
    /// Between two lines that stay.
    static let interval = Duration.seconds(5)
    /// How often to ask.
    static let tick = Duration.milliseconds(100)

    /// Shows the progress until `state` returns `nil` or the task is cancelled.
    static func show(on console: Console, state: () -> (found: Int, done: Int)?) async {
        let start = ContinuousClock.now
        var progress = ScanProgress(isRewritten: console.live != nil)
        while let (found, done) = state(), !Task.isCancelled {
            if let text = progress.text(after: ContinuousClock.now - start, found: found, done: done) {
                console.progress(text)
            }
            try? await Task.sleep(for: tick)
        }
    }

    private let isRewritten: Bool
    private var next: Duration

    init(isRewritten: Bool) {
        self.isRewritten = isRewritten
        next = isRewritten ? Self.patience : Self.interval
    }

    /// What to show, if it is time for that.
    ///
    /// - Parameters:
    ///   - elapsed: Since the scan began.
    ///   - found: Source files so far.
    ///   - done: How many of them have been read; 0 while it is not known how many there are.
    mutating func text(after elapsed: Duration, found: Int, done: Int) -> String? {
        guard elapsed >= next else { return nil }
        next = elapsed + (isRewritten ? Self.tick : Self.interval)
        if found == 0 { return "scanning" }
        let files = found.counted("file")
        return done == 0 ? "scanning \(files)" : "scanning \(files), \(done * 100 / max(1, found)) %"
    }
}
