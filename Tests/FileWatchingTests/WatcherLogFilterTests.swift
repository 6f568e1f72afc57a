import Testing

@testable import FileWatching

struct WatcherLogFilterTests {
    private let start = SuspendingClock.now

    @Test func `lines pass whole from pieces of any size, except the library's harmless ones`() {
        var filter = WatcherLogFilter()
        #expect(filter.receive(Array("*** buffer over".utf8), at: start) == [])
        #expect(
            filter.receive(
                Array("flow ***\nFailed to remove watch on d/: Unknown error -1\n\nbad \u{ff}\n".utf8), at: start)
                == ["mockd-watcher: *** buffer overflow ***", "mockd-watcher: bad \u{ff}"])
        #expect(filter.receive([0xff, 0xfe, 0x0a], at: start) == ["mockd-watcher: \u{fffd}\u{fffd}"])
    }

    @Test func `a last line without a newline passes at the end, and an endless line is cut`() {
        var filter = WatcherLogFilter()
        #expect(filter.receive(Array("killed".utf8), at: start) == [])
        #expect(filter.finish(at: start) == ["mockd-watcher: killed"])
        #expect(filter.finish(at: start) == [])
        let endless = [UInt8](repeating: UInt8(ascii: "x"), count: 4_096)
        #expect(filter.receive(endless, at: start) == ["mockd-watcher: " + String(repeating: "x", count: 500)])
    }

    @Test func `ten lines a minute pass, and the next minute reports how many did not`() {
        var filter = WatcherLogFilter()
        let storm = Array(String(repeating: "assertion failed\n", count: 1_000).utf8)
        #expect(filter.receive(storm, at: start).count == 10)
        #expect(filter.receive(storm, at: start + .seconds(59)).count == 0)
        #expect(
            filter.admit("git's lock is old", at: start + .seconds(60)) == [
                "1990 more warnings of the last minute were left out", "git's lock is old",
            ])
        #expect(filter.admit("again", at: start + .seconds(61)) == ["again"])
    }
}
