/// The answer to `GET /v1/version`.
package struct VersionAnswer: Codable, Hashable, Sendable {
    /// The versions of the interface that a daemon speaks.
    package struct API: Codable, Hashable, Sendable {
        package var min: Int
        package var max: Int
    }

    package var version: String
    package var api: API
    /// The endpoints, so that a client can ask before it relies on one.
    package var capabilities: [String]
    package var swiftSyntax: String?
    package var pid: Int
    package var root: String
    package var startedAt: Timestamp

    package init(of identity: DaemonIdentity, capabilities: [String]) {
        self.version = identity.version
        self.api = API(min: WireFormat.apiVersion, max: WireFormat.apiVersion)
        self.capabilities = capabilities
        self.swiftSyntax = identity.swiftSyntax
        self.pid = identity.pid
        self.root = identity.root
        self.startedAt = identity.startedAt
    }
}

/// The body of `POST /v1/sync`; may be left out.
package struct SyncRequest: Codable, Hashable, Sendable {
    package var timeoutMs: Int?

    package init(timeoutMs: Int? = nil) {
        self.timeoutMs = timeoutMs
    }
}

/// The answer to `POST /v1/sync`: all that was written before the request has been generated.
package struct SyncAnswer: Codable, Hashable, Sendable {
    package var clock: EventClock
    package var waitedMs: Int
    /// Batches since the start of the daemon.
    package var generation: Int

    /// - Note: The control server fills in `clock` and `waitedMs` of what it sends.
    package init(generation: Int) {
        self.clock = EventClock(epoch: 0, seq: 0)
        self.waitedMs = 0
        self.generation = generation
    }
}

/// The body of `POST /v1/generate`; may be left out, which means everything that is stale.
package struct GenerateRequest: Codable, Hashable, Sendable {
    /// Sources or outputs, absolute or relative to the root; all if there are none.
    package var paths: [String]?
    /// Overwrite mocks that were edited by hand, and render again what is current.
    package var force: Bool?

    package init(paths: [String]? = nil, force: Bool? = nil) {
        self.paths = paths
        self.force = force
    }
}

/// The answer to `POST /v1/generate`.
package struct GenerateAnswer: Codable, Hashable, Sendable {
    package struct Output: Codable, Hashable, Sendable {
        package var path: String
        /// `written`, `unchanged`, `removed`, `edited`, `conflict` or `failed`.
        package var result: String

        package init(path: String, result: String) {
            self.path = path
            self.result = result
        }
    }

    package var outputs: [Output]
    package var ms: Int

    package init(outputs: [Output], ms: Int) {
        self.outputs = outputs
        self.ms = ms
    }
}

/// The answer to `GET /v1/outputs`.
package struct OutputsAnswer: Codable, Hashable, Sendable {
    package struct Output: Codable, Hashable, Sendable {
        package var path: String
        package var source: String?
        /// The types that the file mocks.
        package var types: [String]
        package var sha256: String?
        /// `current`, `stale`, `edited`, `missing`, `orphaned`, `conflict` or `failed`.
        package var state: String

        package init(path: String, source: String?, types: [String], sha256: String? = nil, state: String) {
            self.path = path
            self.source = source
            self.types = types
            self.sha256 = sha256
            self.state = state
        }
    }

    package var outputs: [Output]

    package init(outputs: [Output]) {
        self.outputs = outputs
    }
}

/// The answer to `GET /v1/diagnostics`.
package struct DiagnosticsAnswer: Codable, Hashable, Sendable {
    package var diagnostics: [ReportedDiagnostic]

    package init(diagnostics: [ReportedDiagnostic]) {
        self.diagnostics = diagnostics
    }
}

/// The answer to `GET /v1/explain?q=`: why something is, or is not, watched or generated.
package struct Explanation: Codable, Hashable, Sendable {
    /// What was found for the question.
    package var subject: String
    /// `mock`, `type`, `source`, `output` or `ignored`.
    package var kind: String
    /// One sentence.
    package var summary: String
    package var source: String?
    package var output: String?
    /// Further sentences, in order.
    package var details: [String]
    /// What the mock was made from: declarations that were looked up, found or not.
    package var dependsOn: [String]

    package init(
        subject: String, kind: String, summary: String, source: String? = nil, output: String? = nil,
        details: [String] = [], dependsOn: [String] = []
    ) {
        self.subject = subject
        self.kind = kind
        self.summary = summary
        self.source = source
        self.output = output
        self.details = details
        self.dependsOn = dependsOn
    }
}

/// The answer to `POST /v1/shutdown`.
package struct ShutdownAnswer: Codable, Hashable, Sendable {
    package var stopping: Bool
    package var pid: Int

    package init(pid: Int) {
        self.stopping = true
        self.pid = pid
    }
}
