/// Says what every mock of a type will do that is made from now on, in this test.
///
/// For code under test that makes its own objects. What is said of a single mock comes before it.
///
/// ```swift
/// given(each: MockSession.self).open().willReturn(true)
/// Browser(sessions: MockSession.self).start()
/// verify(each: MockSession.self).open().wasCalled(2)
/// ```
public func given<M: Mock>(each type: M.Type) -> M.MockGiven {
    M.MockGiven(mocking: MockTemplates.state(of: type))
}

/// Checks what was done to all mocks of a type that were made after the first ``given(each:)`` or ``track(each:)``.
public func verify<M: Mock>(each type: M.Type) -> M.MockVerify {
    M.MockVerify(mocking: MockTemplates.state(of: type))
}

/// Reads what was done to all mocks of a type that were made after the first ``given(each:)`` or ``track(each:)``.
public func calls<M: Mock>(each type: M.Type) -> M.MockCalls {
    M.MockCalls(mocking: MockTemplates.state(of: type))
}

/// Keeps the calls of all mocks of a type that are made from now on, for ``verify(each:)`` and ``calls(each:)``.
public func track<M: Mock>(each type: M.Type) {
    _ = MockTemplates.state(of: type)
}

/// What is said of all mocks of a type, kept with the static mocks of the test.
enum MockTemplates {
    private static let lock = Lock()
    nonisolated(unsafe) private static var areUsed = false  // `lock` guards it

    static func state<M: Mock>(of type: M.Type) -> MockState<M.MockTarget> {
        lock.locked { areUsed = true }
        return StaticScope.running.template(named: name("\(type)")) {
            MockState<M.MockTarget>(
                label: .template(of: type), .relaxed, forwardingTo: nil,
                location: MockLocation(fileID: #fileID, filePath: #filePath, line: #line, column: 1))
        }
    }

    /// Mocks are made often and templates are rare, so nothing is looked up before the first one.
    static func template(of label: MockCore.Label) -> MockCore? {
        guard lock.locked({ areUsed }) else { return nil }
        switch label {
        case .statics, .template: return nil
        case .text, .type: return StaticScope.running.template(named: name(label.text))
        }
    }

    /// Generated initializers name a generic mock without its arguments.
    private static func name(_ text: String) -> Substring { text.prefix { $0 != "<" } }
}
