/// Collects failures, and defers the effects of verifications, until its user reports or drops them.
final class FailureCollector: @unchecked Sendable {  // `lock` guards every mutable property
    @TaskLocal static var current: FailureCollector?

    private let lock = Lock()
    private var collected: [MockFailure] = []
    private var effects: [() -> Void] = []
    private var consumed: Set<ObjectIdentifier> = []
    let defersEffects: Bool

    /// - Parameter defersEffects: true if the verifications may be repeated; then their captures count once.
    init(defersEffects: Bool = false) { self.defersEffects = defersEffects }

    var failures: [MockFailure] { lock.locked { collected } }

    func add(_ failure: MockFailure) { lock.locked { collected.append(failure) } }

    func add(effect: @escaping () -> Void) { lock.locked { effects.append(effect) } }

    /// The calls consumed in this attempt, which may still be repeated.
    var consumedCalls: Set<ObjectIdentifier> { lock.locked { consumed } }

    func consume(_ records: [CallRecord]) { lock.locked { consumed.formUnion(records.map(ObjectIdentifier.init)) } }

    func applyEffect() {
        let effects = lock.locked { self.effects }
        for effect in effects { effect() }
    }
}

/// Runs verifications and returns their failure messages instead of failing the test.
///
/// ```swift
/// let texts = collectFailures { verifyServed(cook) }      // a helper of your own
/// #expect(texts.isEmpty)
/// ```
public func collectFailures(_ body: () throws -> Void) rethrows -> [String] {
    try failures(in: body).map(\.message)
}

/// Runs asynchronous verifications and returns their failure messages instead of failing the test.
public nonisolated(nonsending) func collectFailures(_ body: () async throws -> Void) async rethrows -> [String] {
    try await failures(in: body).map(\.message)
}

/// Runs verifications and returns their failures, with locations, instead of failing the test.
public func failures(in body: () throws -> Void) rethrows -> [MockFailure] {
    let collector = FailureCollector()
    try FailureCollector.$current.withValue(collector) { try body() }
    return collector.failures
}

/// Runs asynchronous verifications and returns their failures, with locations, instead of failing the test.
public nonisolated(nonsending) func failures(
    in body: () async throws -> Void
) async rethrows -> [MockFailure] {
    let collector = FailureCollector()
    try await FailureCollector.$current.withValue(collector) { try await body() }
    return collector.failures
}
