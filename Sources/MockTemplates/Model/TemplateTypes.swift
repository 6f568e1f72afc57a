/// `types` in a template.
final class TemplateTypes: ModelObject {
    private let types: [TemplateType]

    init(_ types: [TemplateType]) { self.types = types }

    private func of(_ kind: String) -> [TemplateType] { types.filter { $0.kind == kind } }

    func value(of property: PropertyName) -> RenderValue {
        switch property.known {
        case .protocols: RenderValue(of("protocol"))
        case .classes: RenderValue(of("class"))
        case .structs: RenderValue(of("struct"))
        case .enums: RenderValue(of("enum"))
        case .extensions: .list([])
        case .types, .all: RenderValue(types.filter { $0.kind != "protocol" && $0.kind != "typealias" })
        case .based: RenderValue(Relation(types, \.based))
        case .implementing: RenderValue(Relation(types, \.implements))
        case .inheriting: RenderValue(Relation(types, \.inherits))
        default: .none
        }
    }

    /// The types by their names.
    var byName: [String: RenderValue] { Dictionary(types.map { ($0.description, .object($0)) }) { first, _ in first } }

    /// `types.implementing.Name`
    private final class Relation: ModelObject {
        private let types: [TemplateType]
        private let parents: (TemplateType) -> [String: RenderValue]

        init(_ types: [TemplateType], _ parents: @escaping (TemplateType) -> [String: RenderValue]) {
            self.types = types
            self.parents = parents
        }

        func value(of property: PropertyName) -> RenderValue {
            RenderValue(types.filter { parents($0)[property.text] != nil })
        }
    }
}
