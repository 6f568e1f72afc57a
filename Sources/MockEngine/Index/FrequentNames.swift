internal import MockGeneration
internal import Synchronization

/// The answers of one pass about names that many files declare, such as a `State` in each of a thousand features.
///
/// To decode all of these types for each mock that mentions the name would take the product of both. About other names
/// everybody asks alone: to share them would cost more than it saves.
final class FrequentNames: Sendable {
    private struct Question: Hashable {
        var name: String
        var module: Int?
        var asyncDefault: AsyncDefault?
    }

    private static let many = 16

    private let known = Mutex<[Question: DeclarationIndex.Answer]>([:])
    private let names = Atomic(0)

    /// - Parameters:
    ///   - module: the module that is asked about.
    ///   - find: finds the answer if nobody has done so.
    func answer(
        for name: String, _ module: Int?, _ asyncDefault: AsyncDefault?, _ find: () -> DeclarationIndex.Answer
    ) -> DeclarationIndex.Answer {
        // Nearly always there is none.
        if names.load(ordering: .relaxed) > 0,
            let answer = known.withLock({ $0[Question(name: name, module: module, asyncDefault: asyncDefault)] })
        {
            return answer
        }
        let answer = find()
        guard answer.types.count > Self.many else { return answer }
        known.withLock { $0[Question(name: name, module: module, asyncDefault: asyncDefault)] = answer }
        names.add(1, ordering: .relaxed)
        return answer
    }
}
