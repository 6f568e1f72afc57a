internal import MockModel

extension CallTarget {
    /// Writes the call without effects: `$0.name(a: a)`, `target[i] = newValue`.
    ///
    /// - Parameter writeArgument: writes an argument with its label.
    func write(
        on target: String, to code: inout CodeWriter, writeArgument: (ParameterPlan, inout CodeWriter) -> Void
    ) {
        switch member {
        case .function(let name):
            code += target
            code += "."
            code += name
            code += "("
            code.list(arguments, writeArgument)
            code += ")"
        case .property(let name):
            code += target
            code += "."
            code += name
        case .subscript:
            code += target
            code += "["
            code.list(arguments, writeArgument)
            code += "]"
        case .opened: OpenedForward.writeCall(on: target, to: &code)
        case .none: break
        }
        if let newValue {
            code += " = "
            newValue.writeConsumed(to: &code)
        }
    }
}
