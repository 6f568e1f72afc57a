extension MockState {
    func text(of invocation: Invocation) -> String {
        Self.text(of: invocation.record, member: invocation.member.name)
    }

    /// The message for an unstubbed call of a strict mock.
    func unexpectedText<R>(_ invocation: Invocation, of: R.Type) -> String {
        let first = "\(name): unexpected call \(text(of: invocation))\(Failures.testSuffix)"
        let verb = R.self == Void.self ? "willReturn()" : "willReturn(…)"
        return ([first] + advice(invocation, verb)).joined(separator: "\n  ")
    }

    /// The message for a call whose result cannot be created.
    ///
    /// - Parameter isWanted: true if a stub has asked for the default value that there is not.
    func missingText<R>(_ invocation: Invocation, of: R.Type, isWanted: Bool) -> String {
        let type = TypeKind.name(of: R.self)
        let first = unstubbedText(invocation, type)
        let expression =
            switch TypeKind(of: R.self) {
            case .nominal, .tuple: type
            case .existential, .other: "(\(type))"
            }
        let last = "or say what to return: Defaults.register(\(expression).self) { … }"
        return ([first] + advice(invocation, "willReturn(…)", isWanted: isWanted) + [last]).joined(separator: "\n  ")
    }

    /// The message for a call whose noncopyable result cannot be created. A stub cannot store such a value, so it must
    /// create it in a closure.
    func missingText<R: ~Copyable>(_ invocation: Invocation, ofNoncopyable: R.Type) -> String {
        let first = unstubbedText(invocation, "\(R.self)")
        return ([first] + advice(invocation, "will { … }")).joined(separator: "\n  ")
    }

    private func unstubbedText(_ invocation: Invocation, _ type: String) -> String {
        "\(name): unstubbed call \(text(of: invocation))\(Failures.testSuffix) needs a value of type \(type)"
    }

    private func advice(_ invocation: Invocation, _ verb: String, isWanted: Bool = false) -> [String] {
        let name = MemberName(invocation.member.name)
        let asking = isWanted ? invocation.stubs.last { stub in stub.lock.locked { stub.asksForDefault } } : nil
        let near = invocation.stubs.reversed().prefix(3).map { stub in
            let fits = invocation.record.hasTypes(stub.argumentsType, stub.returnsType) || stub.isOpenToAllTypes
            let problem =
                if stub === asking {
                    "asks for a default value, which this type does not have"
                } else if fits {
                    "does not match"
                } else if stub.returnsType != invocation.record.returnsType {
                    "is for calls whose result is \(TypeKind.name(of: stub.returnsType))"
                } else {
                    "is for other types"
                }
            return "a stub exists but \(problem): \(stub.text) (\(stub.location))"
        }
        return near + ["stub it: \(stub(of: name, invocation.record.argumentsType)).\(verb)"] + advice(on: label)
    }

    /// The expression that stubs the member for any arguments.
    private func stub(of member: MemberName, _ argumentsType: Any.Type) -> String {
        guard case .function = label else { return member.stub(of: variableName, argumentsType: argumentsType) }
        return "given(\(name)).call(\(member.labels.isEmpty ? "" : ".any"))"
    }

    /// Advice on static members: their stubs belong to the running test, and a detached task does not know which test
    /// that is.
    private func advice(on label: Label) -> [String] {
        guard case .statics(_, isProcessWide: true) = label, Failures.reporter.tellsTestsApart else { return [] }
        return ["it was called outside of every test, as by a detached task, where the stubs of a test are not seen"]
    }

    /// The likely name of the mock's variable: `mockCook` for `MockCook`.
    private var variableName: String {
        if case .statics = label { return "\(name).statics" }
        let base = name.prefix { $0 != "<" }
        return base.prefix(1).lowercased() + base.dropFirst()
    }
}

extension CallRecord {
    /// The descriptions of the arguments, one by one.
    ///
    /// - Parameter isSingle: true if the member has one parameter, so that a tuple is its value and not the list of
    ///   arguments.
    func texts(isSingle: Bool) -> [String]? {
        let elements = ArgumentLayout(of: argumentsType, isSingle: isSingle).elements
        return withArguments { base in elements.map { MockDescription.text(of: $0.value(at: base)).shortened } }
    }
}
