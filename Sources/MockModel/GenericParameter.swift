/// One entry of a generic parameter clause: `T`, `T: P`, `each T`, `let count: Int`.
package struct GenericParameter: Hashable, Sendable, CodePrintable {
    /// `each` or `let`, if any.
    package var specifier: String?
    package var name: String
    package var constraint: TypeExpression?

    package init(specifier: String? = nil, name: String, constraint: TypeExpression? = nil) {
        self.specifier = specifier
        self.name = name
        self.constraint = constraint
    }

    package func write(to code: inout CodeWriter) {
        if let specifier {
            code += specifier
            code += " "
        }
        code += name
        if let constraint {
            code += ": "
            code += constraint
        }
    }
}

/// One entry of a where clause.
package struct GenericRequirement: Hashable, Sendable, CodePrintable {
    package enum Relation: Hashable, Sendable {
        /// `T: P`
        case conforms
        /// `T == U`
        case equals
    }

    package var left: TypeExpression
    package var relation: Relation
    package var right: TypeExpression

    package init(left: TypeExpression, relation: Relation, right: TypeExpression) {
        self.left = left
        self.relation = relation
        self.right = right
    }

    package func write(to code: inout CodeWriter) {
        code += left
        code += relation == .conforms ? ": " : " == "
        code += right
    }
}
