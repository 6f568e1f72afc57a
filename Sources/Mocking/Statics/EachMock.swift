extension Mock {
    /// All mocks of the type that this test creates from now on, as if they were one.
    ///
    /// For code under test that creates its own objects. Access it first, to stub the mocks or only to record their
    /// calls. Stubs of a single mock take precedence.
    ///
    /// ```swift
    /// given(MockSession.each).open().willReturn(true)
    /// Browser(sessions: MockSession.self).start()
    /// verify(MockSession.each).open().wasCalled(2)
    /// ```
    public nonisolated static var each: EachMock<Self> { EachMock(mocking: MockTemplates.state(of: Self.self)) }
}

/// All mocks of a type that a test creates, as one mock.
public final class EachMock<M: Mock>: Mock {
    /// The type of object that calls can be forwarded to.
    public typealias MockTarget = M.MockTarget
    /// The members for ``given(_:)``.
    public typealias MockGiven = M.MockGiven
    /// The members for ``verify(_:fileID:filePath:line:column:)``.
    public typealias MockVerify = M.MockVerify
    /// The members for ``calls(_:)``.
    public typealias MockCalls = M.MockCalls

    /// The calls and stubs of all these mocks.
    public nonisolated let mocking: MockState<M.MockTarget>

    init(mocking: MockState<M.MockTarget>) { self.mocking = mocking }
}

/// The stubs and calls shared by all mocks of a type, stored with the static mocks of the test.
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

    /// Mocks are created often and templates rarely, so there is no lookup before the first template.
    static func template(of label: MockCore.Label) -> MockCore? {
        guard lock.locked({ areUsed }) else { return nil }
        switch label {
        case .statics, .template, .function: return nil
        case .text, .type: return StaticScope.running.template(named: name(label.text))
        }
    }

    /// Generated initializers name a generic mock without its generic arguments.
    private static func name(_ text: String) -> Substring { text.prefix { $0 != "<" } }
}
