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
            let actors = attributes.filter { $0.hasSuffix("Actor") && !method.attributes.contains($0) }
            // The closure of one actor in a property of another stays a property.
            if !actors.isEmpty, method.attributes.contains(where: { $0.hasSuffix("Actor") }) { return nil }
            method.attributes += actors
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
            let taken = Set(parameters.map(\.internalName))
            return parameters.enumerated().map { index, parameter in
                guard parameter.internalName == "_" else { return parameter }
                var name = parameters.count == 1 ? "argument" : "argument\(index + 1)"
                while taken.contains(name) { name += "_" }
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

    /// The indices of the parameters without default arguments.
    var requiredParameters: [Int] { parameters.indices.filter { !parameters[$0].hasDefault } }

    /// True if a forwarder can call the member with some of its parameters: an argument must not be taken for that of a
    /// parameter with the same label that is left out before it.
    func canBeCalled(with chosen: [Int]) -> Bool {
        if case .subscript = kind { return false }
        if parameters.contains(where: \.isVariadic) { return false }
        return !parameters.indices.contains { index in
            !chosen.contains(index)
                && chosen.contains { $0 > index && parameters[$0].label == parameters[index].label }
        }
    }
}
