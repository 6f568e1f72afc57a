internal import MockGeneration
import MockModel
import MockTemplates
import SystemPackage
import Yams

/// Reads the keys `template` and `args`, which stand beside `style: sourcery`.
struct TemplateReader {
    private typealias Keys = ConfigurationFile.Keys

    let root: FilePath

    func read(_ values: ConfigurationMapping, _ settings: inout MockSettings, _ reader: inout ConfigurationReader) {
        if let written = reader.value(of: Keys.template, in: values) {
            switch TemplateFiles.source(of: written, in: root) {
            case .success(let source):
                var source = source
                source.arguments = settings.template?.source.arguments ?? [:]
                settings.template = MockTemplate(source)
            case .failure(let violation): reader.report(Keys.template, in: values, violation)
            }
            if settings.style != .sourcery {
                reader.report(
                    Keys.template, in: values,
                    .init(
                        message: "a template is for 'style: sourcery', and the style here is '\(settings.style.name)'",
                        suggestion: "write 'style: sourcery' beside it", code: "config-value"))
                settings.template = nil
            }
        }
        guard let node = reader.value(of: Keys.args, in: values) else { return }
        guard case .mapping = node else {
            reader.report(
                at: node, values.path(of: Keys.args), "'args' must be a mapping of the template's arguments",
                "write \(Keys.args.example)", "config-type")
            return
        }
        guard let template = settings.template else {
            if values[Keys.template] == nil {
                reader.report(
                    at: node, values.path(of: Keys.args), "'args' are for a template, and there is none",
                    "write \(Keys.template.example) beside it", "config-value")
            }
            return
        }
        guard case .mapping(let arguments) = Self.value(of: node) else { return }
        var source = template.source
        source.arguments = arguments
        settings.template = MockTemplate(source)
    }

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
