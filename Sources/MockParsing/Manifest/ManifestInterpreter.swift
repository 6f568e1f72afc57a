import MockModel
import SwiftSyntax

/// Interprets the text of a manifest far enough to know its package.
///
/// It supports literals, variables, arrays, string interpolation, loops over known values, the manifest's own small
/// functions and types, and the mutations that manifests commonly use. Every other value becomes
/// ``ManifestValue/unknown(_:)`` and is passed on silently; only code that needs the value reports it. Both branches of
/// a condition that only running can decide are executed.
///
/// Nothing in the manifest is run: the interpreter has no files, processes or environment. Work and depth are bounded,
/// because the text is untrusted.
final class ManifestInterpreter {
    struct Variable {
        /// `nil` until `let x: T` is assigned.
        var value: ManifestValue?
        /// The number of undecided conditions around the declaration. An assignment under more of them may not happen.
        var uncertainty: Int
    }

    /// One function call: its local variables, and the values returned so far. There are several if undecided
    /// conditions surround the returns.
    struct Frame {
        var scopes: [[String: Variable]] = [[:]]
        var selfValue: ManifestValue?
        var returns: [ManifestValue] = []
    }

    enum AssignmentTarget {
        case variable(String)
        case member(ManifestCall, String)
    }

    private static let maximumDepth = 96
    static let maximumCount = 20_000

    let path: String
    let declarations: ManifestDeclarations
    let conditions = ConditionEvaluator()
    private let converter: SourceLocationConverter
    var frames = [Frame()]
    var uncertainty = 0
    let work: ManifestWork
    /// True for closures that use `$1`.
    var twoArgumentClosures: [SyntaxIdentifier: Bool] = [:]
    private var depth = 0
    private var reported: [SourcePosition: Diagnostic] = [:]
    /// An error in code that parses but that no compiler would accept.
    private(set) var mistake: Diagnostic?

    init(_ file: SourceFileSyntax, path: String, work: ManifestWork) {
        self.work = work
        self.path = path
        converter = SourceLocationConverter(fileName: path, tree: file)
        declarations = ManifestDeclarations(file.statements, conditions: conditions)
    }

    /// The package that the file creates, or `nil`.
    func package(of file: SourceFileSyntax) -> ManifestCall? {
        _ = execute(file.statements)
        let globals = frames[0].scopes[0].mapValues { $0.value?.call }
        if let package = globals["package"] ?? nil, package.name == "Package" { return package }
        return globals.sorted { $0.key < $1.key }.lazy.compactMap(\.value).first { $0.name == "Package" }
    }

    // MARK: Limits

    /// Does one step of work, unless the manifest's work limit is reached.
    func bounded<Result>(_ otherwise: @autoclosure () -> Result, _ work: () -> Result) -> Result {
        guard self.work.spend(), depth < Self.maximumDepth else { return otherwise() }
        depth += 1
        defer { depth -= 1 }
        return work()
    }

    // MARK: Places in the text

    func position(of node: some SyntaxProtocol) -> SourcePosition {
        let location = converter.location(for: node.positionAfterSkippingLeadingTrivia)
        return SourcePosition(line: location.line, column: location.column)
    }

    func unknown(_ node: some SyntaxProtocol) -> ManifestValue {
        .unknown(ManifestUnknown(position: position(of: node), text: Self.excerpt(of: node)))
    }

    /// The first line of the node's text, at most 80 characters.
    static func excerpt(of node: some SyntaxProtocol) -> String {
        var text = ""
        var pending = ""
        for token in node.tokens(viewMode: .sourceAccurate) {
            text += text.isEmpty ? token.text : pending + token.leadingTrivia.description + token.text
            pending = token.trailingTrivia.description
            // The remaining text may be the whole file.
            if text.utf8.count > 1000 { break }
        }
        let line = text.prefix { !$0.isNewline }
        return line.count == text.count && line.count <= 80 ? text : line.prefix(79) + "…"
    }

    func report(_ severity: Diagnostic.Severity, _ message: String, _ code: String, at position: SourcePosition) {
        guard reported[position] == nil else { return }
        reported[position] = Diagnostic(
            path: path, position: position, severity: severity, message: message, code: code)
    }

    /// Reports an error; its consequences are not reported.
    func report(mistake message: String, at position: SourcePosition) {
        guard mistake == nil else { return }
        mistake = Diagnostic(
            path: path, position: position, severity: .error,
            message: "this manifest is not valid Swift: \(message); \(ManifestReader.wayOutOfMistakes)",
            code: "manifest-broken")
    }

    /// The diagnostics in source order, one per position.
    var diagnostics: [Diagnostic] {
        reported.sorted { $0.key < $1.key }.map(\.value)
    }

    // MARK: Variables

    func declare(_ name: String, _ value: ManifestValue?) {
        let last = frames[frames.count - 1].scopes.count - 1
        frames[frames.count - 1].scopes[last][name] = Variable(value: value, uncertainty: uncertainty)
    }

    /// Looks up a name: from the innermost scope outwards, then in `self`, then at the top of the file.
    func lookUp(_ name: String) -> ManifestValue? {
        if let (frame, scope) = locate(name) { return frames[frame].scopes[scope][name]?.value }
        if let value = frames[frames.count - 1].selfValue {
            if name == "self" { return value }
            if let member = declaredMember(name, of: value) { return member }
            if name == "rawValue", let member = member(name, of: value) { return member }
        }
        if let body = declarations.computed[name] { return invoke(body, selfValue: nil) }
        return nil
    }

    func locate(_ name: String) -> (frame: Int, scope: Int)? {
        let frame = frames.count - 1
        if let scope = frames[frame].scopes.lastIndex(where: { $0[name] != nil }) { return (frame, scope) }
        if let scope = frames[0].scopes.lastIndex(where: { $0[name] != nil }) { return (0, scope) }
        return nil
    }

    func value(at destination: AssignmentTarget) -> ManifestValue? {
        switch destination {
        case .variable(let name): lookUp(name)
        case .member(let call, let label): call[label]
        }
    }

    func assign(_ value: ManifestValue, to destination: AssignmentTarget, at position: SourcePosition) {
        switch destination {
        case .variable(let name):
            guard let (frame, scope) = locate(name), let old = frames[frame].scopes[scope][name] else { return }
            let isCertain = uncertainty <= old.uncertainty
            if !isCertain { reportUncertainRemoval(from: old.value, leaving: value, at: position) }
            let joined = isCertain ? value : old.value?.joined(with: value, at: position, work) ?? value
            frames[frame].scopes[scope][name]?.value = joined
        case .member(let call, let label):
            if uncertainty > 0 { reportUncertainRemoval(from: call[label], leaving: value, at: position) }
            call[label] = uncertainty == 0 ? value : call[label].joined(with: value, at: position, work)
        }
    }

    /// Reports targets that an undecided condition takes out of a list; they stay in it.
    private func reportUncertainRemoval(
        from old: ManifestValue?, leaving value: ManifestValue, at position: SourcePosition
    ) {
        guard let old = old?.array, let new = value.array, work.copy(old.count + new.count) else { return }
        let left = Set(new.compactMap(\.call).map(ObjectIdentifier.init))
        if let removed = old.lazy.compactMap(\.call).first(where: { !left.contains(ObjectIdentifier($0)) }) {
            reportUncertainRemoval(of: removed, at: position)
        }
    }

    func reportUncertainRemoval(of object: ManifestCall, at position: SourcePosition) {
        guard object.targetKind != nil else { return }
        let name = object["name"].string.map { "target '\($0)'" } ?? "a target"
        report(
            .warning,
            "whether \(name) is removed here cannot be known without running the manifest, so it is read as if it stayed; "
                + ManifestReader.wayOut,
            "manifest-not-static", at: position)
    }

    /// The assignable place that an expression denotes; `nil` if it cannot be on the left of `=`.
    func assignmentTarget(of expression: ExprSyntax) -> AssignmentTarget? {
        switch expression.as(ExprSyntaxEnum.self) {
        case .declReferenceExpr(let reference):
            let name = reference.baseName.text
            if locate(name) != nil { return .variable(name) }
            if case .call(let call)? = frames[frames.count - 1].selfValue { return .member(call, name) }
            return nil
        case .memberAccessExpr(let access):
            guard let base = access.base, case .call(let call) = evaluate(base) else { return nil }
            return .member(call, access.declName.baseName.text)
        case .optionalChainingExpr(let chain): return assignmentTarget(of: chain.expression)
        case .forceUnwrapExpr(let unwrapped): return assignmentTarget(of: unwrapped.expression)
        case .tupleExpr(let tuple):
            guard tuple.elements.count == 1, let inner = tuple.elements.first else { return nil }
            return assignmentTarget(of: inner.expression)
        default: return nil
        }
    }

    // MARK: Calls of the manifest's own code

    /// Executes a body with `variables` in its first scope, and returns its value.
    func invoke(
        _ body: CodeBlockItemListSyntax, selfValue: ManifestValue?, variables: [String: ManifestValue] = [:]
    ) -> ManifestValue {
        bounded(unknown(body)) {
            let scope = variables.mapValues { Variable(value: $0, uncertainty: uncertainty) }
            frames.append(Frame(scopes: [scope], selfValue: selfValue))
            defer { frames.removeLast() }
            _ = execute(body, yieldsLast: true)
            return joinedReturns(at: body)
        }
    }

    /// Executes a closure and returns its value. It sees the surrounding variables, so it runs in a scope of the
    /// current frame.
    func invoke(_ closure: ClosureExprSyntax, _ arguments: [ManifestValue]) -> ManifestValue {
        bounded(unknown(closure)) {
            var scope: [String: Variable] = [:]
            for (index, argument) in arguments.enumerated() {
                scope["$\(index)"] = Variable(value: argument, uncertainty: uncertainty)
            }
            for (name, argument) in zip(Self.parameterNames(of: closure), arguments) {
                scope[name] = Variable(value: argument, uncertainty: uncertainty)
            }
            return collectingReturns(at: closure.statements, scope) {
                _ = execute(closure.statements, yieldsLast: true)
            }
        }
    }

    /// Executes code whose returned values become the value of the node.
    func collectingReturns(
        at node: some SyntaxProtocol, _ scope: [String: Variable] = [:], _ work: () -> Void
    ) -> ManifestValue {
        let frame = frames.count - 1
        let outer = frames[frame].returns
        frames[frame].returns = []
        frames[frame].scopes.append(scope)
        defer {
            frames[frame].scopes.removeLast()
            frames[frame].returns = outer
        }
        work()
        return joinedReturns(at: node)
    }

    private func joinedReturns(at node: some SyntaxProtocol) -> ManifestValue {
        let returns = frames[frames.count - 1].returns
        guard let first = returns.first else { return .absent }
        return returns.dropFirst().reduce(first) { $0.joined(with: $1, at: position(of: node), work) }
    }

    private static func parameterNames(of closure: ClosureExprSyntax) -> [String] {
        switch closure.signature?.parameterClause {
        case .simpleInput(let list): list.map(\.name.text)
        case .parameterClause(let clause): clause.parameters.map { ($0.secondName ?? $0.firstName).text }
        case nil: []
        }
    }
}
