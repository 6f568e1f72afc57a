internal import MockModel

extension MemberPlan {
    /// Writes the member of the mock itself.
    func writeWitness(to code: inout CodeWriter) {
        switch body {
        case .empty:
            code.line { code in
                head.write(to: &code)
                code += witness.mayBuild ? " { func build() { return } }" : " {}"
            }
        case .call(let call, let opened):
            code.block({ head.write(to: &$0) }) { call.writeStatements(opened, to: &$0) }
        case .initializer(let initializer): code.block({ head.write(to: &$0) }) { initializer.write(to: &$0) }
        case .storage(let get, let set):
            code.block({ head.write(to: &$0) }) { code in
                code.block({ head.writeGetter(to: &$0) }) { get.writeGet(to: &$0) }
                if let set { code.block({ head.writeSetter(to: &$0) }) { set.writeSet(to: &$0) } }
            }
        case .accessors(let get, let set, let newValue):
            code.block({ head.write(to: &$0) }) { code in
                code.block({ head.writeGetter(to: &$0) }) { get.writeStatements(to: &$0) }
                if let set {
                    code.block({ head.writeSetter(named: newValue, to: &$0) }) { set.writeStatements(to: &$0) }
                }
            }
        }
    }
}

extension InitializerCall {
    /// Writes the body of an initializer: the mock's state or the call of another initializer, the recorded call, and the
    /// registration with the static side.
    fileprivate func write(to code: inout CodeWriter) {
        for parameter in call.signature.parameters {
            if let path = parameter.value.pathToNever { return code.line("switch \(parameter.local)\(path) {}") }
        }
        let spelling = call.spelling
        let name = call.scope.mockName
        if let obstacle = head.obstacle { return code.line("\(spelling.swift("fatalError"))(\(obstacle))") }
        if head.inherits {
            code.line(head.completion)
        } else {
            code.line("\(names.state) = \(spelling("MockState"))(\"\(Identifier.asLiteral(name))\")")
        }
        code.line { code in
            if head.isFailable { code += "guard " }
            code += call.effectPrefix
            code += "\(name).\(names.statics).mocking."
            code += call.signature.effects.isAsync ? "callAsync" : "call"
            call.writeKey(to: &code)
            code += ", "
            call.signature.writeArgumentsValue(to: &code)
            code += ", default: "
            code += head.isFailable ? "true" : "()"
            call.writeFailureMetatype(to: &code)
            CallPlan.write(unforwardable: "an initializer", to: &code)
            code += ")"
            if head.isFailable { code += " else { return nil }" }
        }
        code.line("\(name).\(names.statics).add(self)")
    }
}
