internal import MockModel

extension MemberDeclaration {
    /// The method that a closure with parameters is called as: `fetch(_:)` for `var fetch: (Int) async -> String`; `nil`
    /// for any other member. A type can have no method `done()` beside `var done: () -> Void`.
    var calledClosure: MemberDeclaration? {
        guard case .property(let property) = kind, let type = property.type, case .function(let function) = type.bare,
            !function.parameters.isEmpty, !function.parameters.contains(where: \.isVariadic)
        else { return nil }
        let isVoid = function.result == .void || function.result == .named("Void")
        var method = self
        if case .attributed(_, let attributes, _) = type {
            method.attributes += attributes.filter { $0.hasSuffix("Actor") }
        }
        method.kind = .function(
            FunctionDeclaration(
                name: property.name,
                parameters: function.parameters.map {
                    ParameterDeclaration(firstName: "_", secondName: $0.name, type: $0.type)
                }, effects: function.effects, result: isVoid ? nil : function.result))
        return method
    }

    /// Gives names to the parameters that have none, so that a forwarder can pass them on.
    mutating func nameParameters() {
        func named(_ parameters: [ParameterDeclaration]) -> [ParameterDeclaration] {
            parameters.enumerated().map { index, parameter in
                guard parameter.internalName == "_" else { return parameter }
                let name = parameters.count == 1 ? "argument" : "argument\(index + 1)"
                return ParameterDeclaration(
                    firstName: parameter.firstName, secondName: name, type: parameter.type,
                    isVariadic: parameter.isVariadic)
            }
        }
        switch kind {
        case .function(var function):
            function.parameters = named(function.parameters)
            kind = .function(function)
        case .initializer(var initializer):
            initializer.parameters = named(initializer.parameters)
            kind = .initializer(initializer)
        case .subscript, .property, .associatedType, .typealias, .other: break
        }
    }
}
