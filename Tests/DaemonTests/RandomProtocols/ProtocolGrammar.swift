/// Writes random families of protocols and classes, with everything that the language allows in them.
///
/// It need not know which combinations are valid: each member has a line of its own, and the test deletes the lines
/// that the compiler rejects.
struct ProtocolGrammar {
    /// A file of related declarations.
    struct Family {
        var lines: [Line]

        var text: String { lines.map(\.text).joined(separator: "\n") + "\n" }
    }

    struct Line {
        var text: String
        /// True if the text stays complete without this line.
        var isMember = false
    }

    /// The names that a type may mention.
    struct Scope {
        /// Generic parameters that values may have as their type.
        var generics: [String] = []
        /// Those generic parameters that the enclosing class declares.
        var outer: [String] = []
        var packs: [String] = []
        var associated: [String] = []
        /// The protocols of this family.
        var protocols: [String] = []
        var hasSelf = false
    }

    var random: SeededRandom
    /// The names of the family's properties and methods: no type may have a property and a method, or two properties,
    /// of the same name.
    var propertyNames: Set<String> = []
    var methodNames: Set<String> = []
    /// True if the family's file imports `Pantry`, whose types have the names of other types of the vocabulary.
    private(set) var importsPantry = false
    /// True if the imports of all files state an access level: the compiler wants all of them or none.
    private let hasImportLevels: Bool
    private var parents: [Parent] = []

    private struct Parent {
        var name: String
        var associated: [String]
        var head: Head
    }

    struct Head {
        var access = ""
        var isolation = ""
        var isActor = false
        var isNoncopyable = false
        var isClass = false
    }

    init(seed: UInt64, hasImportLevels: Bool) {
        random = SeededRandom(seed: seed)
        self.hasImportLevels = hasImportLevels
    }

    /// - Parameter name: the beginning of the names of the family's types.
    mutating func family(_ name: String) -> Family {
        (parents, propertyNames, methodNames) = ([], [], [])
        var lines = imports()
        let access = random.pick(["", "", "", "public ", "package ", "internal "])
        let head = Head(access: access, isolation: random.pick(Self.isolations))
        for index in 0..<random.number(1...3) {
            let type = "\(name)\(Character(UnicodeScalar(UInt8(65 + index))))"
            if random.chance(15) {
                lines += surrounded(classDeclaration(type, head), name: type)
            } else {
                lines += protocolFamily(type, head)
            }
        }
        return Family(lines: lines)
    }

    private mutating func imports() -> [Line] {
        importsPantry = random.chance(40)
        let modules = (random.chance(50) ? ["Foundation"] : []) + (importsPantry ? ["Pantry"] : [])
        return modules.map { module in
            let level = random.pick(["public ", "public ", "public ", "public ", "package ", "internal ", "private "])
            return Line(text: "\(hasImportLevels ? level : "")import \(module)")
        }
    }

    /// Writes a protocol, perhaps inside of another type, and perhaps with an extension that implements some of it.
    private mutating func protocolFamily(_ name: String, _ head: Head) -> [Line] {
        guard random.chance(12) else {
            let declaration = protocolDeclaration(name, head)
            return surrounded(declaration, name: name) + implementation(of: declaration, name, head)
        }
        let outer = "\(name)Outer"
        let kind = random.pick(["enum", "enum", "struct", "final class", "extension Outer", "actor"])
        let isExtension = kind.hasPrefix("extension")
        let declaration = protocolDeclaration(name, head, in: isExtension ? "Outer." : outer + ".")
        let nested = random.pick([
            "", "struct Item {}", "typealias Box = Int", "struct Inner {}", "nonisolated enum String { case text }",
        ])
        return [
            Line(text: isExtension ? "\(kind) {" : "\(head.access)\(kind) \(outer) {"),
            Line(text: isExtension || nested.isEmpty ? "" : "    \(head.access)\(nested)", isMember: true),
        ] + declaration + [Line(text: "}")]
    }

    private static let isolations = ["", "", "", "", "", "@MainActor ", "@Kiosk ", "nonisolated "]

    /// Puts a declaration into a conditional block now and then.
    private mutating func surrounded(_ lines: [Line], name: String) -> [Line] {
        switch random.number(0...19) {
        case 0: return [Line(text: "#if os(Linux)")] + lines + [Line(text: "#endif")]
        case 1: return [Line(text: "#if DEBUG"), Line(text: "#else")] + lines + [Line(text: "#endif")]
        default: return lines
        }
    }

    // MARK: Protocols

    /// - Parameter outer: the type around the protocol, with a dot.
    private mutating func protocolDeclaration(_ name: String, _ base: Head, in outer: String = "") -> [Line] {
        var head = base
        var inherited: [String] = []
        var scope = Scope(protocols: parents.filter { !$0.head.isClass }.map(\.name), hasSelf: true)
        // An actor cannot conform to a protocol made for values, so protocols of actors refine only each other.
        for parent in parents where random.chance(60) && (inherited.isEmpty || head.isActor == parent.head.isActor) {
            inherited.append(parent.name)
            scope.associated += parent.associated
            head.isNoncopyable = head.isNoncopyable || parent.head.isNoncopyable
            head.isActor = head.isActor || parent.head.isActor
            if head.isActor { head.isolation = "" }
        }
        for _ in 0..<(head.isActor ? 0 : random.pick([0, 0, 0, 1, 1, 2])) {
            let parent = random.pick(importsPantry && random.chance(50) ? Vocabulary.pantryParents : Vocabulary.parents)
            if !inherited.contains(parent) { inherited.append(parent) }
        }
        if inherited.isEmpty, head.isolation.isEmpty {
            if random.chance(8) {
                inherited.append("Actor")
                head.isActor = true
            } else if random.chance(8) {
                inherited.append("~Copyable")
                head.isNoncopyable = true
            }
        }
        var members: [Line] = []
        let own = (0..<random.pick([0, 0, 0, 1, 1, 2, 3])).map { _ in random.pick(Vocabulary.associatedNames) }
        for associated in Set(own).sorted() where !scope.associated.contains(associated) {
            scope.associated.append(associated)
            members.append(Line(text: associatedType(associated, scope), isMember: true))
        }
        let primary = own.isEmpty || random.chance(50) ? "" : "<\(own[0])>"
        for _ in 0..<random.number(1...9) { members += conditional(requirement(scope, head)) }
        if random.chance(15) { members += overloads(scope).map { Line(text: "    " + $0, isMember: true) } }
        // No type can have this method beside the property that `Named` requires.
        if !inherited.isEmpty { members.removeAll { $0.text.contains("func name()") } }
        let list = inherited.isEmpty ? "" : ": " + inherited.joined(separator: ", ")
        let requirements =
            scope.associated.isEmpty || random.chance(75) ? "" : " where " + associatedRequirement(scope)
        parents.append(Parent(name: outer + name, associated: scope.associated, head: head))
        let available = random.chance(3) ? "@available(*, deprecated) " : random.chance(3) ? "@preconcurrency " : ""
        return [
            Line(text: "/// @mockable"),
            Line(text: "\(available)\(head.isolation)\(head.access)protocol \(name)\(primary)\(list)\(requirements) {"),
        ] + members + [Line(text: "}")]
    }

    private mutating func conditional(_ line: String) -> [Line] {
        let member = Line(text: "    " + line, isMember: true)
        guard random.chance(4) else { return [member] }
        let condition = random.pick(["os(Linux)", "DEBUG", "canImport(Foundation) && !DEBUG", "swift(>=6.0)"])
        return [Line(text: "    #if \(condition)"), member, Line(text: "    #endif")]
    }

    private mutating func associatedType(_ name: String, _ scope: Scope) -> String {
        let others = scope.associated.filter { $0 != name }
        var text = "    associatedtype \(name)"
        if random.chance(50) { text += ": " + random.pick(Vocabulary.constraints + scope.protocols) }
        if random.chance(20) { text += " = " + random.pick(["Int", "[Int]", "String", "Item", "Self"]) }
        if random.chance(30) {
            var inner = scope
            inner.associated = others
            text += " where " + (others.isEmpty ? "\(name): Sendable" : associatedRequirement(inner))
        }
        return text
    }

    private mutating func associatedRequirement(_ scope: Scope) -> String {
        let name = random.pick(scope.associated)
        return random.pick([
            "\(name): Hashable", "\(name) == Int", "\(name) == [String]", "\(name): Sequence", "\(name): Sendable",
            "\(name): Collection, \(name).Element == Int", "\(name): Shape, \(name).Unit: Hashable",
            "Self.\(name): Equatable", "\(name): AnyObject", "\(name) == \(random.pick(scope.associated))",
            "\(name) == Item", "\(name): Base", "Self: AnyObject", "Self: Marker", "Self: Base",
        ])
    }

    // MARK: Classes

    private mutating func classDeclaration(_ name: String, _ base: Head) -> [Line] {
        var head = base
        head.isClass = true
        if head.isolation == "nonisolated " { head.isolation = "" }
        var scope = Scope(protocols: parents.filter { !$0.head.isClass }.map(\.name))
        let generics = random.pick(["", "", "", "<T>", "<T: Hashable, U>"])
        if !generics.isEmpty { scope.generics = generics.contains("U") ? ["T", "U"] : ["T"] }
        scope.outer = scope.generics
        let superclass = random.pick(
            ["", "", "Base", "Shelf<Int>", "Shelf<[String]>"] + (importsPantry ? ["Crate"] : [])
                + parents.filter(\.head.isClass).map(\.name))
        let sendable = random.chance(20) ? ["@unchecked Sendable"] : []
        let inherited = ([superclass].filter { !$0.isEmpty } + sendable).joined(separator: ", ")
        let access = head.access == "public " ? random.pick(["public ", "open "]) : head.access
        var members: [Line] = []
        if superclass.isEmpty { members.append(Line(text: "    \(head.access)init() {}")) }
        for _ in 0..<random.number(1...8) { members += conditional(classMember(scope, head)) }
        if generics.isEmpty { parents.append(Parent(name: name, associated: [], head: head)) }
        return [
            Line(text: "/// @mockable"),
            Line(
                text:
                    "\(head.isolation)\(access)class \(name)\(generics)\(inherited.isEmpty ? "" : ": \(inherited)") {"),
        ] + members + [Line(text: "}")]
    }
}
