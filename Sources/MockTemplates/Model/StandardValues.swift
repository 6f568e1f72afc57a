/// The plain values of the standard library, which templates ask for the protocols that they conform to.
enum StandardValues {
    private static let names: Set<String> = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float", "Double",
        "Bool",
        "String", "Substring", "Character",
    ]
    private static let parents = ["Equatable", "Hashable", "Sendable", "Codable", "Encodable", "Decodable"]

    /// Returns the object of a type; `nil` for other names.
    static func type(named name: String) -> TemplateObject? {
        guard names.contains(name) else { return nil }
        let conforms = name == "Bool" ? parents : parents + ["Comparable"]
        let based: [String: RenderValue] = Dictionary(conforms.map { ($0, .text($0)) }) { first, _ in first }
        return TemplateObject([
            "name": .text(name), "kind": .text("struct"), "based": .mapping(based), "implements": .mapping(based),
        ])
    }
}
