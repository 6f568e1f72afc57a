package import MockModel

/// The styles that a project can choose from.
package struct StyleTable: Sendable {
    package static let builtIn = StyleTable([.typed, .spy, .sourcery, .automockable, .mocksix, .mimus, .wrapper])

    /// In the order in which messages list them; the first one is the default.
    package let styles: [StyleChoice]
    /// The names that the code of any style uses.
    package let usedNames: WordSet

    private init(_ styles: [StyleChoice]) {
        self.styles = styles
        usedNames = WordSet(styles.reduce(into: []) { $0.formUnion($1.style.names.used.words) })
    }

    /// The table with the styles that are not in it yet.
    package func adding(_ others: some Sequence<StyleChoice>) -> StyleTable {
        let added = Set(others).subtracting(styles)
        return added.isEmpty ? self : StyleTable(styles + added.sorted { $0.name < $1.name })
    }
}

/// A style as a value of the configuration: styles are equal if their names are.
package struct StyleChoice: Hashable, Sendable {
    package static let typed = StyleChoice(TypedStyle())
    package static let spy = StyleChoice(SpyStyle.spy)
    package static let sourcery = StyleChoice(SpyStyle.sourcery)
    package static let automockable = StyleChoice(SpyStyle.autoMockable)
    package static let mocksix = StyleChoice(MockSixStyle())
    package static let mimus = StyleChoice(MimusStyle())
    package static let wrapper = StyleChoice(WrapperStyle())

    package let style: any MockStyle

    package init(_ style: any MockStyle) { self.style = style }

    package var name: String { style.name }

    package static func == (left: StyleChoice, right: StyleChoice) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Only built-in styles have a name in the configuration.
extension StyleChoice: RawRepresentable, CaseIterable {
    package static var allCases: [StyleChoice] { StyleTable.builtIn.styles }

    package var rawValue: String { name }

    package init?(rawValue: String) {
        guard let choice = Self.allCases.first(where: { $0.name == rawValue }) else { return nil }
        self = choice
    }
}
