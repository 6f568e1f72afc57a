internal import Stencil

/// A part of a type with few properties.
final class TemplateObject: DynamicMemberLookup, CustomStringConvertible {
    private let members: [String: Any]
    private let typeName: TemplateTypeName?

    /// - Parameter typed: the type that the object has, if it has one.
    init(typed typeName: TemplateTypeName? = nil, _ members: [String: Any]) {
        self.typeName = typeName
        self.members = members
    }

    var description: String { members["name"] as? String ?? typeName?.description ?? "" }

    subscript(dynamicMember member: String) -> Any? { members[member] ?? typeName?.memberOfTyped(member) }
}
