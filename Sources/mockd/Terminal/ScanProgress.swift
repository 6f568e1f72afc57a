internal import MockEngine

/// Decides when a first scan is reported: never if it is quick; then several times a second on a line that is
/// rewritten, or every few seconds where each line stays, if there is news.
struct ScanProgress {
    /// Work that is done sooner shows nothing.
    static let delay = Duration.milliseconds(300)
    /// The time before each line that stays, the first one included.
    static let interval = Duration.seconds(5)
    /// The time between two checks.
    static let tick = Duration.milliseconds(100)

    /// The progress of a first scan.
    struct State {
        /// Source files so far, and how many of them have been read.
        var found: Int
        var read: Int
        /// Mock files, once their number is known, and how many of them have been compared or written.
        var outputs = 0
        var made = 0
        /// The modules whose interfaces the toolchain prints at present; mocks wait for them.
        var modules: [String] = []

        init(found: Int, read: Int, outputs: Int = 0, made: Int = 0, modules: [String] = []) {
            (self.found, self.read, self.outputs, self.made) = (found, read, outputs, made)
            self.modules = modules
        }

        /// - Parameter files: The number of files that the watcher has found meanwhile.
        init(_ progress: EngineProgress, _ modules: ModulesInPrint, files: Int = 0) {
            self.init(
                found: max(files, progress.found), read: progress.read, outputs: progress.outputs, made: progress.made,
                modules: modules.current)
        }
    }

    /// Shows the progress until `state` returns `nil` or the task is cancelled.
    static func show(on console: Console, state: () -> State?) async {
        let start = ContinuousClock.now
        var progress = ScanProgress(isRewritten: console.live != nil)
        while let state = state(), !Task.isCancelled {
            if let text = progress.text(after: ContinuousClock.now - start, state) { console.progress(text) }
            try? await Task.sleep(for: tick)
        }
    }

    private let isRewritten: Bool
    private var next: Duration
    /// The share that was shown last: later files must not make it smaller.
    private var reached = 0
    private var last: String?

    init(isRewritten: Bool) {
        self.isRewritten = isRewritten
        next = isRewritten ? Self.delay : Self.interval
    }

    /// Returns the line to show, if it is time for one.
    ///
    /// - Parameter elapsed: The time since the scan began.
    mutating func text(after elapsed: Duration, _ state: State) -> String? {
        guard elapsed >= next else { return nil }
        next = elapsed + (isRewritten ? Self.tick : Self.interval)
        let text = text(state)
        if text == last, !isRewritten { return nil }
        last = text
        return text
    }

    /// Shows which modules are printed on a terminal whose line is rewritten, and removes that when none is left. A daemon
    /// prints modules after its first scan, too.
    static func modulesInPrint(on console: Console) -> ModulesInPrint {
        ModulesInPrint { modules in
            guard console.live != nil else { return }
            if modules.isEmpty { console.endProgress() } else { console.progress(text(modules: modules)) }
        }
    }

    static func text(modules: [String]) -> String {
        "reading the interface\(modules.count > 1 ? "s" : "") of \(modules.joined(separator: ", "))"
    }

    private mutating func text(_ state: State) -> String {
        if !state.modules.isEmpty { return Self.text(modules: state.modules) }
        if state.outputs > 0 {
            return "generating \(state.outputs.counted("mock file"))"
                + Self.text(share: Self.share(state.made, of: state.outputs))
        }
        if state.found == 0 { return "scanning" }
        let files = state.found.counted("file")
        reached = max(reached, Self.share(state.read, of: state.found))
        return "scanning \(files)" + Self.text(share: reached)
    }

    /// No share says nothing, and may be the only one in a log.
    private static func text(share: Int) -> String { share == 0 ? "" : ", \(share) %" }

    private static func share(_ done: Int, of all: Int) -> Int { done * 100 / max(1, all) }
}
