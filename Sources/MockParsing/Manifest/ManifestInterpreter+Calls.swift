import MockModel
import SwiftSyntax

extension ManifestInterpreter {
    func evaluate(_ call: FunctionCallExprSyntax) -> ManifestValue {
        switch call.calledExpression.as(ExprSyntaxEnum.self) {
        case .closureExpr(let closure): return invoke(closure, arguments(of: call).map(\.value))
        // `[Target]()`
        case .arrayExpr where call.arguments.isEmpty: return .array([])
        case .dictionaryExpr where call.arguments.isEmpty: return .dictionary([])
        case .genericSpecializationExpr(let generic): return construct(typeName(generic.expression), call)
        case .declReferenceExpr(let reference): return callFunction(reference.baseName.text, call)
        case .memberAccessExpr(let access): return callMember(access, call)
        default: return unknown(call)
        }
    }

    private func arguments(of call: FunctionCallExprSyntax) -> [ManifestCall.Argument] {
        var result = call.arguments.map {
            ManifestCall.Argument(label: $0.label?.text, value: evaluate($0.expression, as: nil))
        }
        if let closure = call.trailingClosure {
            result.append(ManifestCall.Argument(label: nil, value: .closure(closure)))
        }
        return result
    }

    private func callFunction(_ name: String, _ call: FunctionCallExprSyntax) -> ManifestValue {
        if case .closure(let closure)? = locate(name) == nil ? nil : lookUp(name) {
            return invoke(closure, arguments(of: call).map(\.value))
        }
        let arguments = arguments(of: call)
        if let value = invoke(declarations.functions[name], arguments, selfValue: nil) { return value }
        if let selfValue = frames[frames.count - 1].selfValue {
            if let value = invoke(declarations.methods[name], arguments, selfValue: selfValue) { return value }
            // `filter { … }` within an extension of Array.
            if let value = callMethod(name, of: selfValue, arguments, call) { return value }
        }
        switch name {
        case "print", "precondition", "assert", "debugPrint", "fputs", "fatalError", "exit": return .absent
        case "zip":
            guard let first = arguments.first?.value.array, let second = arguments.last?.value.array else { break }
            return .array(zip(first, second).map { .tuple([(nil, $0), (nil, $1)]) })
        default: break
        }
        return name.first?.isUppercase == true ? construct(name, call, arguments) : unknown(call)
    }

    private func callMember(_ access: MemberAccessExprSyntax, _ call: FunctionCallExprSyntax) -> ManifestValue {
        let name = access.declName.baseName.identifier?.name ?? access.declName.baseName.text
        let type = access.base.flatMap(typeName)
        if access.base == nil || type != nil {
            let arguments = arguments(of: call)
            if name == "init", let type { return construct(type, call, arguments) }
            if let value = invoke(declarations.staticFunctions[name], arguments, selfValue: nil) { return value }
            // `PackageDescription.Package(…)` and `.target(…)` alike.
            return object(name, arguments, position(of: call))
        }
        guard let base = access.base else { return unknown(call) }
        return callMethod(name, on: base, call)
    }

    private func construct(
        _ type: String?, _ call: FunctionCallExprSyntax, _ known: [ManifestCall.Argument]? = nil
    ) -> ManifestValue {
        let arguments = known ?? arguments(of: call)
        switch (type, arguments.first?.value) {
        case ("Set", nil), ("Array", nil): return .array([])
        case ("Set", .array(let elements)?), ("Array", .array(let elements)?): return .array(elements)
        case ("String", .string(let text)?) where arguments.count == 1: return .string(text)
        case ("Set", _), ("Array", _), ("String", _), (nil, _): return unknown(call)
        case (let type?, _): return object(type, arguments, position(of: call))
        }
    }

    func object(
        _ name: String, _ arguments: [ManifestCall.Argument], _ position: SourcePosition
    ) -> ManifestValue {
        .call(ManifestCall(name: name, arguments: arguments, position: position, isUncertain: uncertainty > 0))
    }

    /// Calls the overload that accepts these arguments, if there is one.
    func invoke(
        _ overloads: [ManifestDeclarations.Function]?, _ arguments: [ManifestCall.Argument], selfValue: ManifestValue?
    ) -> ManifestValue? {
        let labels = arguments.map(\.label)
        guard let function = overloads?.first(where: { work.spend() && $0.accepts(labels) }) else { return nil }
        var remaining = arguments[...]
        var variables: [String: ManifestValue] = [:]
        for parameter in function.parameters {
            guard let first = remaining.first, first.label == parameter.label else {
                variables[parameter.name] =
                    parameter.defaultValue.map { evaluate($0) } ?? (parameter.isVariadic ? .array([]) : .absent)
                continue
            }
            remaining.removeFirst()
            guard parameter.isVariadic else {
                variables[parameter.name] = first.value
                continue
            }
            var values = [first.value]
            while let next = remaining.first, next.label == nil {
                values.append(next.value)
                remaining.removeFirst()
            }
            variables[parameter.name] = .array(values)
        }
        return invoke(function.body, selfValue: selfValue, variables: variables)
    }
}
