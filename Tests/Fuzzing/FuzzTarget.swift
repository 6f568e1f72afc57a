/// One reader of input that others write, and what must hold whatever they write.
///
/// The replay of the corpora and the fuzzers call the same function: what a fuzzer finds becomes a test by putting the
/// input into the folder of its target.
struct FuzzTarget: Sendable {
    /// The name of its folder in `Corpora`.
    let name: String
    /// Describes what went wrong when these bytes were read; `nil` when nothing did. A trap is a finding, too.
    let violation: @Sendable ([UInt8]) -> String?

    static let all: [FuzzTarget] = [
        .scanner, .plainReader, .mocks, .annotation, .interface, .manifest, .configuration, .http, .json,
        .watcherFrames, .cache, .unit,
    ]
}
