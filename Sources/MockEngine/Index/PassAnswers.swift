internal import MockGeneration
internal import MockModel
internal import MockParsing
internal import Synchronization

/// Shares what all outputs of a pass look up: above all the answers for names that many files declare, such as a
/// `State` in each of a thousand features.
///
/// Decoding all these types for each mock that mentions the name would cost the product of both numbers. Answers for
/// other names are not shared: that would cost more than it saves.
final class PassAnswers: Sendable {
    private struct Question: Hashable {
        var name: String
        var module: Int?
        var dialect: Dialect
    }

    /// A name that may come from a compiled module, as a file asks for it.
    struct CompiledQuestion: Hashable {
        var name: String
        var qualifier: [String]
        var imports: [ImportDeclaration]
        var dialect: Dialect
    }

    private struct MatchableKey: Hashable {
        var file: DiskPath
        var least: AccessLevel
    }

    private static let many = 16

    /// The names of the styles' libraries that the project declares, too.
    let declaredNamesOfStyles: [String]

    private let known = Mutex<[Question: DeclarationIndex.Answer]>([:])
    private let names = Atomic(0)
    private let matchable = Mutex<[MatchableKey: MatchableTypes?]>([:])
    private let reexports = Mutex<[String: [ImportDeclaration]]>([:])
    private let extensions = Mutex<[String: [TypeDeclaration]]>([:])
    private let nestedTypes = Mutex<[String: Set<String>]>([:])
    private let surfaces = Mutex<[DiskPath: FileSurfaces]>([:])
    private let compiled = Mutex<[CompiledQuestion: (answer: CompiledAnswer, modules: Set<String>)]>([:])

    init(_ index: DeclarationIndex) {
        declaredNamesOfStyles = index.styles.usedNames.words.filter(index.declares).sorted()
    }

    /// Returns the named values of the types of a source: a mock may have many of them as parameters.
    func matchableTypes(
        in file: DiskPath, _ least: AccessLevel, _ read: () -> MatchableTypes?
    ) -> MatchableTypes? {
        let key = MatchableKey(file: file, least: least)
        if let known = matchable.withLock({ $0[key] }) { return known }
        let found = read()
        matchable.withLock { $0[key] = .some(found) }
        return found
    }

    /// Returns the exported imports of a module.
    func reexports(by module: String, _ read: (String) -> [ImportDeclaration]) -> [ImportDeclaration] {
        if let known = reexports.withLock({ $0[module] }) { return known }
        let found = read(module)
        reexports.withLock { $0[module] = found }
        return found
    }

    /// Returns the extensions of a type, such as a protocol that many mocks refine.
    func extensions(of type: LocatedType, _ read: (LocatedType) -> [TypeDeclaration]) -> [TypeDeclaration] {
        let key = "\(type.module) \(type.declaration.qualifiedName)"
        if let known = extensions.withLock({ $0[key] }) { return known }
        let found = read(type)
        extensions.withLock { $0[key] = found }
        return found
    }

    /// Returns the names of the types that a type contains: it may be around many mocks.
    func nestedTypes(
        of path: [String], in module: String, _ read: ([String], String) -> Set<String>
    ) -> Set<String> {
        let key = "\(module) \(path.joined(separator: "."))"
        if let known = nestedTypes.withLock({ $0[key] }) { return known }
        let found = read(path, module)
        nestedTypes.withLock { $0[key] = found }
        return found
    }

    /// Returns the members of all types of a source: a file may ask for seams of many types of a module.
    ///
    /// - Parameter read: returns `nil` if the source has nothing for the question at hand.
    func surfaces<Failure: Error>(
        in file: DiskPath, _ read: () throws(Failure) -> FileSurfaces?
    ) throws(Failure) -> FileSurfaces? {
        if let known = surfaces.withLock({ $0[file] }) { return known }
        guard let found = try read() else { return nil }
        surfaces.withLock { $0[file] = found }
        return found
    }

    /// Returns the declaration of a name in compiled modules, with all modules that were asked: a template asks for each
    /// type of each member, and searching the modules takes longer than all else.
    func compiled(
        _ question: CompiledQuestion, _ find: () -> (answer: CompiledAnswer, modules: Set<String>)
    ) -> (answer: CompiledAnswer, modules: Set<String>) {
        if let known = compiled.withLock({ $0[question] }) { return known }
        let found = find()
        if case .unknown(let reason) = found.answer, reason.isTemporary { return found }
        compiled.withLock { $0[question] = found }
        return found
    }

    /// - Parameters:
    ///   - module: the module of the question.
    ///   - find: finds the answer if it is not known yet.
    func answer(
        for name: String, _ module: Int?, _ dialect: Dialect, _ find: () -> DeclarationIndex.Answer
    ) -> DeclarationIndex.Answer {
        // Nearly always there is no shared answer.
        if names.load(ordering: .relaxed) > 0,
            let answer = known.withLock({ $0[Question(name: name, module: module, dialect: dialect)] })
        {
            return answer
        }
        let answer = find()
        guard answer.types.count > Self.many else { return answer }
        known.withLock { $0[Question(name: name, module: module, dialect: dialect)] = answer }
        names.add(1, ordering: .relaxed)
        return answer
    }
}
