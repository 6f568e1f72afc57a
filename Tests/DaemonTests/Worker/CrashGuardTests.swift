import Testing

@testable import mockd

@Suite struct CrashGuardTests {
    private static func request(_ id: Int) -> WorkRequest { WorkRequest(arguments: ["generate"], id: id) }

    private static func blamed(_ id: Int) -> CrashGuard.Action {
        .answer(
            WorkResponse(
                exitCode: 1,
                output: "error: mockd was ended by signal 11 during this request; build it again, and if that ends so, "
                    + "too, report it with the module's sources\n", id: id))
    }

    private let cause = "was ended by signal 11"

    @Test func `the only request during which a process dies fails`() {
        var crashes = CrashGuard()
        #expect(crashes.receive(Self.request(1)) == [.send(Self.request(1))])
        #expect(crashes.lose(because: cause) == [Self.blamed(1)])
        #expect(crashes.isIdle)
        #expect(crashes.receive(Self.request(2)) == [.send(Self.request(2))])
        #expect(crashes.finish(2) == [] && crashes.isIdle)
        #expect(crashes.lose(because: cause) == [])
    }

    @Test func `of several requests each is performed alone, and others wait for that`() {
        var crashes = CrashGuard()
        for id in 1...3 { #expect(crashes.receive(Self.request(id)) == [.send(Self.request(id))]) }
        #expect(crashes.lose(because: cause) == [.send(Self.request(1))])
        #expect(crashes.receive(Self.request(4)) == [])
        #expect(crashes.finish(1) == [.send(Self.request(2))])
        // This one is to blame.
        #expect(crashes.lose(because: cause) == [Self.blamed(2), .send(Self.request(3))])
        #expect(crashes.receive(Self.request(5)) == [])
        #expect(crashes.finish(3) == [.send(Self.request(4)), .send(Self.request(5))])
        #expect(crashes.receive(Self.request(6)) == [.send(Self.request(6))])
        for id in [5, 4, 6] { #expect(crashes.finish(id) == []) }
        #expect(crashes.isIdle)
    }

    @Test func `a request that waits is cancelled at once, and one under way by its process`() {
        var crashes = CrashGuard()
        for id in 1...2 { _ = crashes.receive(Self.request(id)) }
        _ = crashes.lose(because: cause)
        _ = crashes.receive(Self.request(3))
        func cancel(_ id: Int) -> WorkRequest { WorkRequest(id: id, isCancellation: true) }
        #expect(crashes.receive(cancel(1)) == [.send(cancel(1))])
        #expect(crashes.receive(cancel(2)) == [.answer(WorkResponse(id: 2, wasCancelled: true))])
        #expect(crashes.receive(cancel(3)) == [.answer(WorkResponse(id: 3, wasCancelled: true))])
        #expect(crashes.receive(cancel(9)) == [])
        #expect(crashes.finish(1) == [] && crashes.isIdle)
    }
}
