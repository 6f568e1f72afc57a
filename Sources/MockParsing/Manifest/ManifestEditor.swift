import SwiftParser
import SwiftSyntax

/// Finds the literals of a manifest that an addition belongs in, and puts it there.
struct ManifestEditor {
    private(set) var text: String
    private let file: SourceFileSyntax
    private let calls: [FunctionCallExprSyntax]
    private var layout: ManifestLayout

    init(_ text: String) {
        self.text = text
        var copy = text
        file = copy.withUTF8 { Parser.parse(source: $0, maximumNestingLevel: 256) }
        let finder = CallFinder(viewMode: .sourceAccurate)
        finder.walk(file)
        calls = finder.calls
        layout = ManifestLayout(text)
    }

    /// Changes the text; returns false if it has no literal for the addition.
    mutating func place(_ addition: ManifestAddition) -> Bool {
        let isPlaced: Bool
        switch addition {
        case .toolsVersion(let version): isPlaced = raise(to: version)
        case .languageMode:
            let call = package.flatMap { hasLanguageModes($0) ? nil : $0 }
            isPlaced = call.map { insert(addition.code, into: $0, after: Self.beforeModes) } ?? false
        case .package: isPlaced = add([addition.code], toPackage: "dependencies")
        case .noTraits(let origin):
            let call = dependency(on: origin).flatMap { argument("traits", of: $0) == nil ? $0 : nil }
            isPlaced = call.map { insert(addition.code, into: $0, after: nil) } ?? false
        case .product(_, _, let target): isPlaced = add(addition.code, toTarget: target)
        case .testTarget: isPlaced = add(addition.lines, toPackage: "targets")
        }
        text = layout.text
        return isPlaced
    }

    /// Returns the line where a person has to look.
    func line(of addition: ManifestAddition) -> Int? {
        let node: Syntax?
        switch addition {
        case .toolsVersion: return 1
        case .languageMode: node = package.map(Syntax.init)
        case .package: node = package.map { argument("dependencies", of: $0).map(Syntax.init) ?? Syntax($0) }
        case .noTraits(let origin): node = dependency(on: origin).map(Syntax.init)
        case .product(_, _, let target): node = testTargets(called: target).first.map(Syntax.init)
        case .testTarget: node = package.map { argument("targets", of: $0).map(Syntax.init) ?? Syntax($0) }
        }
        return node.map { layout.line(at: $0.positionAfterSkippingLeadingTrivia.utf8Offset) }
    }

    // MARK: Finding

    /// The arguments of `Package(…)` that come before the language modes, in the order that the compiler wants.
    private static let beforeModes = beforeTargets + ["dependencies", "targets"]
    private static let beforeTargets = [
        "name", "defaultLocalization", "platforms", "pkgConfig", "providers", "products", "traits",
    ]

    /// The call that creates the package.
    private var package: FunctionCallExprSyntax? {
        if let value = variable("package"), let call = value.as(FunctionCallExprSyntax.self) { return call }
        return calls.first { $0.functionName == "Package" }
    }

    /// Returns the value that a global variable begins with, if there is one variable of this name.
    private func variable(_ name: String) -> ExprSyntax? {
        let bindings = file.statements.lazy.compactMap { $0.item.as(VariableDeclSyntax.self) }.flatMap(\.bindings)
        let named = bindings.filter { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name }
        return named.count == 1 ? named.first?.initializer?.value : nil
    }

    private func argument(_ label: String, of call: FunctionCallExprSyntax) -> LabeledExprSyntax? {
        call.arguments.first { $0.label?.text == label }
    }

    /// True for `swiftLanguageModes:` and for its earlier name, `swiftLanguageVersions:`.
    private func hasLanguageModes(_ call: FunctionCallExprSyntax) -> Bool {
        call.arguments.contains { $0.label?.text.hasPrefix("swiftLanguage") == true }
    }

    private func testTargets(called name: String) -> [FunctionCallExprSyntax] {
        calls.filter { $0.functionName == "testTarget" && argument("name", of: $0)?.text == name }
    }

    private func dependency(on origin: String) -> FunctionCallExprSyntax? {
        calls.first { call in
            call.functionName == "package" && ["url", "path", "id"].contains { argument($0, of: call)?.text == origin }
        }
    }

    /// Returns the array literal that an expression consists of, begins with, or refers to.
    ///
    /// - Parameter isShared: True if a variable may be used elsewhere, too.
    private func array(in expression: ExprSyntax, isShared: Bool) -> ArrayExprSyntax? {
        switch expression.as(ExprSyntaxEnum.self) {
        case .arrayExpr(let array): return array
        case .sequenceExpr(let sequence):
            let operators = sequence.elements.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
            guard operators.allSatisfy({ $0 == "+" }), operators.count * 2 + 1 == sequence.elements.count else {
                return nil
            }
            return sequence.elements.lazy.compactMap { $0.as(ArrayExprSyntax.self) }.first
        case .declReferenceExpr(let reference):
            let name = reference.baseName.text
            guard isShared || references(to: name) == 1 else { return nil }
            return variable(name).flatMap { $0.as(ArrayExprSyntax.self) }
        default: return nil
        }
    }

    private func references(to name: String) -> Int {
        file.tokens(viewMode: .sourceAccurate).count { token in
            token.text == name && token.parent?.is(DeclReferenceExprSyntax.self) == true
        }
    }

    // MARK: Adding

    private mutating func raise(to version: PackageManifest.ToolsVersion) -> Bool {
        guard let range = PackageManifest.ToolsVersion.range(inManifest: text) else { return false }
        layout.replace(range, by: version.text)
        return true
    }

    private mutating func add(_ element: [String], toPackage label: String) -> Bool {
        guard let package else { return false }
        if let argument = argument(label, of: package) {
            guard let array = array(in: argument.expression, isShared: true) else { return false }
            layout.append(element, to: array)
            return true
        }
        let earlier = label == "targets" ? Self.beforeTargets + ["dependencies"] : Self.beforeTargets
        return insert(label, [element], into: package, after: earlier)
    }

    private mutating func add(_ code: String, toTarget name: String) -> Bool {
        let targets = testTargets(called: name)
        guard let target = targets.first, targets.count == 1 else { return false }
        if let argument = argument("dependencies", of: target) {
            guard let array = array(in: argument.expression, isShared: false) else { return false }
            layout.append([code], to: array)
            return true
        }
        return insert("dependencies: [\(code)]", into: target, after: ["name"])
    }

    /// Inserts an argument with an array, one element a line if the arguments have lines of their own.
    private mutating func insert(
        _ label: String, _ elements: [[String]], into call: FunctionCallExprSyntax, after labels: [String]
    ) -> Bool {
        let lines = elements.flatMap { element in
            element.enumerated().map { "\t" + $1 + ($0 == element.count - 1 ? "," : "") }
        }
        return insert(["\(label): ["] + lines + ["]"], into: call, after: labels)
    }

    private mutating func insert(_ code: String, into call: FunctionCallExprSyntax, after labels: [String]?) -> Bool {
        insert([code], into: call, after: labels)
    }

    /// - Parameter labels: The arguments that come before; `nil` for all.
    private mutating func insert(
        _ lines: [String], into call: FunctionCallExprSyntax, after labels: [String]?
    ) -> Bool {
        let arguments = Array(call.arguments)
        let index = arguments.lastIndex { labels?.contains($0.label?.text ?? "") ?? true }
        guard let index else { return false }
        layout.insert(
            lines, after: arguments[index], before: index + 1 < arguments.count ? arguments[index + 1] : nil)
        return true
    }
}

/// Collects all calls in the order of the text.
private final class CallFinder: SyntaxVisitor {
    var calls: [FunctionCallExprSyntax] = []

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        calls.append(node)
        return .visitChildren
    }
}

extension FunctionCallExprSyntax {
    /// `testTarget` in `.testTarget(…)` and in `Target.testTarget(…)`.
    fileprivate var functionName: String? {
        calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            ?? calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
    }
}

extension LabeledExprSyntax {
    /// The text of an argument that is a string literal.
    fileprivate var text: String? { expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
}
