internal import MockGeneration
import MockModel
import MockTemplates
import SystemPackage
import Yams

/// Reads the keys `template` and `args`, which stand beside `style: sourcery`.
struct TemplateKeys {
    let root: FilePath
    /// The module's key; `nil` for the settings of all modules.
    let key: String?

    func read(_ values: [String: Node], _ settings: inout MockSettings, _ reader: inout ConfigurationReader) {
        if let node = values["template"], let written = reader.text(node, path("template"), example: Self.example) {
            switch TemplateFiles.source(of: written, in: root) {
            case .success(let source):
                var source = source
                source.arguments = settings.template?.source.arguments ?? [:]
                settings.template = MockTemplate(source)
            case .failure(let violation): reader.report(at: node, path("template"), violation)
            }
            if settings.style != .sourcery {
                reader.report(
                    at: node, path("template"),
                    "a template is for 'style: sourcery', and the style here is "
                        + "'\(settings.style.name)'", "write 'style: sourcery' beside it", "config-value")
                settings.template = nil
            }
        }
        guard let node = values["args"] else { return }
        guard case .mapping = node else {
            reader.report(
                at: node, path("args"), "'args' must be a mapping of the template's arguments",
                "write args: { module: App }", "config-type")
            return
        }
        guard let template = settings.template else {
            if values["template"] == nil {
                reader.report(
                    at: node, path("args"), "'args' are for a template, and there is none",
                    "write \(Self.example) beside it", "config-value")
            }
            return
        }
        guard case .mapping(let arguments) = Self.value(of: node) else { return }
        var source = template.source
        source.arguments = arguments
        settings.template = MockTemplate(source)
    }

    private static let example = "template: Templates/Mocks.stencil"

    private func path(_ name: String) -> String { key.map { "\($0).\(name)" } ?? name }

    private static func value(of node: Node) -> TemplateValue {
        switch node {
        case .mapping(let mapping):
            return .mapping(
                Dictionary(mapping.map { ($0.key.scalar?.string ?? "", value(of: $0.value)) }) { first, _ in first })
        case .sequence(let sequence): return .list(sequence.map(value))
        case .alias: return .text("")
        case .scalar(let scalar):
            if node.tag == Tag(.bool), let flag = node.bool { return .flag(flag) }
            if node.tag == Tag(.int), let number = node.int { return .integer(number) }
            if node.tag == Tag(.float), let number = node.float { return .number(number) }
            return .text(scalar.string)
        }
    }
}
