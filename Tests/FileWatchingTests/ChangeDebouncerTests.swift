import Testing

@testable import FileWatching

/// Tables of hints and verdicts, in milliseconds on a fixed clock.
struct ChangeDebouncerTests {
    typealias Machine = ChangeDebouncer<String>
    static let origin = SuspendingClock().now

    enum Step: Sendable {
        /// A hint: the time, the path, and true for the end of a save.
        case hint(Int, String, Bool?)
        case expect(Int, Expectation)
        case locked(Int, Expectation)
        case drain
    }

    enum Expectation: Hashable, Sendable {
        case idle
        case deliver
        case wait(Int)
        case held(Int)
    }

    static let tables: [(String, [Step])] = [
        ("nothing is nothing to do", [.expect(0, .idle), .expect(10_000, .idle)]),
        ("a complete save in a quiet project goes at once", [.hint(0, "A", true), .expect(0, .deliver)]),
        (
            "a save goes when it is complete, not when it begins",
            [.hint(0, "A", false), .expect(0, .wait(50)), .hint(3, "A", true), .expect(3, .deliver)]
        ),
        (
            "attributes after a save do not make it incomplete",
            [.hint(0, "A", true), .hint(0, "A", nil), .expect(0, .deliver)]
        ),
        ("attributes alone are no save", [.hint(0, "A", nil), .expect(0, .wait(50)), .expect(50, .deliver)]),
        (
            "a writer that goes on is waited for",
            [.hint(0, "A", true), .hint(0, "A", false), .expect(0, .wait(50)), .expect(50, .deliver)]
        ),
        (
            "two files are a burst, which ends with quiet",
            [
                .hint(0, "A", true), .hint(1, "B", true), .expect(1, .wait(51)), .hint(40, "C", true),
                .expect(51, .wait(90)), .expect(90, .deliver),
            ]
        ),
        (
            "the second save of a pair waits for quiet, in case there are more",
            [
                .hint(0, "A", true), .expect(0, .deliver), .drain, .hint(20, "A", true), .expect(20, .wait(70)),
                .expect(70, .deliver), .drain, .hint(120, "A", true), .expect(120, .deliver),
            ]
        ),
        (
            "a storm does not keep the first change waiting for ever",
            [.hint(0, "A", false)] + (1...40).map { .hint($0 * 25, "N\($0)", true) }
                + [.expect(999, .wait(1_000)), .expect(1_000, .deliver), .drain, .expect(1_001, .idle)]
        ),
        (
            "git's lock holds even a single save, and its release is followed by quiet",
            [
                .hint(0, "A", true), .locked(0, .held(30_000)), .locked(20_000, .held(30_000)),
                .expect(20_100, .wait(20_150)), .expect(20_150, .deliver),
            ]
        ),
        (
            "a lock that git takes again at once goes on holding",
            [
                .hint(0, "A", true), .locked(0, .held(30_000)), .expect(10, .wait(60)), .locked(60, .held(30_000)),
                .expect(70, .wait(120)), .expect(120, .deliver),
            ]
        ),
        (
            "a lock that is never released holds once",
            [
                .hint(0, "A", true), .locked(0, .held(30_000)), .locked(30_000, .deliver), .drain,
                .hint(31_000, "B", true), .locked(31_000, .deliver), .drain,
                .hint(32_000, "C", true), .expect(32_000, .deliver), .drain,
                .hint(33_000, "D", true), .locked(33_000, .held(63_000)),
            ]
        ),
        (
            "a lock that is released and taken again and again holds no longer than one that stays",
            [
                .hint(0, "A", true), .locked(0, .held(30_000)), .expect(29_900, .wait(29_950)),
                .locked(29_950, .held(30_000)), .expect(29_980, .wait(30_000)), .locked(30_000, .deliver), .drain,
                .hint(30_100, "B", true), .locked(30_100, .deliver),
            ]
        ),
        (
            "changes while git flickers do not make the hold longer either",
            [.hint(0, "A", true), .locked(0, .held(30_000))]
                + (1...599).map { .hint($0 * 50, "N\($0)", true) }
                + [.expect(29_960, .wait(30_000)), .expect(30_000, .deliver)]
        ),
        ("what is not pending is not held", [.locked(0, .idle)]),
    ]

    @Test(arguments: tables)
    func `hints are delivered at the right time`(_ name: String, _ steps: [Step]) {
        var machine = Machine(quiet: .milliseconds(50), latency: .seconds(1), hold: .seconds(30))
        for (index, step) in steps.enumerated() {
            switch step {
            case .hint(let time, let path, let completes):
                machine.note(path, completesSave: completes, at: Self.at(time))
            case .expect(let time, let expectation):
                let verdict = machine.verdict(at: Self.at(time)) { false }
                #expect(verdict == Self.verdict(expectation), "\(name), step \(index)")
            case .locked(let time, let expectation):
                let verdict = machine.verdict(at: Self.at(time)) { true }
                #expect(verdict == Self.verdict(expectation), "\(name), step \(index)")
            case .drain:
                _ = machine.drain()
            }
        }
    }

    @Test func `each path is delivered once`() {
        var machine = Machine(quiet: .milliseconds(50), latency: .seconds(1), hold: .seconds(30))
        for path in ["A", "B", "A"] { machine.note(path, completesSave: true, at: Self.origin) }
        #expect(machine.drain().sorted() == ["A", "B"])
        #expect(machine.drain() == [])
    }

    private static func at(_ milliseconds: Int) -> Machine.Instant {
        origin + .milliseconds(milliseconds)
    }

    private static func verdict(_ expectation: Expectation) -> Machine.Verdict {
        switch expectation {
        case .idle: .idle
        case .deliver: .deliver
        case .wait(let until): .wait(until: at(until))
        case .held(let until): .held(until: at(until))
        }
    }
}
