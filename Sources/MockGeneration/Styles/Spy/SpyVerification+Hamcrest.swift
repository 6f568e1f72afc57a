internal import MockModel

// Methods for tests that depend on SwiftHamcrest. A file without that package leaves them out as it is compiled.
extension SpyVerification {
    private static let condition = "canImport(Hamcrest)"
    static let hamcrestImport = ImportDeclaration(path: "Hamcrest", conditions: [condition])

    /// Writes the method with a matcher for each argument. It is internal, because a public one would need a public
    /// import.
    ///
    /// - Parameter head: the beginning of the declaration: attributes and modifiers.
    func writeHamcrest(behind head: String, path: String, to code: inout CodeWriter) {
        guard usesHamcrest, let invocations else { return }
        code.conditional([Self.condition]) { code in
            code.block({ code in
                code += "\(head)func \(hamcrestName)("
                for argument in arguments {
                    code += "\(Identifier.asLabel(argument.name)): Hamcrest.Matcher<\(argument.type)>, "
                }
                writePlace(to: &code)
            }) { code in
                code.line("var mockDifferences = self.mockDifference(inCount: \(path)\(callCount))")
                code.block("if let mockArguments = \(path)\(invocations).last") { code in
                    for argument in arguments {
                        code.line(
                            "mockDifferences += self.mockMismatch(\"\(Identifier.asLiteral(argument.name))\", mockArguments\(argument.path), \(Identifier.asLocal(argument.name)))"
                        )
                    }
                }
                writeFailure(to: &code)
            }
        }
    }

    /// Writes the method that compares in the words of Hamcrest.
    static func writeSharedHamcrest(_ spelling: NameSpelling, to code: inout CodeWriter) {
        let text = spelling.swift("String")
        code.conditional([condition]) { code in
            code.block(
                "private nonisolated func mockMismatch<MockValue>(_ name: \(text), _ value: MockValue, _ matcher: Hamcrest.Matcher<MockValue>) -> [\(text)]"
            ) { code in
                code.line("guard case .mismatch(let reason) = matcher.matches(value) else { return [] }")
                code.line("return [\"\\(name) \\(Hamcrest.describeMismatch(value, matcher.description, reason))\"]")
            }
        }
    }
}
