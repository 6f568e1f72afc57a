/// A type-erased rule: only the subclass knows the type of its values.
public class AnyRule {
    init() {}

    var subject: Any.Type { preconditionFailure("a rule has a type") }
    var hasEffect: Bool { false }
    var text: String { "" }

    func matches(at address: UnsafeRawPointer) -> Bool { false }
    func matches(_ value: Any) -> Bool { false }
    func mismatch(_ value: Any) -> String { "" }
    func applyEffect(_ value: Any) {}
}

/// The implementation of a rule, behind one reference so that matchers are cheap to pass.
final class TypedRule<Subject>: AnyRule {
    let describe: () -> String
    let test: (Subject) -> Bool
    let explain: (Subject) -> String
    let effect: ((Subject) -> Void)?

    init(
        describe: @escaping () -> String, test: @escaping (Subject) -> Bool,
        explain: @escaping (Subject) -> String, effect: ((Subject) -> Void)? = nil
    ) {
        self.describe = describe
        self.test = test
        self.explain = explain
        self.effect = effect
    }

    override var subject: Any.Type { Subject.self }
    override var hasEffect: Bool { effect != nil }
    override var text: String { describe() }

    override func matches(at address: UnsafeRawPointer) -> Bool {
        test(address.assumingMemoryBound(to: Subject.self).pointee)
    }

    override func matches(_ value: Any) -> Bool {
        guard let subject = value as? Subject else { return false }
        return test(subject)
    }

    override func mismatch(_ value: Any) -> String {
        guard let subject = value as? Subject else {
            return "expected \(describe()), was \(MockDescription.text(of: value)), which is no \(Subject.self)"
        }
        return explain(subject)
    }

    override func applyEffect(_ value: Any) {
        guard let effect, let subject = value as? Subject else { return }
        effect(subject)
    }
}
