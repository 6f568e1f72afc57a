import Foundation

/// Writes random protocols and classes that the compiler accepts, each from the seed alone.
struct RandomTypes {
    private var generator: SplitMix

    init(seed: UInt64) { generator = SplitMix(state: seed) }

    /// What the types of all seeds are made of.
    static let support = """
        struct Item: Equatable, Sendable { var id = 0 }
        final class Thing {}
        struct Handle: ~Copyable {}
        enum Trouble: Error { case any }
        protocol Marker {}
        typealias Handler = (Int) -> Void
        @globalActor actor Store { static let shared = Store() }
        """

    mutating func types(_ count: Int) -> String {
        (0..<count).map { chance(5) ? classType($0) : protocolType($0) }.joined(separator: "\n")
    }

    // MARK: Types

    private mutating func protocolType(_ index: Int) -> String {
        let heads = ["protocol T\(index)", "@MainActor protocol T\(index)", "@Store protocol T\(index)"]
        let parents = [
            "", "", ": Sendable", ": AnyObject", ": Actor", ": Marker, Hashable", ": CustomStringConvertible",
        ]
        var head = pick(heads)
        var parent = pick(parents)
        if parent == ": Actor" { head = heads[0] }
        if head != heads[0], parent.contains("Hashable") { parent = ": Marker" }
        let isPlain = head == heads[0] && parent != ": Actor" && parent != ": Sendable"
        var lines = (0..<below(5) + 1).map { member($0, isActor: parent == ": Actor") }
        if isPlain, chance(4) { lines += ["associatedtype Element", "func put(_ element: Element) -> [Element]"] }
        return "/// @mockable\n\(head)\(parent) {\n\(lines.joined(separator: "\n"))\n}"
    }

    private mutating func classType(_ index: Int) -> String {
        let members = (0..<below(4) + 1).map { "\(function($0)) { fatalError() }" }
        let properties = (0..<below(3)).map {
            "var stored\($0): \(pick(["Int", "String", "[Item]"])) = \(pick(["nil!"]))"
        }
        let written = properties.map {
            $0.replacingOccurrences(of: " = nil!", with: " { get { fatalError() } set {} }")
        }
        return "/// @mockable\nclass T\(index) {\ninit() {}\n\((written + members).joined(separator: "\n"))\n}"
    }

    // MARK: Members

    private mutating func member(_ index: Int, isActor: Bool) -> String {
        switch below(isActor ? 8 : 10) {
        case 0: "var p\(index): \(storable()) { get\(pick(["", "", " async", " throws", " async throws"])) }"
        case 1: "\(isActor ? "nonisolated " : "")var p\(index): \(storable()) { get }"
        case 2: "subscript(i\(index): Int, k\(index) k: String) -> \(storable()) { get }"
        case 8: "var p\(index): \(storable()) { get set }"
        case 9:
            "\(pick(["static ", "mutating ", "nonisolated ", "@MainActor ", "@discardableResult "]))\(plainFunction(index))"
        default: function(index)
        }
    }

    private mutating func plainFunction(_ index: Int) -> String { "func f\(index)(_ x: Int) -> Item" }

    private mutating func function(_ index: Int) -> String {
        let isGeneric = chance(4)
        var parameters = (0..<below(4)).map { "\(label($0)): \(parameter())" }
        if isGeneric { parameters.append("generic: \(pick(["T", "[T]", "T?", "T.Type", "@escaping (T) -> Bool"]))") }
        let effects = pick(["", "", " throws", " async", " async throws", " throws(Trouble)", " async throws(Trouble)"])
        let constraint = pick(["", ": Hashable", ": Sendable"])
        let result = chance(3) ? "" : " -> \(isGeneric && chance(2) ? "T" : result())"
        return
            "func f\(index)\(isGeneric ? "<T\(constraint)>" : "")(\(parameters.joined(separator: ", ")))\(effects)\(result)"
    }

    private mutating func label(_ index: Int) -> String {
        pick(["a\(index)", "_ a\(index)", "with a\(index)", "in b\(index)", "_ `default`\(index)", "at _"])
            .replacingOccurrences(of: "`default`\(index)", with: "default\(index)")
    }

    // MARK: Types of values

    private mutating func parameter() -> String {
        switch below(12) {
        case 0: "inout \(storable())"
        case 1: "(\(storable())) -> Void"
        case 2: "@escaping (\(storable())) -> \(storable())"
        case 3: "@escaping @Sendable () async throws -> Void"
        case 4: "@autoclosure () -> Bool"
        case 5: "borrowing Handle"
        case 6: "consuming Handle"
        case 7: "sending Thing"
        case 8: "some Marker"
        case 9: "Int..."
        default: storable()
        }
    }

    private mutating func result() -> String {
        pick([storable(), storable(), storable(), "(Int) -> String", "(a: Int, b: String)", "Handle", "Int!"])
    }

    private mutating func storable(_ depth: Int = 0) -> String {
        let simple = [
            "Int", "String", "Item", "Thing", "any Marker", "(any Marker)?", "Void", "Bool", "Handler?", "Any",
            "(@Sendable () -> Void)?", "Item.Type",
        ]
        guard depth < 2 else { return pick(simple.dropLast(2)) }
        switch below(8) {
        case 0: return "[\(storable(depth + 1))]"
        case 1: return "[String: \(storable(depth + 1))]"
        case 2: return "(\(storable(depth + 1)), \(storable(depth + 1)))"
        case 3: return "Result<\(storable(depth + 1)), Trouble>"
        default: return pick(simple)
        }
    }

    // MARK: Chance

    private mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }
    private mutating func chance(_ one: Int) -> Bool { below(one) == 0 }
    private mutating func pick(_ choices: some Collection<String>) -> String {
        choices.dropFirst(below(choices.count)).first ?? ""
    }
}

/// The same numbers on every machine.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
