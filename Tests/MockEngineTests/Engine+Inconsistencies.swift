import MockModel

@testable import MockEngine

extension OutputState {
    /// True if sources ask for the output.
    var isWanted: Bool { [.current, .stale, .edited, .missing, .conflict, .failed].contains(self) }
}

extension OutputStore {
    /// The rules that the store breaks: each path is in one state, and each count is that of the states.
    var inconsistencies: [String] {
        let (asked, others) = (Set(records.keys), Set(unwanted.keys))
        var broken = asked.intersection(others).map { "\($0.text) is in two states" }
        broken += records.filter { !$0.value.state.isWanted }.map {
            "\($0.key.text) is asked for and \($0.value.state)"
        }
        broken += unwanted.filter(\.value.isWanted).map { "\($0.key.text) is not asked for and \($0.value)" }
        broken += due.subtracting(asked).map { "\($0.text) is due and not asked for" }
        var counts: [OutputState: Int] = [:]
        var mocks: [OutputState: Int] = [:]
        for record in records.values {
            if record.isExpected { counts[record.state, default: 0] += 1 }
            if record.weight > 0 { mocks[record.state, default: 0] += record.weight }
        }
        for record in matcherFiles.values where record.state != .current {
            counts[record.state, default: 0] += 1
            mocks[record.state, default: 0] += 1
        }
        for state in unwanted.values where state == .orphaned {
            counts[state, default: 0] += 1
            mocks[state, default: 0] += 1
        }
        if counts != states.filter({ $0.value != 0 }) { broken.append("\(states) outputs instead of \(counts)") }
        if mocks != mockStates.filter({ $0.value != 0 }) { broken.append("\(mockStates) mocks instead of \(mocks)") }
        let total = records.values.reduce(0) { $0 + $1.mockCount }
        if mockCount != total { broken.append("\(mockCount) mocks instead of \(total)") }
        return broken
    }
}

extension Engine {
    /// The rules that the state after a pass breaks.
    var inconsistencies: [String] {
        var broken = outputs.inconsistencies
        for (path, record) in sources.records {
            guard let output = record.output else { continue }
            if outputs[output]?.sources.contains(path) != true { broken.append("\(output.text) lacks \(path.text)") }
        }
        for (path, record) in outputs.records {
            if record.sources.isEmpty { broken.append("\(path.text) has no sources") }
            for source in record.sources where sources[source]?.output != path {
                broken.append("\(path.text) has \(source.text), whose output is another one")
            }
            if record.state == .failed, !outputs.due.contains(path) { broken.append("\(path.text) is not tried again") }
        }
        // A pass that may write leaves no file undecided.
        let open = outputs.unwanted.filter { [.abandoned, .found, .earlier].contains($0.value) }
        return broken + open.map { "\($0.key.text) is still \($0.value)" }
    }
}
