extension Mock {
    /// All mocks of the type that are made from now on in this test, as if they were one.
    ///
    /// For code under test that makes its own objects. Mention it first, to stub the mocks or just to have their calls
    /// kept; what is said of a single mock comes before it.
    ///
    /// ```swift
    /// given(MockSession.each).open().willReturn(true)
    /// Browser(sessions: MockSession.self).start()
    /// verify(MockSession.each).open().wasCalled(2)
    /// ```
    public nonisolated static var each: EachMock<Self> { EachMock(mocking: MockTemplates.state(of: Self.self)) }
}

/// The mocks of a type that are made in a test, which are a mock themselves.
public final class EachMock<M: Mock>: Mock {
    /// What calls can be forwarded to.
    public typealias MockTarget = M.MockTarget
    /// The members as ``given(_:)`` offers them.
    public typealias MockGiven = M.MockGiven
    /// The members as ``verify(_:fileID:filePath:line:column:)`` offers them.
    public typealias MockVerify = M.MockVerify
    /// The members as ``calls(_:)`` offers them.
    public typealias MockCalls = M.MockCalls

    /// The calls and stubs of all of them.
    public nonisolated let mocking: MockState<M.MockTarget>

    init(mocking: MockState<M.MockTarget>) { self.mocking = mocking }
}

/// What is said of all mocks of a type, kept with the static mocks of the test.
enum MockTemplates {
    private static let lock = Lock()
    nonisolated(unsafe) private static var areUsed = false  // `lock` guards it

    static func state<M: Mock>(of type: M.Type) -> MockState<M.MockTarget> {
        lock.locked { areUsed = true }
        return StaticScope.running.template(named: name("\(type)")) {
            MockState<M.MockTarget>(
                label: .template(of: type), .relaxed, forwardingTo: nil, location: .unknown)
        }
    }

    /// Mocks are made often and templates are rare, so nothing is looked up before the first one.
    static func template(of label: MockCore.Label) -> MockCore? {
        guard lock.locked({ areUsed }) else { return nil }
        switch label {
        case .statics, .template, .function: return nil
        case .text, .type: return StaticScope.running.template(named: name(label.text))
        }
    }

    /// Generated initializers name a generic mock without its arguments.
    private static func name(_ text: String) -> Substring { text.prefix { $0 != "<" } }
}
