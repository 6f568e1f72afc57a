internal import ControlChannel
internal import Synchronization

/// Caches the last status that was sent, encoded for the wire.
///
/// Prompts, editors and dashboards request the status again and again. Encoding the same answer as JSON each time costs
/// more than all the rest of the request.
final class StatusCache: Sendable {
    private struct Entry {
        var status: Status
        var bytes: [UInt8]
        var time: ContinuousClock.Instant
    }

    /// The maximum age. Uptime and resources change all the time, but may be this old.
    private static let longest = Duration.milliseconds(100)

    private let entry = Mutex<Entry?>(nil)

    /// Returns the document for `status`, which lacks uptime and resources; `complete` adds them.
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
    /// Returns the daemon's status with the parts that only the server knows.
    func completeStatus() async -> Status { withResources(await statusWithoutResources()) }

    /// Returns the complete status, encoded for the wire.
    func statusDocument() async -> [UInt8] {
        // Encoding a status cannot fail: it holds no number that JSON cannot represent.
        statusCache.bytes(for: await statusWithoutResources(), withResources) ?? []
    }

    private func statusWithoutResources() async -> Status {
        var status = await daemon.status()
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
        if let text = request.content.query["timeoutMs"] {
            guard let time = Int(text) else { throw .badRequest("timeoutMs=\(text) is not a number of milliseconds") }
            given.insert(time, at: 0)
        }
        guard given.allSatisfy((0...limits.longestSync.milliseconds).contains) else {
            throw .badRequest("timeoutMs must lie between 0 and \(limits.longestSync.milliseconds)")
        }
        let milliseconds = given.first ?? 10_000
        let start = ContinuousClock.now
        var answer = try await daemon.sync(timeout: .milliseconds(milliseconds))
        answer.waitedMs = start.duration(to: .now).milliseconds
        answer.clock = events.clock
        return answer
    }
}
