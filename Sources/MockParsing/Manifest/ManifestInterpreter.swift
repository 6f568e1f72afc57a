import MockModel
import SwiftSyntax

/// Follows the text of a manifest far enough to know its package.
///
/// It knows literals, variables, arrays, string interpolation, loops over what it knows, the manifest's own small
/// functions and types, and the mutations that manifests are fond of. What it does not know becomes
/// ``ManifestValue/unknown(_:)`` and travels on silently; only who needs the value complains. A condition that only
/// running can decide is followed both ways.
///
/// Nothing runs: there is no file, process or environment behind this, and work and depth are bounded, since the
/// text may be anybody's.
final class ManifestInterpreter {
    struct Variable {
        /// `nil` until `let x: T` gets its value.
        var value: ManifestValue?
        /// How many undecided conditions surrounded the declaration. An assignment below more of them may or may
        /// not happen.
        var uncertainty: Int
    }

    /// One call of a function: what it can see besides the globals, and what it has returned so far. Returns can be
    /// several, when undecided conditions surround them.
    struct Frame {
        var scopes: [[String: Variable]] = [[:]]
        var selfValue: ManifestValue?
        var returns: [ManifestValue] = []
    }

    enum Place {
        case variable(String)
        case member(ManifestCall, String)
    }

    private static let maximumDepth = 96
    static let maximumCount = 20_000

    let path: String
    let declarations: ManifestDeclarations
    let conditions = ManifestConditions()
    private let converter: SourceLocationConverter
    var frames = [Frame()]
    var uncertainty = 0
    let work: ManifestWork
    /// Whether closures speak of `$1`.
    var pairTakers: [SyntaxIdentifier: Bool] = [:]
    private var depth = 0
    private var reported: [SourcePosition: Diagnostic] = [:]
    /// Something that parses and that no compiler would accept.
    private(set) var mistake: Diagnostic?

    init(_ file: SourceFileSyntax, path: String, work: ManifestWork) {
        self.work = work
        self.path = path
        converter = SourceLocationConverter(fileName: path, tree: file)
        declarations = ManifestDeclarations(file.statements, conditions: conditions)
    }

    /// The package that the file makes, or `nil`.
    func package(of file: SourceFileSyntax) -> ManifestCall? {
        _ = execute(file.statements)
        let globals = frames[0].scopes[0].mapValues { $0.value?.call }
        if let package = globals["package"] ?? nil, package.name == "Package" { return package }
        return globals.sorted { $0.key < $1.key }.lazy.compactMap(\.value).first { $0.name == "Package" }
    }

    // MARK: Limits

    /// Does one step of work, unless the manifest has used up what a manifest may cost.
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

    /// At most 40 characters of the first line.
    static func excerpt(of node: some SyntaxProtocol) -> String {
        var text = ""
        var pending = ""
        for token in node.tokens(viewMode: .sourceAccurate) {
            text += text.isEmpty ? token.text : pending + token.leadingTrivia.description + token.text
            pending = token.trailingTrivia.description
            // The rest may be the whole file.
            if text.utf8.count > 1000 { break }
        }
        let line = text.prefix { !$0.isNewline }
        return line.count == text.count && line.count <= 40 ? text : line.prefix(39) + "…"
    }

    func report(_ severity: Diagnostic.Severity, _ message: String, _ code: String, at position: SourcePosition) {
        guard reported[position] == nil else { return }
        reported[position] = Diagnostic(
            path: path, position: position, severity: severity, message: message, code: code)
    }

    /// What follows from it is not reported.
    func report(mistake message: String, at position: SourcePosition) {
        guard mistake == nil else { return }
        mistake = Diagnostic(
            path: path, position: position, severity: .error,
            message: "this manifest is not valid Swift: \(message); \(ManifestReader.wayOutOfMistakes)",
            code: "manifest-broken")
    }

    /// In the order of the text, one a place.
    var diagnostics: [Diagnostic] {
        reported.sorted { $0.key < $1.key }.map(\.value)
    }

    // MARK: Variables

    func declare(_ name: String, _ value: ManifestValue?) {
        let last = frames[frames.count - 1].scopes.count - 1
        frames[frames.count - 1].scopes[last][name] = Variable(value: value, uncertainty: uncertainty)
    }

    /// The value of a name, seen from the innermost scope outwards, then from `self`, then from the top of the file.
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

    func value(at place: Place) -> ManifestValue? {
        switch place {
        case .variable(let name): lookUp(name)
        case .member(let call, let label): call[label]
        }
    }

    func assign(_ value: ManifestValue, to place: Place, at position: SourcePosition) {
        switch place {
        case .variable(let name):
            guard let (frame, scope) = locate(name), let old = frames[frame].scopes[scope][name] else { return }
            let isCertain = uncertainty <= old.uncertainty
            let joined = isCertain ? value : old.value?.joined(with: value, at: position, work) ?? value
            frames[frame].scopes[scope][name]?.value = joined
        case .member(let call, let label):
            call[label] = uncertainty == 0 ? value : call[label].joined(with: value, at: position, work)
        }
    }

    /// What can stand on the left of `=`.
    func place(of expression: ExprSyntax) -> Place? {
        switch expression.as(ExprSyntaxEnum.self) {
        case .declReferenceExpr(let reference):
            let name = reference.baseName.text
            if locate(name) != nil { return .variable(name) }
            if case .call(let call)? = frames[frames.count - 1].selfValue { return .member(call, name) }
            return nil
        case .memberAccessExpr(let access):
            guard let base = access.base, case .call(let call) = evaluate(base) else { return nil }
            return .member(call, access.declName.baseName.text)
        case .optionalChainingExpr(let chain): return place(of: chain.expression)
        case .forceUnwrapExpr(let unwrapped): return place(of: unwrapped.expression)
        case .tupleExpr(let tuple):
            guard tuple.elements.count == 1, let inner = tuple.elements.first else { return nil }
            return place(of: inner.expression)
        default: return nil
        }
    }

    // MARK: Calls of the manifest's own code

    /// The value that a body returns, with `variables` in its first scope.
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

    /// The value of a closure. It sees the variables around it, so it runs in a scope of the current frame.
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

    /// Runs a piece of code as an expression of its own: what it returns is its value.
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
