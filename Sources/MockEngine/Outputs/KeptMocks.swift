internal import MockModel

/// The mocks of an output with several sources, as the last pass made them.
///
/// An edit changes few mocks of a module, but a file that holds all of them is written again as a whole.
final class KeptMocks: Sendable {
    private let parts: [DiskPath: OutputPart]
    /// The modules that the output could import then: how a type is spelled depends on them.
    private let outputModules: Set<String>

    init(_ parts: some Sequence<(DiskPath, OutputPart)>, _ outputModules: Set<String>) {
        self.parts = Dictionary(parts) { first, _ in first }
        self.outputModules = outputModules
    }

    /// Returns the part of a source, unless a change concerns it.
    func part(of source: DiskPath, _ outputModules: Set<String>, after changes: PassChanges) -> OutputPart? {
        guard outputModules == self.outputModules, var part = parts[source], !changes.concern(part, of: source) else {
            return nil
        }
        part.isKept = true
        return part
    }

    /// The bytes that they need, about.
    var size: Int { parts.values.reduce(0) { $0 + $1.size } }
}
