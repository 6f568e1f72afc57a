internal import MockModel
internal import Synchronization

/// The shapes of the members that the parser has found to be Swift, for all texts of a template.
///
/// The parser takes longer for a text than the template to print it. Members that a template prints differ in their names
/// and types for the most part, which do not matter to the grammar, so a few hundred shapes stand for all of them.
package final class KnownShapes: Sendable {
    /// A project has some thousand; a template that prints what no other mock has must not fill the memory.
    private static let most = 50_000

    private let hashes = Mutex<Set<ContentHash>>([])

    package init() {}

    /// Returns the indices of the shapes that are not known.
    func unknown(in shapes: [ContentHash]) -> [Int] {
        hashes.withLock { hashes in shapes.indices.filter { !hashes.contains(shapes[$0]) } }
    }

    func add(_ shapes: [ContentHash]) {
        if shapes.isEmpty { return }
        hashes.withLock { hashes in
            if hashes.count + shapes.count > Self.most { hashes = [] }
            hashes.formUnion(shapes)
        }
    }
}
