import ControlChannel
import ControlServer
import Synchronization

/// A daemon with scripted answers.
final class ScriptedDaemon: ControlRequests {
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

    let script: Mutex<Script>
    let rescanReasons = Mutex<[String]>([])
    /// The names of the current leases, after each change.
    let holders = Mutex<[[String]]>([])
    let generateRequests = Mutex<[GenerateRequest]>([])

    var generateRequestCount: Int { generateRequests.withLock { $0.count } }

    init(identity: DaemonIdentity) {
        script = Mutex(Script(status: Status(of: identity, state: .ready, ready: true, idle: true)))
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

    func generate(_ request: GenerateRequest) async throws(ControlError) -> GenerateAnswer {
        generateRequests.withLock { $0.append(request) }
        return script.withLock { $0.generate }
    }

    func outputs(hashed: Bool) async throws(ControlError) -> OutputsAnswer { script.withLock { $0.outputs } }

    func diagnostics() async throws(ControlError) -> DiagnosticsAnswer { script.withLock { $0.diagnostics } }

    func explain(_ question: String) async throws(ControlError) -> Explanation {
        guard let explanation = script.withLock({ $0.explanations[question] }) else {
            throw .notFound("nothing here is called \(question)", hint: "give a type, a mock or a path")
        }
        return explanation
    }

    func show(_ mock: String) async throws(ControlError) -> MockInterface {
        guard let shown = script.withLock({ $0.interfaces[mock] }) else {
            throw .notFound("there is no mock of '\(mock)'", hint: "mockctl explain \(mock)")
        }
        return shown
    }

    func rescan(reason: String) async throws(ControlError) -> RescanAnswer {
        rescanReasons.withLock { $0.append(reason) }
        return script.withLock { $0.rescan }
    }

    func inputs() async throws(ControlError) -> InputsAnswer { script.withLock { $0.inputs } }

    func config() async throws(ControlError) -> ConfigAnswer { script.withLock { $0.config } }

    func checkConfig() async throws(ControlError) -> ReloadAnswer { try script.withLock { $0.reload }.get() }

    func reload() async throws(ControlError) -> ReloadAnswer { try script.withLock { $0.reload }.get() }

    func doctor() async throws(ControlError) -> DoctorAnswer { script.withLock { $0.doctor } }

    func seenEvents() async -> SeenEventsAnswer { script.withLock { $0.seenEvents } }

    func hold(for leases: [Lease]) { holders.withLock { $0.append(leases.map(\.name)) } }

    func shutdown() async {
        script.withLock { $0.onShutdown }?()
    }
}
