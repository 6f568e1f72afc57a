import MockModel
import MockParsing
import SystemPackage
import Yams

/// Reads the key `seams`: protocols for types of other modules, without an annotation in a source.
struct SeamKeys {
    static let keys = ["type", "protocol", "members", "module", "file"]

    let root: FilePath
    let boundary: OutputBoundary
    /// The modules with mocks; `nil` if they are not known because of another problem.
    let modules: [Module]?

    func read(_ list: Node, _ reader: inout ConfigurationReader) -> [ConfiguredSeam] {
        guard case .sequence(let sequence) = list else {
            reader.report(
                at: list, "seams", "'seams' must be a list", "begin each seam with '- type: …'", "config-type")
            return []
        }
        return sequence.enumerated().compactMap { seam($0.element, "seams[\($0.offset)]", &reader) }
    }

    private func seam(_ node: Node, _ key: String, _ reader: inout ConfigurationReader) -> ConfiguredSeam? {
        guard let values = reader.mapping(node, key, known: Self.keys, what: "a seam") else { return nil }
        let module = module(node, values, key, &reader)
        let type = required(
            "type", "Foundation.FileManager", node, values, key, &reader, rule: ConfigurationRules.seamType)
        let name = required(
            "protocol", "FileSystem", node, values, key, &reader, rule: ConfigurationRules.seamProtocol)
        let members = values["members"].map { list in
            reader.texts(list, "\(key).members", example: "members: [data(for:), shared]")
        }
        for (index, member) in (members ?? []).enumerated() {
            reader.report(
                at: member.node, "\(key).members[\(index)]", ConfigurationRules.seamMember(member.text))
        }
        guard let module, let type, let name, let file = file(values, key, module, &reader) else { return nil }
        let names = type.split(separator: ".").map(String.init)
        let isOwn = names.count == 1
        return ConfiguredSeam(
            module: module.name, origin: isOwn ? module.name : names[0], type: isOwn ? names : Array(names.dropFirst()),
            protocolName: name, members: (members ?? []).map { $0.text.filter { $0 != " " } }, file: file)
    }

    private func required(
        _ name: String, _ example: String, _ node: Node, _ values: [String: Node], _ key: String,
        _ reader: inout ConfigurationReader, rule: (String) -> ConfigurationRules.Violation?
    ) -> String? {
        guard let value = values[name] else {
            reader.report(
                at: node, "\(key).\(name)", "this seam has no '\(name)'",
                "add '\(name)', such as '\(name): \(example)'",
                "config-missing-key")
            return nil
        }
        guard let text = reader.text(value, "\(key).\(name)", example: "\(name): \(example)") else { return nil }
        let violation = rule(text)
        reader.report(at: value, "\(key).\(name)", violation)
        return violation == nil ? text : nil
    }

    /// Returns the module that gets the seam: the one that is written, or the only one with mocks.
    private func module(
        _ node: Node, _ values: [String: Node], _ key: String, _ reader: inout ConfigurationReader
    ) -> Module? {
        let written = values["module"].flatMap { reader.text($0, "\(key).module", example: "module: App") }
        guard let modules, written != nil || values["module"] == nil else { return nil }
        if written == nil, modules.count == 1 { return modules[0] }
        if let module = modules.first(where: { $0.name == written }) { return module }
        if let written, let value = values["module"] {
            reader.report(
                at: value, "\(key).module", "'\(written)' is no module with mocks",
                closest(to: written, among: modules.map(\.name)).map { "did you mean '\($0)'?" }
                    ?? "write the name of one that 'mockctl config' lists with an output", "config-value")
        } else {
            reader.report(
                at: node, "\(key).module",
                modules.isEmpty
                    ? "no module has mocks, so none can have a seam"
                    : "this seam has no 'module', and there are several with mocks",
                modules.first.map { "add the one whose code uses it, such as 'module: \($0.name)'" }
                    ?? "add a test target that depends on the one with the seam", "config-missing-key")
        }
        return nil
    }

    private func file(
        _ values: [String: Node], _ key: String, _ module: Module, _ reader: inout ConfigurationReader
    ) -> FilePath? {
        guard let value = values["file"] else {
            guard let source = module.sources.first else { return nil }
            return (source.extension == "swift" ? source.removingLastComponent() : source)
                .appending(SeamMaker.fileName)
        }
        let example = "file: Sources/\(module.name)/\(SeamMaker.fileName)"
        guard let written = reader.text(value, "\(key).file", example: example) else { return nil }
        let file = root.resolving(written)
        if file.lastComponent?.string != SeamMaker.fileName {
            reader.report(
                at: value, "\(key).file", "the file '\(written)' is not called \(SeamMaker.fileName)",
                "choose the folder, and write \(example)", "config-value")
            return nil
        }
        let isSource = module.sources.contains { file.isWithin($0) } && !module.excludes(file, root: root)
        if !isSource {
            reader.report(
                at: value, "\(key).file", "the file '\(written)' is no source of '\(module.name)'",
                "choose a folder of its sources: \(module.sources.map { $0.shown(in: root) }.joined(separator: ", "))",
                "config-value")
            return nil
        }
        let violation = boundary.violation(of: file, written: written, sources: module.sources)
        reader.report(at: value, "\(key).file", violation)
        return violation == nil ? file : nil
    }
}

extension ConfigurationRules {
    fileprivate static func seamType(_ text: String) -> Violation? {
        let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard names.isEmpty || !names.allSatisfy(SwiftText.isTypeName) else { return nil }
        return Violation(
            message: "'\(text)' is no name of a type",
            suggestion: "write it with the module to import, such as 'Foundation.FileManager'", code: "config-value")
    }

    fileprivate static func seamProtocol(_ text: String) -> Violation? {
        guard !SwiftText.isTypeName(text) else { return nil }
        return Violation(
            message: "'\(text)' cannot be the name of a protocol",
            suggestion: "write a name, such as 'FileSystem'", code: "config-value")
    }

    fileprivate static func seamMember(_ text: String) -> Violation? {
        guard !SwiftText.isMember(text[...]) else { return nil }
        return Violation(
            message: "'\(text)' is no name of a member",
            suggestion: "write it as it is called, like 'data(for:)', or like 'data(for: URLRequest)'",
            code: "config-value")
    }
}
