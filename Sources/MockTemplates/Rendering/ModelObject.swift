/// An object of the type model, or of the rendering itself, whose properties a template asks for by name.
protocol ModelObject: AnyObject {
    /// The object as it is printed; `nil` for an object that prints nothing.
    var text: String? { get }
    /// The object as a type, a member or a parameter; `nil` for others.
    var declaration: (any TemplateDeclaration)? { get }

    /// Returns a property; nothing for a name that is none.
    func value(of property: PropertyName) -> RenderValue
}

extension ModelObject {
    var text: String? { nil }
    var declaration: (any TemplateDeclaration)? { nil }
}

extension ModelObject where Self: CustomStringConvertible {
    var text: String? { description }
}
