internal import MockModel

extension SpyVerification {
    /// Writes the properties and the method.
    ///
    /// - Parameter head: the beginning of each declaration: attributes, access and modifiers.
    func write(behind head: String, path: String, to code: inout CodeWriter) {
        for argument in arguments {
            let last = argument.path.isEmpty ? "last" : "last?\(argument.path)"
            code.line(
                "\(head)var \(argument.last): \(argument.type.isOptional ? argument.type : .optional(argument.type)) { \(read(last, of: argument, path)) }"
            )
        }
        writeMethod(behind: head, path: path, matchesOptionals: false, to: &code)
        if arguments.contains(where: \.type.isOptional) {
            writeMethod(behind: head, path: path, matchesOptionals: true, to: &code)
        }
    }

    private func read(_ last: String, of argument: Argument, _ path: String) -> String {
        let value = "\(path)\(invocations?.description ?? "").\(last)"
        // The last argument of an optional type is a value of an optional in an optional.
        return argument.type.isOptional ? "\(value) ?? nil" : value
    }

    // MARK: The method

    /// - Parameter matchesOptionals: true for the method with closures for arguments of optional types. Otherwise it has
    ///   their values: `nil` is one of them, so it cannot mean that there is no expectation.
    private func writeMethod(behind head: String, path: String, matchesOptionals: Bool, to code: inout CodeWriter) {
        code.block({ code in
            code += head
            code += "func \(name)("
            for argument in arguments {
                let matcher = "((\(argument.type)) -> \(swift("Bool")))"
                switch (argument.type.isOptional, matchesOptionals) {
                case (true, true): code += "\(argument.matcher): \(matcher), "
                case (true, false): code += "\(Identifier.asLabel(argument.name)): \(argument.type), "
                case (false, _):
                    code += "\(Identifier.asLabel(argument.name)): \(TypeExpression.optional(argument.type)) = nil, "
                    code += "\(argument.matcher): \(matcher)? = nil, "
                }
            }
            writePlace(to: &code)
        }) { code in
            writeComparison(path: path, matchesOptionals: matchesOptionals, to: &code)
            writeFailure(to: &code)
        }
    }

    /// Writes the parameters with the caller's place, and closes the list.
    func writePlace(to code: inout CodeWriter) {
        code +=
            "fileID mockFileID: \(swift("String")) = #fileID, filePath mockFilePath: \(swift("StaticString")) = #filePath, "
        code += "line mockLine: \(swift("Int")) = #line, column mockColumn: \(swift("Int")) = #column)"
    }

    /// Writes the call that reports the differences, if there are any.
    func writeFailure(to code: inout CodeWriter) {
        code.line("self.mockFail(\"\(member)\", mockDifferences, mockFileID, mockFilePath, mockLine, mockColumn)")
    }

    private func writeComparison(path: String, matchesOptionals: Bool, to code: inout CodeWriter) {
        code.line(
            "\(arguments.isEmpty ? "let" : "var") mockDifferences = self.mockDifference(inCount: \(path)\(callCount))")
        guard let invocations, !arguments.isEmpty else { return }
        code.block("if let mockArguments = \(path)\(invocations).last") { code in
            for argument in arguments {
                let local = Identifier.asLocal(argument.name)
                let value = "mockArguments\(argument.path)"
                let name = Identifier.asLiteral(argument.name)
                func writeComparison(to code: inout CodeWriter) {
                    code.line("mockDifferences += self.mockDifference(\"\(name)\", \(value), \(local))")
                }
                func writeMatch(to code: inout CodeWriter) {
                    code.line(
                        "mockDifferences += self.mockDifference(\"\(name)\", \(value), matches: \(argument.matcher)(\(value)))"
                    )
                }
                switch (argument.type.isOptional, matchesOptionals) {
                case (true, true): writeMatch(to: &code)
                case (true, false): writeComparison(to: &code)
                case (false, _):
                    code.block("if let \(local)", writeComparison)
                    code.block("if let \(argument.matcher)", writeMatch)
                }
            }
        }
    }

    // MARK: What all methods share

    /// Writes the methods that compare and report.
    static func writeShared(_ spelling: NameSpelling, to code: inout CodeWriter) {
        let swift = spelling.swift
        code.blank()
        code.block("private nonisolated func mockDifference(inCount count: \(swift("Int"))) -> [\(swift("String"))]") {
            code in
            code.line(
                "count == 1 ? [] : [count == 0 ? \"it was not called\" : \"it was called \\(count) times, not once\"]")
        }
        code.block(
            "private nonisolated func mockDifference<MockValue>(_ name: \(swift("String")), _ value: MockValue, matches: \(swift("Bool"))) -> [\(swift("String"))]"
        ) { $0.line("matches ? [] : [\"\\(name) was \\(value), which does not match\"]") }
        code.block(
            "private nonisolated func mockDifference<MockValue>(_ name: \(swift("String")), _ value: MockValue, _ expected: MockValue) -> [\(swift("String"))]"
        ) { code in
            code.block("func isEqual<MockKnown: \(swift("Equatable"))>(_ value: MockKnown) -> \(swift("Bool"))") {
                $0.line("value == expected as? MockKnown")
            }
            code.line(
                "if let value = value as? any \(swift("Equatable")) { if isEqual(value) { return [] } } else if value as AnyObject === expected as AnyObject { return [] }"
            )
            code.line("return [\"\\(name) was \\(value), not \\(expected)\"]")
        }
        code.block(
            "private nonisolated func mockFail(_ member: \(swift("String")), _ differences: [\(swift("String"))], _ fileID: \(swift("String")), _ filePath: \(swift("StaticString")), _ line: \(swift("Int")), _ column: \(swift("Int")))"
        ) { code in
            code.line("if differences.isEmpty { return }")
            code.line("let message = member + \": \" + differences.joined(separator: \", \")")
            code.line("#if canImport(Testing)")
            code.block("if Testing.Test.current != nil") { code in
                code.line(
                    "let place = Testing.SourceLocation(fileID: fileID, filePath: \"\\(filePath)\", line: line, column: column)"
                )
                code.line("Testing.Issue.record(Testing.Comment(rawValue: message), sourceLocation: place)")
                code.line("return")
            }
            code.line("#endif")
            code.line("#if canImport(XCTest)")
            code.line("XCTFail(message, file: filePath, line: \(swift("UInt"))(line))")
            code.line("#else")
            code.line("\(swift("fatalError"))(message)")
            code.line("#endif")
        }
    }

    /// `Testing` as a whole: an import of its type `Test` alone is ambiguous with the macro of that name.
    static let imports = [
        ImportDeclaration(path: "Testing", conditions: ["canImport(Testing)"]),
        ImportDeclaration(kind: "func", path: "XCTest.XCTFail", conditions: ["canImport(XCTest)"]),
    ]
}
