import ControlChannel
import ControlServer
import Synchronization

/// A daemon with scripted answers.
final class ScriptedDaemon: ControlledDaemon {
    struct Script: Sendable {
        var status: Status
        var syncHangs = false
        /// Makes sync wait until it is cancelled; receives a text when the wait begins and when it is cancelled.
        var syncWaits: AsyncStream<String>.Continuation?
        var generate = GenerateAnswer(outputs: [], ms: 0)
        var outputs = OutputsAnswer(outputs: [])
        var diagnostics = DiagnosticsAnswer(diagnostics: [])
        var seenEvents = SeenEventsAnswer(events: [])
        var explanations: [String: Explanation] = [:]
        var interfaces: [String: MockInterface] = [:]
        var inputs = InputsAnswer(inputs: [])
        var rescan = RescanAnswer(files: 0, changed: 0, ms: 0)
        var config = ConfigAnswer(files: [], settings: [])
        var reload: Result<ReloadAnswer, ControlError> = .success(ReloadAnswer(changed: []))
        var doctor = DoctorAnswer(checks: [])
        var onShutdown: (@Sendable () -> Void)?
    }

    private let identity: DaemonIdentity
    let script: Mutex<Script>
    let rescanReasons = Mutex<[String]>([])
    /// The names of the current leases, after each change.
    let holders = Mutex<[[String]]>([])
    let generateRequests = Mutex<[GenerateRequest]>([])

    var generateRequestCount: Int { generateRequests.withLock { $0.count } }

    init(identity: DaemonIdentity) {
        self.identity = identity
        script = Mutex(Script(status: Status(of: identity, state: .ready, ready: true, idle: true)))
    }

    /// The same endpoints as those of `mockd`; `ControlTests` compares the descriptions of both.
    var routes: [Route] {
        [
            Route(GenerateAnswer.endpoint, generate), Route(RescanAnswer.endpoint, rescan),
            Route(OutputsAnswer.endpoint, outputs), Route(InputsAnswer.endpoint, inputs),
            Route(DiagnosticsAnswer.endpoint, diagnostics), Route(Explanation.endpoint, explain),
            Route(MockInterface.endpoint, show), Route(ConfigAnswer.endpoint, config),
            Route(ReloadAnswer.check, reload), Route(ReloadAnswer.endpoint, reload),
            Route(DoctorAnswer.endpoint, doctor), Route(SeenEventsAnswer.endpoint, seenEvents),
            Route(ShutdownAnswer.endpoint, shutdown),
        ]
    }

    func set(_ change: (inout Script) -> Void) {
        script.withLock { change(&$0) }
    }

    func status() async -> Status { script.withLock { $0.status } }

    func sync(timeout: Duration) async throws(ControlError) -> SyncAnswer {
        if let told = script.withLock({ $0.syncWaits }) {
            told.yield("waits")
            let (never, keep) = AsyncStream.makeStream(of: Never.self)
            for await _ in never {}
            withExtendedLifetime(keep) {}
            told.yield("cancelled")
        }
        guard script.withLock({ $0.syncHangs }) else { return SyncAnswer(generation: 7) }
        throw .timeout(after: timeout, "3 files are still being generated after \(timeout.milliseconds) ms")
    }

    private func generate(_ request: GenerateRequest) -> GenerateAnswer {
        generateRequests.withLock { $0.append(request) }
        return script.withLock { $0.generate }
    }

    private func outputs(hashed: Bool) -> OutputsAnswer { script.withLock { $0.outputs } }

    private func diagnostics() -> DiagnosticsAnswer { script.withLock { $0.diagnostics } }

    private func explain(_ question: String) throws(ControlError) -> Explanation {
        guard let explanation = script.withLock({ $0.explanations[question] }) else {
            throw .notFound("nothing here is called \(question)", hint: "give a type, a mock or a path")
        }
        return explanation
    }

    private func show(_ mock: String) throws(ControlError) -> MockInterface {
        guard let shown = script.withLock({ $0.interfaces[mock] }) else {
            throw .notFound("there is no mock of '\(mock)'", hint: "mockctl explain \(mock)")
        }
        return shown
    }

    private func rescan(_ request: RescanRequest) -> RescanAnswer {
        rescanReasons.withLock { $0.append(request.reason ?? "request") }
        return script.withLock { $0.rescan }
    }

    private func inputs() -> InputsAnswer { script.withLock { $0.inputs } }

    private func config() -> ConfigAnswer { script.withLock { $0.config } }

    private func reload() throws(ControlError) -> ReloadAnswer { try script.withLock { $0.reload }.get() }

    private func doctor() -> DoctorAnswer { script.withLock { $0.doctor } }

    private func seenEvents() -> SeenEventsAnswer { script.withLock { $0.seenEvents } }

    func hold(for leases: [Lease]) { holders.withLock { $0.append(leases.map(\.name)) } }

    private func shutdown() -> ShutdownAnswer {
        script.withLock { $0.onShutdown }?()
        return ShutdownAnswer(of: identity)
    }
}
