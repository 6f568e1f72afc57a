import ControlChannel
import Testing

@testable import ControlServer

@Suite("Memory of the history")
struct EventWeightTests {
    private func makeLog(weight: Int) -> EventLog { EventLog(epoch: 1, capacity: 100, weight: weight) }

    private func message(_ length: Int) -> Event.Content {
        .log(LogRecord(level: "info", message: String(repeating: "x", count: length)))
    }

    /// Returns the numbers of all events in the history, delivery by delivery.
    private func remembered(_ log: EventLog) async -> [[Int]] {
        let subscription = log.subscribe(.oldestToNow)
        var deliveries: [[Int]] = []
        while case .events(let events) = await subscription.next() { deliveries.append(events.map(\.clock.seq)) }
        return deliveries
    }

    @Test("Heavy events push out older ones long before there are too many")
    func heavy() async {
        let log = makeLog(weight: 10_000)
        for _ in 0..<50 { log.publish(message(3_000)) }
        #expect(await remembered(log).flatMap(\.self) == [48, 49, 50])
        // An event above the limit by itself is kept as the only one.
        log.publish(message(1_000_000))
        #expect(await remembered(log).flatMap(\.self) == [51])
        for _ in 0..<200 { log.publish(message(1)) }
        #expect(await remembered(log).flatMap(\.self).suffix(2) == [250, 251])
    }

    @Test("The events of 96 saves of a file with a name of 1 MB weigh no more than the limit")
    func longNames() async {
        let log = makeLog(weight: 4 << 20)
        let name = String(repeating: "a", count: 1_000_000)
        let diagnostic = ReportedDiagnostic(
            file: "Cook.swift", line: 1, column: 1, severity: "error", code: "syntax", message: name)
        let contents: [Event.Content] = [
            .inputChanged(path: name), .inputFailed(path: "Cook.swift", diagnostics: [diagnostic, diagnostic]),
            .outputWritten(path: name, sha256: nil, reason: name), .outputRemoved(path: name, reason: name),
            .outputConflict(path: "", message: name), .outputUnchanged(path: name),
            .stateChanged(to: .degraded, reasons: [.init(code: "x", message: name, fix: name)]),
            .rescan(reason: name, files: 1, changed: 1, ms: 1), .configReloaded(changed: [name, name]),
        ]
        for _ in 0..<96 { contents.forEach { log.publish($0) } }
        let subscription = log.subscribe(.oldestToNow)
        var weight = 0
        while case .events(let events) = await subscription.next() {
            weight += events.reduce(0) { $0 + $1.content.weight }
        }
        #expect(weight > 1 << 20 && weight <= 4 << 20)
    }

    @Test("Light events are bounded by their number, and the ring goes round")
    func light() async {
        let log = makeLog(weight: 1 << 20)
        for _ in 0..<1_050 { log.publish(.settled) }
        #expect(await remembered(log).flatMap(\.self) == Array(951...1_050))
        #expect(log.subscribe(since: EventClock(epoch: 1, seq: 950)) != nil)
        #expect(log.subscribe(since: EventClock(epoch: 1, seq: 949)) == nil)
    }

    @Test("One delivery is no heavier than a slow reader may make us hold")
    func deliveries() async {
        let log = makeLog(weight: 4 << 20)
        for _ in 0..<6 { log.publish(message(100_000)) }
        #expect(await remembered(log) == [[1, 2], [3, 4], [5, 6]])
    }

    @Test("A subscriber that falls behind the weight hears how much it has missed")
    func lagging() async {
        let log = makeLog(weight: 10_000)
        let subscription = log.subscribe(.next)
        for _ in 0..<50 { log.publish(message(3_000)) }
        guard case .lagged(let dropped, let resume) = await subscription.next() else {
            Issue.record("it has missed nothing")
            return
        }
        #expect(dropped == 47)
        #expect(resume.seq == 47)
        guard case .events(let events) = await subscription.next() else { return }
        #expect(events.map(\.clock.seq) == [48, 49, 50])
    }
}
