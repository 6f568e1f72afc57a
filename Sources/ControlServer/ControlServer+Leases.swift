internal import ControlChannel
internal import NIOCore
internal import Synchronization

/// The current leases.
final class LeaseBook: Sendable {
    private struct State {
        var leases: [Lease] = []
        var lastID = 0
    }

    private let state = Mutex(State())

    var current: [Lease] { state.withLock { $0.leases } }

    func add(name: String, since: Timestamp, until: Timestamp?) -> Lease {
        state.withLock { state in
            state.lastID += 1
            let lease = Lease(id: state.lastID, name: name, since: since, until: until)
            state.leases.append(lease)
            return lease
        }
    }

    /// Removes one lease, or all of them, and returns those removed.
    func remove(_ id: Int? = nil) -> [Lease] {
        state.withLock { state in
            let removed = state.leases.filter { id == nil || $0.id == id }
            state.leases.removeAll { id == nil || $0.id == id }
            return removed
        }
    }
}

extension ControlServer {
    func addLease(_ wish: LeaseRequest, _ request: ControlRequest) throws(ControlError) -> Lease {
        guard !wish.name.isEmpty, wish.name.unicodeScalars.count <= 100 else {
            throw .badRequest("a lease needs a name of at most 100 characters", hint: "say who holds back generation")
        }
        let longest = limits.longestLease.milliseconds
        if let time = wish.ttlMs, !(1...longest).contains(time) {
            throw .badRequest("ttlMs must lie between 1 and \(longest)")
        }
        guard leases.current.count < limits.leases else {
            throw ControlError(
                status: 429, code: "too-many-leases", message: "there are \(limits.leases) leases already",
                hint: "end them with: mockctl resume")
        }
        let now = events.currentTime
        let until = wish.ttlMs.map { Timestamp(millisecondsSince1970: now.millisecondsSince1970 + Int64($0)) }
        let lease = leases.add(name: wish.name, since: now, until: until)
        events.publish(.lease(lease, change: .held))
        daemon.hold(for: leases.current)
        if let time = wish.ttlMs {
            request.channel.eventLoop.scheduleTask(in: TimeAmount(.milliseconds(time))) {
                self.end(lease.id, as: .expired)
            }
        } else {
            request.channel.pipeline.fireUserInboundEventTriggered(LeaseHeld())
            request.channel.closeFuture.whenComplete { _ in self.end(lease.id, as: .released) }
        }
        return lease
    }

    func endLeases(_ id: Int?) throws(ControlError) -> LeasesAnswer {
        guard let id else { return LeasesAnswer(leases: end(nil, as: .released)) }
        let ended = end(id, as: .released)
        guard !ended.isEmpty else { throw .notFound("there is no lease \(id)", hint: "GET /v1/leases lists them") }
        return LeasesAnswer(leases: ended)
    }

    @discardableResult
    private func end(_ id: Int?, as change: Event.LeaseChange) -> [Lease] {
        let ended = leases.remove(id)
        guard !ended.isEmpty else { return [] }
        for lease in ended { events.publish(.lease(lease, change: change)) }
        daemon.hold(for: leases.current)
        return ended
    }
}
