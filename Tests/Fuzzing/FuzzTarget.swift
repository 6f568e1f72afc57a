/// A reader of input from outside, and the rule that must hold for any input.
///
/// The replay of the corpora and the fuzzers call the same function: a finding becomes a test when its input is put
/// into the folder of its target.
struct FuzzTarget: Sendable {
    /// The name of the target's folder in `Corpora`.
    let name: String
    /// Returns a description of the rule that these bytes violate, or `nil`. A trap is a finding as well.
    let violation: @Sendable ([UInt8]) -> String?

    static let all: [FuzzTarget] = [
        .scanner, .plainReader, .mocks, .annotation, .interface, .manifest, .configuration, .http, .json,
        .watcherFrames, .cache, .unit, .worker,
    ]
}
