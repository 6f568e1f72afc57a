internal import Stencil

/// A tag or a text of a template, ready to be rendered as often as needed.
protocol TemplateStep: Sendable {
    func run(_ rendering: inout Rendering) throws
}

/// A text between two tags.
struct TextStep: TemplateStep {
    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    func run(_ rendering: inout Rendering) { rendering.output += bytes }
}

/// The steps between two tags, in their order.
struct StepSequence: Sendable {
    /// An object, because a loop over values copies each of them with all that it holds.
    private final class Part: Sendable {
        let step: any TemplateStep
        let mark: TagMark?

        init(_ step: any TemplateStep, _ mark: TagMark?) {
            self.step = step
            self.mark = mark
        }
    }

    /// The number of tags that cost one unit.
    private static let partsPerUnit = 16

    private let parts: [Part]

    init(_ steps: [(step: any TemplateStep, mark: TagMark?)]) { parts = steps.map { Part($0.step, $0.mark) } }

    func run(_ rendering: inout Rendering) throws {
        // Loops and macros count each of their rounds, which are small for the most part.
        if parts.count >= Self.partsPerUnit {
            try rendering.spend(bytes: parts.count / Self.partsPerUnit * Rendering.bytesPerUnit)
        }
        for part in parts {
            do {
                try part.step.run(&rendering)
            } catch {
                throw TemplateFailure.noting(part.mark, in: error)
            }
            // The rest is skipped up to the loop that a 'break' or 'continue' means.
            if rendering.jump != nil { return }
        }
    }
}

/// A step as the engine's parser hands it on. The engine never renders: each of its tags is replaced.
struct StepNode: NodeType {
    let step: any TemplateStep
    let token: Token?

    init(any step: any TemplateStep, _ token: Token) {
        self.step = step
        self.token = token
    }

    func render(_ context: Context) throws -> String { "" }
}
