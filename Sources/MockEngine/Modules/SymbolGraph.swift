internal import FoundationEssentials

/// A file that `swift-symbolgraph-extract` writes about the types of one other module that a module extends.
///
/// It has what printed interfaces lack: extensions of a type that the module has nested in such a type, as
/// `extension Date.FormatStyle` in FoundationInternationalization. The format is SymbolKit's.
struct SymbolGraph: Decodable {
    private var symbols: [Symbol]

    /// Returns these extensions as Swift, by their outermost types.
    ///
    /// - Parameter module: the module that the graph is of.
    func nestedExtensions(in module: String) -> [String: String] {
        var texts: [String: String] = [:]
        for symbol in symbols where symbol.isInNestedExtension(of: module) {
            texts[symbol.pathComponents[0], default: ""] += symbol.text
        }
        return texts
    }

    private struct Symbol: Decodable {
        var kind: Kind
        var pathComponents: [String]
        var declarationFragments: [Fragment]
        var swiftExtension: Extension?
        var availability: [Availability]?

        /// False for those that are printed: a nested type of another module has extensions like any other.
        func isInNestedExtension(of module: String) -> Bool {
            pathComponents.count > 2 && swiftExtension?.extendedModule == module && kind.isMember
        }

        /// The member alone, in an extension of its own.
        var text: String {
            let type = pathComponents.dropLast().joined(separator: ".")
            let conditions = (swiftExtension?.constraints ?? []).map(\.text).joined(separator: ", ")
            let declaration = declarationFragments.map(\.spelling).joined()
            return
                "extension \(type)\(conditions.isEmpty ? "" : " where \(conditions)") {\n\(attributes)public \(declaration)\n}\n"
        }

        private var attributes: String {
            let known = availability ?? []
            let versions = known.compactMap(\.introduction)
            let first = versions.isEmpty ? [] : ["@available(\((versions + ["*"]).joined(separator: ", ")))"]
            return (first + known.compactMap(\.attribute)).map { "\($0) " }.joined()
        }
    }

    private struct Kind: Decodable {
        var identifier: String
        var isMember: Bool {
            ["method", "property", "subscript", "init", "op"].contains { identifier.hasSuffix(".\($0)") }
        }
    }

    private struct Fragment: Decodable {
        var spelling: String
    }

    private struct Extension: Decodable {
        var extendedModule: String
        var constraints: [Constraint]?
    }

    private struct Constraint: Decodable {
        var kind: String
        var lhs: String
        var rhs: String

        var text: String { "\(lhs) \(kind == "sameType" ? "==" : ":") \(rhs)" }
    }

    private struct Availability: Decodable {
        struct Version: Decodable {
            var major: Int
            var minor: Int?
        }

        var domain: String?
        var introduced: Version?
        var isUnconditionallyDeprecated: Bool?
        var isUnconditionallyUnavailable: Bool?

        /// `macOS 12.0`
        var introduction: String? {
            guard let domain, let introduced, attribute == nil else { return nil }
            return "\(domain) \(introduced.major).\(introduced.minor ?? 0)"
        }

        var attribute: String? {
            let domain = domain ?? "*"
            if isUnconditionallyUnavailable == true { return "@available(\(domain), unavailable)" }
            return isUnconditionallyDeprecated == true ? "@available(\(domain), deprecated)" : nil
        }
    }
}
