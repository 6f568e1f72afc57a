internal import MockModel
internal import Stencil

/// Turns the nodes that Stencil's parser finds into steps.
///
/// Each tag is parsed by a function of ours, which asks the parser for the nodes up to its end. The parser has checked
/// each value that a tag mentions before it is compiled here, so that unknown filters are named in its words.
final class TemplateCompiler {
    private let source: TemplateSource
    private(set) var names = NameNumbers()
    /// The number of loops around the present tag.
    private(set) var openLoops = 0
    private(set) var macros = 0

    init(_ source: TemplateSource) { self.source = source }

    /// - Parameter name: the name of an included file; `nil` for the template itself.
    func compile(_ text: String, name: String?) throws(TemplateProblem) -> StepSequence {
        let environment = Environment(extensions: [TagTable.tags(for: self)])
        // Tag by tag, because the engine searches each line of a text from the beginning of it.
        let tokens = TemplateScanner.parts(of: text).flatMap {
            Template(templateString: String($0.text), environment: environment, name: name).tokens
        }
        openLoops = 0
        do {
            return steps(of: try TokenParser(tokens: tokens, environment: environment).parse())
        } catch {
            throw TemplateProblem(error, source)
        }
    }

    // MARK: Nodes

    /// Returns the steps up to one of the tags, which stays for the caller.
    func steps(_ parser: TokenParser, upTo ends: String...) throws -> StepSequence {
        steps(of: try parser.parse(until(ends)))
    }

    /// The same for the body of a loop, in which `break` has a meaning.
    func stepsOfLoop(_ parser: TokenParser, upTo ends: String...) throws -> StepSequence {
        openLoops += 1
        defer { openLoops -= 1 }
        return steps(of: try parser.parse(until(ends)))
    }

    func steps(of nodes: [any NodeType]) -> StepSequence {
        StepSequence(nodes.compactMap { node in step(of: node).map { ($0, node.token.map(TagMark.init)) } })
    }

    private func step(of node: any NodeType) -> (any TemplateStep)? {
        switch node {
        case let node as StepNode: return node.step
        case let node as TextNode:
            // The white space beside dashes is removed here, once.
            let text = (try? node.render(Context())) ?? ""
            return text.isEmpty ? nil : TextStep(text)
        case let node as VariableNode: return node.token.map { PrintStep($0, self) }
        default: return nil
        }
    }

    // MARK: Names

    func number(of name: String) -> Int { names.add(name) }

    func bind(_ name: String) -> Int { names.bind(name) }

    func bindAny() { names.bindsAny = true }

    func macro(_ parameters: [Int], _ body: StepSequence) -> Macro {
        defer { macros += 1 }
        return Macro(macros, parameters, body)
    }

    // MARK: Values

    /// Compiles `value|filter:argument` behind a check by the engine.
    func chain(_ text: String, _ parser: TokenParser, _ token: Token) throws -> FilterChain {
        _ = try parser.compileFilter(text, containedIn: token)
        return FilterChain(text, self)
    }

    /// The same for a value that may be a range.
    func operand(_ text: String, _ parser: TokenParser, _ token: Token) throws -> Operand {
        _ = try parser.compileResolvable(text, containedIn: token)
        return Operand(text, self)
    }

    func condition(_ words: some Collection<String>, _ parser: TokenParser, _ token: Token) throws -> Condition {
        let words = Array(words)
        _ = try parser.compileExpression(components: words, token: token)
        guard let condition = ConditionParser.parse(words, self) else {
            throw TemplateFailure("the condition cannot be read")
        }
        return condition
    }
}
