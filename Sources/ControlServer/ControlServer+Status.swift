internal import ControlChannel
internal import Synchronization

/// The last status that went out, as it stands on the wire.
///
/// Prompts, editors and dashboards ask the same over and over. Putting the same answer into JSON again for each costs
/// more than everything else about it.
final class StatusCache: Sendable {
    private struct Entry {
        var status: Status
        var bytes: [UInt8]
        var time: ContinuousClock.Instant
    }

    /// Uptime and resources change all the time; nobody minds if they are so old.
    private static let longest = Duration.milliseconds(100)

    private let entry = Mutex<Entry?>(nil)

    /// The document for `status`, which lacks uptime and resources; `complete` puts them in.
    func bytes(for status: Status, _ complete: (Status) -> Status) -> [UInt8]? {
        let now = ContinuousClock.now
        let known = entry.withLock { entry -> [UInt8]? in
            guard let entry, entry.status == status, now - entry.time < Self.longest else { return nil }
            return entry.bytes
        }
        if let known { return known }
        guard let bytes = try? WireFormat.encode(complete(status)) else { return nil }
        entry.withLock { $0 = Entry(status: status, bytes: bytes, time: now) }
        return bytes
    }
}

extension ControlServer {
    /// The daemon's status with the parts that only the server knows.
    func completeStatus() async -> Status { withResources(await ownStatus()) }

    /// The same on the wire.
    func statusDocument() async -> [UInt8] {
        // Encoding a status cannot fail: it holds no number that JSON cannot write.
        statusCache.bytes(for: await ownStatus(), withResources) ?? []
    }

    private func ownStatus() async -> Status {
        var status = await requests.status()
        status.clock = events.clock
        status.clients = Status.Clients(
            connected: connectionCount, subscribers: events.subscriberCount, dropped: events.droppedCount)
        return status
    }

    private func withResources(_ status: Status) -> Status {
        var status = status
        status.uptimeMs = Int(Timestamp.now().millisecondsSince1970 - identity.startedAt.millisecondsSince1970)
        status.resources = .ofThisProcess()
        return status
    }

    func sync(_ body: SyncRequest, _ request: ControlRequest) async throws(ControlError) -> SyncAnswer {
        var given = [body.timeoutMs].compactMap { $0 }
        if let text = request.query["timeoutMs"] {
            guard let time = Int(text) else { throw .badRequest("timeoutMs=\(text) is not a number of milliseconds") }
            given.insert(time, at: 0)
        }
        guard given.allSatisfy((0...limits.longestSync.milliseconds).contains) else {
            throw .badRequest("timeoutMs must lie between 0 and \(limits.longestSync.milliseconds)")
        }
        let milliseconds = given.first ?? 10_000
        let start = ContinuousClock.now
        var answer = try await requests.sync(timeout: .milliseconds(milliseconds))
        answer.waitedMs = start.duration(to: .now).milliseconds
        answer.clock = events.clock
        return answer
    }
}
