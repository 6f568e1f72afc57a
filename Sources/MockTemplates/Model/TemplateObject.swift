/// A part of a type with few properties.
final class TemplateObject: ModelObject, CustomStringConvertible {
    private let members: [String: RenderValue]
    private let typeName: TemplateTypeName?

    /// - Parameter typed: the type that the object has, if it has one.
    init(typed typeName: TemplateTypeName? = nil, _ members: [String: RenderValue]) {
        self.typeName = typeName
        self.members = members
    }

    var description: String { members["name"]?.text ?? typeName?.description ?? "" }

    func value(of property: PropertyName) -> RenderValue {
        members[property.text] ?? typeName?.memberOfTyped(property) ?? .none
    }
}
