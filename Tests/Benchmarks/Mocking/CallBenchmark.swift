import Mocking

/// Measures the cost of a call of a generated mock, as a multiple of a call of a handwritten mock.
struct CallBenchmark {
    private static let rounds = 9
    private static let callsPerRound = 20_000

    func run() {
        let byHand = nanoseconds { CountingKitchen() }
        let calls = [
            ("by hand, 3 arguments", byHand, nil),
            ("no stub, no result", nanoseconds({ MockKitchen() }, { $0.log("a") }), nil),
            ("no stub, a default", nanoseconds { MockKitchen() }, nil),
            ("a stub for any call", nanoseconds { stubbed { $0.ramen() } }, 600),
            (
                "2 arguments compared",
                nanoseconds { stubbed { $0.ramen(bowls: 2, soup: "miso") } }, 2400
            ),
            ("10 stubs, the oldest fits", nanoseconds { tenStubs() }, nil),
        ]
        print("one call                         ns   by hand   goal")
        for (name, nanoseconds, goal) in calls {
            let goal = goal.map { "<= \($0) ns" } ?? ""
            print("\(padded(name, 28)) \(right(nanoseconds, 6)) \(right(nanoseconds / byHand, 8, digits: 1))x  \(goal)")
        }
        verification()
    }

    /// Shows that recording and verifying a million calls takes ten times as long as a hundred thousand.
    private func verification() {
        print("\nverify over              record, ns a call   verify, ns a call")
        for count in [1_000, 10_000, 100_000, 1_000_000] {
            let mock = MockKitchen()
            let recording = ProcessorTime.measure {
                for number in 0..<count { _ = mock.ramen(bowls: number & 1, soup: "miso", extras: []) }
            }
            let verifying = ProcessorTime.measure {
                verify(mock).ramen(bowls: 1, soup: "miso").wasCalled(.exactly(count / 2))
            }
            let each = (recording / Double(count), verifying / Double(count))
            print("\(padded("\(count) calls", 24)) \(right(each.0, 17)) \(right(each.1, 19))")
        }
    }

    private func stubbed<R>(_ clause: (MockKitchen.MockGiven) -> R) -> MockKitchen
    where R: ClauseProtocol<SendableStubbing<any Kitchen>, (bowls: Int, soup: String, extras: [String]), Bool, Never> {
        let mock = MockKitchen()
        clause(given(mock)).willReturn(true)
        return mock
    }

    private func tenStubs() -> MockKitchen {
        let mock = stubbed { $0.ramen() }
        for bowls in 3..<12 { given(mock).ramen(bowls: .equal(bowls)).willReturn(true) }
        return mock
    }

    private func nanoseconds(_ make: () -> some Kitchen) -> Double {
        let extras = ["egg"]
        return nanoseconds(make) { _ = $0.ramen(bowls: 2, soup: "miso", extras: extras) }
    }

    /// Returns the median of several rounds, each with a new mock, whose records would otherwise outgrow the cache.
    private func nanoseconds<K: Kitchen>(_ make: () -> K, _ call: (K) -> Void) -> Double {
        let times = (0..<Self.rounds).map { _ in
            let kitchen = make()
            return ProcessorTime.measure { for _ in 0..<Self.callsPerRound { call(kitchen) } }
        }
        return times.sorted()[Self.rounds / 2] / Double(Self.callsPerRound)
    }
}

func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }

func right(_ number: Double, _ width: Int, digits: Int = 0) -> String {
    let scale = digits == 0 ? 1.0 : 10.0
    let rounded = (number * scale).rounded() / scale
    let text = digits == 0 ? "\(Int(rounded))" : "\(rounded)"
    return String(repeating: " ", count: max(0, width - text.count)) + text
}
