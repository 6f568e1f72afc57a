import MockModel
import SwiftSyntax

/// The value of a manifest's expression, as far as reading determines it.
enum ManifestValue {
    case string(String)
    case boolean(Bool)
    case integer(Int)
    /// `nil`, or an omitted argument.
    case absent
    case array([ManifestValue])
    case dictionary([(key: ManifestValue, value: ManifestValue)])
    case tuple([(label: String?, value: ManifestValue)])
    /// A bare member such as `.linux` or `.test`; with its position if the text has it.
    case symbol(String, at: SourcePosition? = nil)
    /// `.target(name: "App")` and every other expression that creates an object.
    case call(ManifestCall)
    case closure(ClosureExprSyntax)
    case keyPath([String])
    case unknown(ManifestUnknown)

    var isUnknown: Bool {
        if case .unknown = self { true } else { false }
    }

    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var boolean: Bool? {
        if case .boolean(let value) = self { value } else { nil }
    }

    var call: ManifestCall? {
        if case .call(let call) = self { call } else { nil }
    }

    var array: [ManifestValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// Compares two values; `nil` if the result is unknown.
    func equals(_ other: ManifestValue, _ work: ManifestWork, depth: Int = 0) -> Bool? {
        guard depth < 8, work.copy(1) else { return nil }
        switch (self, other) {
        case (.unknown, _), (_, .unknown), (.closure, _), (_, .closure): return nil
        case (.string(let left), .string(let right)): return left == right
        case (.boolean(let left), .boolean(let right)): return left == right
        case (.integer(let left), .integer(let right)): return left == right
        case (.symbol(let left, _), .symbol(let right, _)): return left == right
        case (.absent, .absent): return true
        case (.array(let left), .array(let right)):
            return Self.allEqual(left, right, work, depth: depth)
        case (.call(let left), .call(let right)):
            if left === right { return true }
            guard left.name == right.name, left.arguments.map(\.label) == right.arguments.map(\.label) else {
                return false
            }
            return Self.allEqual(left.arguments.map(\.value), right.arguments.map(\.value), work, depth: depth)
        default: return false
        }
    }

    private static func allEqual(
        _ left: [ManifestValue], _ right: [ManifestValue], _ work: ManifestWork, depth: Int
    ) -> Bool? {
        guard left.count == right.count else { return false }
        var result: Bool? = true
        for (left, right) in zip(left, right) {
            switch left.equals(right, work, depth: depth + 1) {
            case false?: return false
            case nil: result = nil
            case true?: break
            }
        }
        return result
    }

    /// The value after an undecided condition: all elements of both arrays, or the one value that exists.
    func joined(with other: ManifestValue, at position: SourcePosition, _ work: ManifestWork) -> ManifestValue {
        if equals(other, work) == true { return self }
        switch (self, other) {
        case (.array(let left), .array(let right)):
            // Elements that cannot be compared may appear twice.
            guard work.spend(left.count * right.count / 16) else { return .array(left + right) }
            return .array(left + right.filter { new in !left.contains { $0.equals(new, work) == true } })
        case (.absent, _): return other
        case (_, .absent): return self
        // The unknown elements are reported where they are needed.
        case (.unknown, .array(let elements)): return .array([self] + elements)
        case (.array(let elements), .unknown): return .array(elements + [other])
        // `.package(path: environment["LOCAL"])` or `.package(url: "…")`: prefers the one with known arguments.
        case (.call(let left), .call(let right)) where left.hasUnknownArguments != right.hasUnknownArguments:
            return left.hasUnknownArguments ? other : self
        case (.unknown, _): return self
        case (_, .unknown): return other
        default: return .unknown(ManifestUnknown(position: position, text: nil))
        }
    }
}

/// An object of the manifest. A class, because `Package` and `Target` are classes there: a loop over `package.targets`
/// changes the package's targets.
final class ManifestCall {
    struct Argument {
        var label: String?
        var value: ManifestValue
    }

    let name: String
    var arguments: [Argument]
    let position: SourcePosition
    /// True if it was created under an undecided condition.
    let isUncertain: Bool

    init(name: String, arguments: [Argument], position: SourcePosition, isUncertain: Bool) {
        self.name = name
        self.arguments = arguments
        self.position = position
        self.isUncertain = isUncertain
    }

    subscript(label: String) -> ManifestValue {
        get { arguments.first { $0.label == label }?.value ?? .absent }
        set {
            if let index = arguments.firstIndex(where: { $0.label == label }) {
                arguments[index].value = newValue
            } else {
                arguments.append(Argument(label: label, value: newValue))
            }
        }
    }

    fileprivate var hasUnknownArguments: Bool { arguments.contains { $0.value.isUnknown } }

    /// The first argument without a label, as in `.define("FLAG")`.
    var unlabelled: ManifestValue {
        arguments.first { $0.label == nil }?.value ?? .absent
    }
}

/// An expression whose value reading cannot determine.
struct ManifestUnknown {
    var position: SourcePosition
    /// The expression's source text, shortened; `nil` if two known values were joined.
    var text: String?
}
