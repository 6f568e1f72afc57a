import Foundation

/// Measures the daemon: the time to start, from a save to the mock, and the bytes it writes.
struct EditBenchmark {
    private static let edits = 300
    private static let switched = 500

    private let monorepo: Monorepo

    init(_ monorepo: Monorepo) { self.monorepo = monorepo }

    func run() throws -> [(String, String)] {
        let read = Measurement((0..<5).map { _ in seconds { _ = readPlainly(monorepo.paths) } }).median
        var starts: [Double] = []
        for _ in 0..<5 {
            guard let daemon = DaemonUnderTest.start(root: monorepo.root, base: monorepo.base) else {
                return [("daemon", "did not start")]
            }
            starts.append(daemon.start)
            daemon.stop()
        }
        guard let daemon = DaemonUnderTest.start(root: monorepo.root, base: monorepo.base) else {
            return [("daemon", "did not start")]
        }
        defer { daemon.stop() }
        let start = Measurement(starts).median
        // It frees memory that only the start needs once it is ready.
        usleep(2_000_000)
        let idle = daemon.memory
        let watch = RenameWatch(Set(monorepo.mocked.map { monorepo.mock(ofFile: $0).folder }).sorted())
        let before = daemon.written
        let (edit, bare) = latencies(watch)
        let written = (daemon.written - before) / Self.edits
        let noOp = commentEdits(daemon)
        let switching = branchSwitch(watch)
        return [
            ("warm start until watching", "\((start / read).ratio) (\(start.milliseconds))"),
            ("daemon, memory 2 s after its start", idle.mebibytes),
            ("edit, close to rename", edit?.milliseconds ?? "no mock came"),
            ("write, sync, rename by itself", bare?.milliseconds ?? ""),
            ("edit without that", edit.flatMap { edit in bare.map { edit.median - $0.median } }?.milliseconds ?? ""),
            ("edit, bytes written", "\(written)"),
            ("comment edit, bytes written", "\(noOp.bytes)"),
            ("comment edit, processor", noOp.processor.milliseconds),
            (
                "switch of \(Self.switched) files, or of all",
                switching.map { "\(($0 / read).ratio) (\($0.milliseconds))" } ?? "not all mocks came"
            ),
            ("daemon at the end, memory", daemon.memory.mebibytes),
        ]
    }

    private func path(_ number: Int) -> String {
        let mock = monorepo.mock(ofFile: number)
        return "\(mock.folder)/\(mock.name)"
    }

    /// Measures saves, each in a different file and after the previous mock is there. In between it measures the time
    /// that the disk alone needs for the same mocks, which varies from hour to hour more than anything else here.
    private func latencies(_ watch: RenameWatch) -> (edit: Measurement?, bare: Measurement?) {
        let mocked = monorepo.mocked
        var times: [Double] = []
        var bareTimes: [Double] = []
        for number in 0..<Self.edits {
            let file = mocked[number * 7 % mocked.count]
            // The debounce is over again, as between the saves of a person: a save within it waits for its end.
            usleep(100_000)
            watch.forget()
            monorepo.save(file, .member("probe\(number)"))
            let saved = ContinuousClock.now
            guard watch.wait(for: [path(file)]) else { return (nil, nil) }
            times.append((ContinuousClock.now - saved) / .seconds(1))
            usleep(50_000)
            bareTimes.append(monorepo.replaceCopy(of: path(file)))
        }
        return (Measurement(times), Measurement(bareTimes))
    }

    /// Returns the bytes that the daemon writes for saves that affect no mock, and the seconds of processor time for
    /// each.
    private func commentEdits(_ daemon: DaemonUnderTest) -> (bytes: Int, processor: Double) {
        let unmocked = (0..<monorepo.files).filter { !SourceText.isMocked($0) }
        usleep(300_000)
        let before = (daemon.written, daemon.processor)
        for number in 0..<100 {
            monorepo.save(unmocked[number % unmocked.count], .comment("round \(number)"))
            usleep(100_000)
        }
        return ((daemon.written - before.0) / 100, (daemon.processor - before.1) / 100)
    }

    /// Returns the seconds from the last of many writes to the last mock.
    private func branchSwitch(_ watch: RenameWatch) -> Double? {
        let files = 0..<min(Self.switched, monorepo.files)
        usleep(300_000)
        watch.forget()
        for number in files { monorepo.save(number, .member("switched")) }
        let saved = ContinuousClock.now
        guard watch.wait(for: Set(files.filter(SourceText.isMocked).map(path))) else { return nil }
        return (ContinuousClock.now - saved) / .seconds(1)
    }
}
