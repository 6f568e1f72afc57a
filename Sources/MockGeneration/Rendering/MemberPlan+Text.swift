internal import MockModel

extension MemberPlan {
    /// Writes the member of the mock itself.
    func writeWitness(to code: inout CodeWriter) {
        switch body {
        case .empty(let mayBuild):
            code.line { code in
                head.write(to: &code)
                code += mayBuild ? " { func build() { return } }" : " {}"
            }
        case .call(let call, let opened):
            code.block({ head.write(to: &$0) }) { call.writeStatements(opened, to: &$0) }
        case .initializer(let initializer): code.block({ head.write(to: &$0) }) { initializer.write(to: &$0) }
        case .storage(let get, let set):
            code.block({ head.write(to: &$0) }) { code in
                code.block({ get.call.writeGetterHead(to: &$0) }) { get.writeGet(to: &$0) }
                if let set { code.block("set") { set.writeSet(to: &$0) } }
            }
        case .accessors(let get, let set, let newValue):
            code.block({ head.write(to: &$0) }) { code in
                code.block({ get.writeGetterHead(to: &$0) }) { get.writeStatements(to: &$0) }
                if let set {
                    code.block(newValue == "newValue" ? "set" : "set(\(newValue))") { set.writeStatements(to: &$0) }
                }
            }
        }
    }
}

extension CallPlan {
    fileprivate func writeGetterHead(to code: inout CodeWriter) {
        code += "get"
        code += signature.effects
    }
}

extension HeadPlan {
    fileprivate func write(to code: inout CodeWriter) {
        code += modifiers
        switch kind {
        case .function(let name, let isOperator):
            code += "func "
            code += name
            if isOperator { code += " " }
            signature.writeGenericClause(to: &code)
            signature.writeParameterList(to: &code)
            code += signature.effects
            if let result = signature.result {
                code += " -> "
                code += result
            }
            signature.writeWhereClause(to: &code)
        case .initializer(let keywords, let effects):
            code += keywords
            signature.writeGenericClause(to: &code)
            signature.writeParameterList(to: &code)
            code += effects
            signature.writeWhereClause(to: &code)
        case .property(let name):
            code += "var "
            code += name
            code += ": "
            writeResult(to: &code)
        case .subscript:
            code += "subscript"
            signature.writeGenericClause(to: &code)
            code += "("
            code.list(signature.parameters) { $0.writeSubscriptDeclaration(to: &$1) }
            code += ") -> "
            writeResult(to: &code)
            signature.writeWhereClause(to: &code)
        }
    }

    private func writeResult(to code: inout CodeWriter) {
        if let result = signature.result { code += result } else { code += signature.runtime("Void") }
    }
}

extension InitializerCall {
    fileprivate func write(to code: inout CodeWriter) {
        for parameter in call.signature.parameters {
            if let place = parameter.value.placeOfNever { return code.line("switch \(parameter.local)\(place) {}") }
        }
        let runtime = call.runtime
        let name = call.scope.mockName
        if inherits {
            code.line(overrides ? "super.init()" : "self.init()")
        } else {
            code.line("\(call.scope.stateName) = \(runtime("MockState"))(\"\(Identifier.asLiteral(name))\")")
        }
        code.line { code in
            if isFailable { code += "guard " }
            code += call.effectPrefix
            code += "\(name).\(statics).mocking."
            code += call.signature.effects.isAsync ? "callAsync" : "call"
            call.writeKey(to: &code)
            code += ", "
            call.signature.writeArgumentsValue(to: &code)
            code += ", default: "
            code += isFailable ? "true" : "()"
            call.writeFailureMetatype(to: &code)
            CallPlan.write(unforwardable: "an initializer", to: &code)
            code += ")"
            if isFailable { code += " else { return nil }" }
        }
        code.line("\(name).\(statics).add(self)")
    }
}
