package import MockGeneration
internal import MockParsing
package import MockTemplates

/// The choice of the types that become mocks, and the names and style of the mocks.
package struct MockSettings: Hashable, Sendable {
    package enum Selection: String, Hashable, Sendable, CaseIterable {
        /// Types with an annotation such as `/// @mockable`.
        case annotated
        /// All protocols as well.
        case all
    }

    package var selection: Selection
    package var name: NamePattern
    package var style: StyleChoice
    /// The template that prints the mocks instead of the style's own code; `nil` for none.
    package var template: MockTemplate?
    /// True if calls of a protocol's mock can be forwarded to another object. Mocks without that compile faster.
    package var forwards: Bool
    /// The methods of a mock without a library that verify the arguments of its calls.
    package var verifying: VerifyingMethods
    /// The header and the condition of a file with mocks.
    package var frame = FileFrame()

    package init(
        selection: Selection = .annotated, name: NamePattern = NamePattern(), style: StyleChoice = .typed,
        template: MockTemplate? = nil, forwards: Bool = true, verifying: VerifyingMethods = .none
    ) {
        self.selection = selection
        self.name = name
        self.style = style
        self.template = template
        self.forwards = forwards
        self.verifying = verifying
    }
}

/// Makes the name of a mock from the name of its type: `Mock{name}`.
package struct NamePattern: Hashable, Sendable {
    package static let placeholder = "{name}"

    package let pattern: String
    /// The text before the placeholder and the text after it; `nil` without one.
    private let frame: [String]?
    /// Suffixes of the type's name that are removed first: with `Protocol`, `OvenProtocol` becomes `MockOven`.
    package var strip: [String]

    package init(_ pattern: String = "Mock{name}", strip: [String] = []) {
        self.pattern = pattern
        self.strip = strip
        frame = Self.frame(of: pattern)
    }

    /// Splits the pattern byte by byte: each module has one, and a search for text takes longer than all else about a
    /// module.
    private static func frame(of pattern: String) -> [String]? {
        let (bytes, placeholder) = (pattern.utf8, placeholder.utf8)
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: placeholder) }) else { return nil }
        return [String(pattern[..<start]), String(pattern[bytes.index(start, offsetBy: placeholder.count)...])]
    }

    /// Returns the pattern with other suffixes to remove.
    package func stripping(_ suffixes: [String]) -> NamePattern {
        var pattern = self
        pattern.strip = suffixes
        return pattern
    }

    /// Returns the name of the mock of a type. A name that consists of nothing but a suffix keeps it.
    package func mockName(for typeName: String) -> String {
        let suffix = strip.filter { typeName.hasSuffix($0) && typeName.count > $0.count }.max { $0.count < $1.count }
        let stem = suffix.map { String(typeName.dropLast($0.count)) } ?? typeName
        return frame?.joined(separator: stem) ?? pattern
    }

    /// True if every type gets a distinct name that Swift accepts.
    package var isUsable: Bool {
        let parts = pattern.split(separator: Self.placeholder, omittingEmptySubsequences: false)
        guard parts.count == 2, parts.contains(where: { !$0.isEmpty }) else { return false }
        return SwiftText.isModuleName(parts.joined(separator: "Type"))
    }
}
