/// A value that templates see: the value of an annotation, or of a key of `args` in the configuration.
package indirect enum TemplateValue: Hashable, Sendable {
    case text(String)
    case flag(Bool)
    case integer(Int)
    case number(Double)
    case list([TemplateValue])
    case mapping([String: TemplateValue])
}

extension TemplateValue: CustomStringConvertible {
    package var description: String {
        switch self {
        case .text(let text): text
        case .flag(let flag): "\(flag)"
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .list(let list): "[\(list.map(\.description).joined(separator: ", "))]"
        case .mapping(let mapping):
            "{ \(mapping.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")) }"
        }
    }
}
