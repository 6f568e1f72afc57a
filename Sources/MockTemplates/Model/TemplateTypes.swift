internal import Stencil

/// `types` in a template.
final class TemplateTypes: DynamicMemberLookup {
    private let types: [TemplateType]

    init(_ types: [TemplateType]) { self.types = types }

    private func of(_ kind: String) -> [TemplateType] { types.filter { $0.kind == kind } }

    subscript(dynamicMember member: String) -> Any? {
        switch member {
        case "protocols": of("protocol")
        case "classes": of("class")
        case "structs": of("struct")
        case "enums": of("enum")
        case "extensions": [Any]()
        case "types", "all": types.filter { $0.kind != "protocol" && $0.kind != "typealias" }
        case "based": Relation(types, \.based)
        case "implementing": Relation(types, \.implements)
        case "inheriting": Relation(types, \.inherits)
        default: nil
        }
    }

    /// The types by their names.
    var byName: [String: Any] { Dictionary(types.map { ($0.description, $0) }) { first, _ in first } }

    /// `types.implementing.Name`
    private final class Relation: DynamicMemberLookup {
        private let types: [TemplateType]
        private let parents: (TemplateType) -> [String: Any]

        init(_ types: [TemplateType], _ parents: @escaping (TemplateType) -> [String: Any]) {
            self.types = types
            self.parents = parents
        }

        subscript(dynamicMember member: String) -> Any? { types.filter { parents($0)[member] != nil } }
    }
}
