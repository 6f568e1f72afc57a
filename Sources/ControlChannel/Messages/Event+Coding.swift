extension Event: Codable {
    private enum Key: String, CodingKey {
        case seq, clock, time, type
        case state, reasons, files, path, diagnostics, sha256, reason, message, batch, changed, ms
        case version, pid, root, startedAt, swiftSyntax, dropped, resumeClock, status
        case lease, change, level
    }

    package func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        try line.encode(clock.seq, forKey: .seq)
        try line.encode(clock, forKey: .clock)
        try line.encode(time, forKey: .time)
        try line.encode(content.type, forKey: .type)
        switch content {
        case .stateChanged(let state, let reasons):
            try line.encode(state, forKey: .state)
            try line.encode(reasons, forKey: .reasons)
        case .batchStarted(let files):
            try line.encode(files, forKey: .files)
        case .inputChanged(let path), .outputUnchanged(let path):
            try line.encode(path, forKey: .path)
        case .inputFailed(let path, let diagnostics):
            try line.encode(path, forKey: .path)
            try line.encode(diagnostics, forKey: .diagnostics)
        case .outputWritten(let path, let sha256, let reason):
            try line.encode(path, forKey: .path)
            try line.encodeIfPresent(sha256, forKey: .sha256)
            try line.encode(reason, forKey: .reason)
        case .outputRemoved(let path, let reason):
            try line.encode(path, forKey: .path)
            try line.encode(reason, forKey: .reason)
        case .outputConflict(let path, let message):
            try line.encode(path, forKey: .path)
            try line.encode(message, forKey: .message)
        case .batchFinished(let report):
            try line.encode(report, forKey: .batch)
        case .rescan(let reason, let files, let changed, let ms):
            try line.encode(reason, forKey: .reason)
            try line.encode(files, forKey: .files)
            try line.encode(changed, forKey: .changed)
            try line.encode(ms, forKey: .ms)
        case .configReloaded(let changed):
            try line.encode(changed, forKey: .changed)
        case .lease(let lease, let change):
            try line.encode(lease, forKey: .lease)
            try line.encode(change, forKey: .change)
        case .log(let record):
            try record.encode(to: encoder)
        case .hello(let identity, let state):
            try line.encode(state, forKey: .state)
            try identity.encode(to: encoder)
        case .lagged(let dropped, let resume):
            try line.encode(dropped, forKey: .dropped)
            try line.encode(resume, forKey: .resumeClock)
        case .resync(let status):
            try line.encode(status, forKey: .status)
        case .settled, .overflow, .ping, .unknown:
            break
        }
    }

    package init(from decoder: any Decoder) throws {
        let line = try decoder.container(keyedBy: Key.self)
        clock = try line.decode(EventClock.self, forKey: .clock)
        // Repeats the clock's `seq` for people who read the lines.
        _ = try line.decode(Int.self, forKey: .seq)
        time = try line.decode(Timestamp.self, forKey: .time)
        content =
            switch try line.decode(String.self, forKey: .type) {
            case "hello":
                .hello(try DaemonIdentity(from: decoder), state: try line.decode(DaemonState.self, forKey: .state))
            case "lagged":
                .lagged(
                    dropped: try line.decode(Int.self, forKey: .dropped),
                    resume: try line.decode(EventClock.self, forKey: .resumeClock))
            case "resync": .resync(try line.decode(Status.self, forKey: .status))
            case "ping": .ping
            case "log": .log(try LogRecord(from: decoder))
            case let type: try Self.published(type, in: line)
            }
    }

    private static func published(_ type: String, in line: KeyedDecodingContainer<Key>) throws -> Content {
        func path() throws -> String { try line.decode(String.self, forKey: .path) }
        func text(_ key: Key) throws -> String { try line.decode(String.self, forKey: key) }
        func count(_ key: Key) throws -> Int { try line.decode(Int.self, forKey: key) }
        return switch type {
        case "state-changed":
            .stateChanged(
                to: try line.decode(DaemonState.self, forKey: .state),
                reasons: try line.decode([Status.Reason].self, forKey: .reasons))
        case "batch-started": .batchStarted(files: try count(.files))
        case "input-changed": .inputChanged(path: try path())
        case "input-failed":
            .inputFailed(
                path: try path(), diagnostics: try line.decode([ReportedDiagnostic].self, forKey: .diagnostics))
        case "output-written":
            .outputWritten(
                path: try path(), sha256: try line.decodeIfPresent(String.self, forKey: .sha256),
                reason: try text(.reason))
        case "output-unchanged": .outputUnchanged(path: try path())
        case "output-removed": .outputRemoved(path: try path(), reason: try text(.reason))
        case "output-conflict": .outputConflict(path: try path(), message: try text(.message))
        case "batch-finished": .batchFinished(try line.decode(BatchReport.self, forKey: .batch))
        case "settled": .settled
        case "rescan":
            .rescan(
                reason: try text(.reason), files: try count(.files), changed: try count(.changed), ms: try count(.ms))
        case "overflow": .overflow
        case "lease":
            .lease(
                try line.decode(Lease.self, forKey: .lease),
                change: try line.decode(Event.LeaseChange.self, forKey: .change))
        case "config-reloaded": .configReloaded(changed: try line.decode([String].self, forKey: .changed))
        default: .unknown(type: type)
        }
    }
}
