/// A macro: the value of its name, which `call` renders with arguments.
final class Macro: Sendable {
    let number: Int
    /// The numbers of the parameters' names.
    let parameters: [Int]
    let body: StepSequence

    init(_ number: Int, _ parameters: [Int], _ body: StepSequence) {
        self.number = number
        self.parameters = parameters
        self.body = body
    }
}
