/// A macro: the value of its name, which `call` renders with arguments.
final class Macro: Sendable {
    /// The numbers of the parameters' names.
    let parameters: [Int]
    let body: StepSequence

    init(_ parameters: [Int], _ body: StepSequence) {
        self.parameters = parameters
        self.body = body
    }
}
