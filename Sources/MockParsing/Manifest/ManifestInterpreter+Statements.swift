import MockModel
import SwiftSyntax

extension ManifestInterpreter {
    enum Flow {
        case next
        /// After `return`, `break` or `continue`: the rest of the block is skipped.
        case exited
    }

    /// Executes statements in order. With `yieldsLast`, the value of a lone expression is returned.
    func execute(_ items: CodeBlockItemListSyntax, yieldsLast: Bool = false) -> Flow {
        let yields = yieldsLast && items.count == 1
        for item in items where execute(item, yields: yields) == .exited { return .exited }
        return .next
    }

    func inNewScope(_ variables: [String: ManifestValue] = [:], _ work: () -> Flow) -> Flow {
        let frame = frames.count - 1
        frames[frame].scopes.append(variables.mapValues { Variable(value: $0, uncertainty: uncertainty) })
        defer { frames[frame].scopes.removeLast() }
        return work()
    }

    private func execute(_ item: CodeBlockItemSyntax, yields: Bool) -> Flow {
        bounded(.exited) {
            switch item.item {
            case .decl(let declaration): return execute(declaration, yields: yields)
            case .stmt(let statement): return execute(statement, yields: yields)
            case .expr(let expression): return execute(expression, yields: yields)
            }
        }
    }

    private func execute(_ declaration: DeclSyntax, yields: Bool) -> Flow {
        if let variable = declaration.as(VariableDeclSyntax.self) {
            for binding in variable.bindings where binding.accessorBlock?.isObserver != false { declare(binding) }
        } else if let block = declaration.as(IfConfigDeclSyntax.self),
            case .statements(let items)? = conditions.activeClause(of: block)?.elements
        {
            return execute(items, yieldsLast: yields)
        }
        return .next
    }

    private func declare(_ binding: PatternBindingSyntax) {
        guard let initializer = binding.initializer else {
            for name in binding.pattern.names { declare(name, nil) }
            return
        }
        bind(evaluate(initializer.value, as: binding.typeAnnotation?.type), to: binding.pattern)
    }

    /// Binds the names of a pattern to their values.
    private func bind(_ value: ManifestValue, to pattern: PatternSyntax) {
        if let identifier = pattern.as(IdentifierPatternSyntax.self) {
            declare(identifier.identifier.text, value)
        } else if let tuple = pattern.as(TuplePatternSyntax.self) {
            var parts: [ManifestValue] = []
            if case .tuple(let elements) = value { parts = elements.map(\.value) }
            for (index, element) in tuple.elements.enumerated() {
                bind(index < parts.count ? parts[index] : unknown(element), to: element.pattern)
            }
        }
    }

    private func execute(_ statement: StmtSyntax, yields: Bool) -> Flow {
        switch statement.as(StmtSyntaxEnum.self) {
        case .expressionStmt(let node): return execute(node.expression, yields: yields)
        case .returnStmt(let node):
            frames[frames.count - 1].returns.append(node.expression.map { evaluate($0) } ?? .absent)
            return .exited
        case .breakStmt, .continueStmt, .throwStmt, .fallThroughStmt: return .exited
        case .forStmt(let node): return execute(node)
        case .guardStmt(let node): return execute(node)
        case .doStmt(let node): return inNewScope { execute(node.body.statements) }
        case .deferStmt, .missingStmt: return .next
        default:
            let excerpt = Self.excerpt(of: statement)
            report(
                .warning,
                "'\(excerpt)' is not followed without running the manifest, so targets may be missing; "
                    + ManifestReader.wayOut,
                "manifest-not-static", at: position(of: statement))
            return .next
        }
    }

    private func execute(_ expression: ExprSyntax, yields: Bool) -> Flow {
        if let node = expression.as(IfExprSyntax.self) { return execute(node, yields: yields) }
        if let node = expression.as(SwitchExprSyntax.self) { return execute(node, yields: yields) }
        let value = yields ? evaluate(expression) : evaluateStatement(expression)
        guard yields else { return .next }
        frames[frames.count - 1].returns.append(value)
        return .exited
    }

    // MARK: Loops

    private func execute(_ loop: ForStmtSyntax) -> Flow {
        let sequence = evaluate(loop.sequence)
        guard let elements = elements(of: sequence) else {
            guard case .absent = sequence else {
                report(
                    .warning,
                    "the loop over '\(Self.excerpt(of: loop.sequence))' is not followed without running the manifest, so "
                        + "targets may be missing; " + ManifestReader.wayOut,
                    "manifest-not-static", at: position(of: loop))
                return .next
            }
            return .next
        }
        for element in elements {
            let returnsBefore = frames[frames.count - 1].returns.count
            let flow = inNewScope {
                bind(element, to: loop.pattern)
                switch loop.whereClause.map({ evaluate($0.condition) }) {
                case .boolean(false)?: return .next
                case .unknown?: return uncertain { execute(loop.body.statements) }
                default: return execute(loop.body.statements)
                }
            }
            // `continue` and `break` leave the body as `return` does, but only `return` has recorded a value. Treating
            // `break` like `continue` reads too much rather than too little.
            if flow == .exited, frames[frames.count - 1].returns.count > returnsBefore { return .exited }
        }
        return .next
    }

    private func elements(of value: ManifestValue) -> [ManifestValue]? {
        switch value {
        case .array(let elements): elements
        case .dictionary(let pairs): pairs.map { .tuple([("key", $0.key), ("value", $0.value)]) }
        default: nil
        }
    }

    // MARK: Conditions

    /// Executes code under an undecided condition.
    func uncertain<Result>(_ work: () -> Result) -> Result {
        uncertainty += 1
        defer { uncertainty -= 1 }
        return work()
    }

    func execute(_ node: IfExprSyntax, yields: Bool) -> Flow {
        let (decision, bindings) = decide(node.conditions)
        switch decision {
        case true?: return inNewScope(bindings) { execute(node.body.statements, yieldsLast: yields) }
        case false?: return executeElse(node.elseBody, yields: yields)
        case nil:
            noteUndecided(node.conditions)
            let first = uncertain { inNewScope(bindings) { execute(node.body.statements, yieldsLast: yields) } }
            let second = uncertain { executeElse(node.elseBody, yields: yields) }
            return first == .exited && second == .exited ? .exited : .next
        }
    }

    private func executeElse(_ body: IfExprSyntax.ElseBody?, yields: Bool) -> Flow {
        switch body {
        case .codeBlock(let block): inNewScope { execute(block.statements, yieldsLast: yields) }
        case .ifExpr(let node): bounded(.exited) { execute(node, yields: yields) }
        case nil: .next
        }
    }

    private func execute(_ node: GuardStmtSyntax) -> Flow {
        let (decision, bindings) = decide(node.conditions)
        for (name, value) in bindings { declare(name, value) }
        switch decision {
        case true?: return .next
        case false?: return inNewScope { execute(node.body.statements) }
        case nil:
            noteUndecided(node.conditions)
            _ = uncertain { inNewScope { execute(node.body.statements) } }
            return .next
        }
    }

    func noteUndecided(_ condition: some SyntaxProtocol) {
        report(
            .note,
            "whether '\(Self.excerpt(of: condition))' holds shows only when the manifest runs; both ways were read",
            "manifest-condition", at: position(of: condition))
    }

    /// Evaluates the conditions; returns the decision, `nil` if unknown, and the bindings.
    private func decide(_ list: ConditionElementListSyntax) -> (Bool?, [String: ManifestValue]) {
        var decision: Bool? = true
        var bindings: [String: ManifestValue] = [:]
        for element in list {
            switch element.condition {
            case .expression(let expression):
                let holds = evaluate(expression).boolean
                if holds == false { return (false, bindings) }
                if holds == nil { decision = nil }
            case .optionalBinding(let binding):
                guard let name = binding.pattern.names.first else { return (nil, bindings) }
                let value = binding.initializer.map { evaluate($0.value) } ?? lookUp(name) ?? unknown(binding)
                if case .absent = value { return (false, bindings) }
                if value.isUnknown { decision = nil }
                bindings[name] = value
            case .matchingPattern: decision = nil
            case .availability: break
            }
        }
        return (decision, bindings)
    }

    // MARK: Switch

    func execute(_ node: SwitchExprSyntax, yields: Bool) -> Flow {
        let subject = evaluate(node.subject)
        let cases = node.cases.compactMap { $0.as(SwitchCaseSyntax.self) }
        var undecided: [SwitchCaseSyntax] = []
        for candidate in cases {
            switch matches(candidate.label, subject) {
            case false?: continue
            case nil: undecided.append(candidate)
            case true? where undecided.isEmpty:
                return inNewScope { leavingSwitch(candidate, yields: yields) }
            case true?:
                undecided.append(candidate)
                return executeAll(undecided, of: node, yields: yields)
            }
        }
        return executeAll(undecided, of: node, yields: yields)
    }

    private func executeAll(_ cases: [SwitchCaseSyntax], of node: SwitchExprSyntax, yields: Bool) -> Flow {
        guard !cases.isEmpty else { return .next }
        noteUndecided(node.subject)
        let flows = cases.map { candidate in uncertain { inNewScope { leavingSwitch(candidate, yields: yields) } } }
        return flows.allSatisfy { $0 == .exited } ? .exited : .next
    }

    /// Executes a case; `break` leaves only the switch.
    private func leavingSwitch(_ candidate: SwitchCaseSyntax, yields: Bool) -> Flow {
        if let only = candidate.statements.first, candidate.statements.count == 1, only.item.is(BreakStmtSyntax.self) {
            return .next
        }
        return execute(candidate.statements, yieldsLast: yields)
    }

    private func matches(_ label: SwitchCaseSyntax.Label, _ subject: ManifestValue) -> Bool? {
        guard case .case(let label) = label else { return true }
        var result: Bool? = false
        for item in label.caseItems {
            guard let pattern = item.pattern.as(ExpressionPatternSyntax.self), item.whereClause == nil else {
                result = nil
                continue
            }
            switch subject.equals(evaluate(pattern.expression), work) {
            case true?: return true
            case nil: result = nil
            case false?: break
            }
        }
        return result
    }
}

extension PatternSyntax {
    /// The names bound by the pattern, in order.
    fileprivate var names: [String] {
        if let identifier = self.as(IdentifierPatternSyntax.self) { return [identifier.identifier.text] }
        if let tuple = self.as(TuplePatternSyntax.self) { return tuple.elements.flatMap(\.pattern.names) }
        return []
    }
}

extension AccessorBlockSyntax {
    /// True for `willSet` and `didSet`, which belong to a stored property; a getter makes it computed.
    fileprivate var isObserver: Bool {
        guard case .accessors(let list) = accessors else { return false }
        return list.allSatisfy { $0.accessorSpecifier.tokenKind != .keyword(.get) }
    }
}
