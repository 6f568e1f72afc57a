import MockModel
import MockParsing
import SystemPackage
import Yams

/// Reads the key `seams`: protocols for types of other modules, without an annotation in a source.
struct SeamReader {
    private typealias Keys = ConfigurationFile.SeamKeys

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

    private func seam(_ node: Node, _ path: String, _ reader: inout ConfigurationReader) -> ConfiguredSeam? {
        guard let values = reader.mapping(node, path, Keys.all) else { return nil }
        let module = module(values, &reader)
        let type = required(Keys.type, values, &reader, rule: ConfigurationRules.seamType)
        let name = required(Keys.protocolName, values, &reader, rule: ConfigurationRules.seamProtocol)
        let members = reader.value(of: Keys.members, in: values) ?? []
        reader.report(members, ConfigurationRules.seamMember)
        guard let module, let type, let name, let file = file(values, module, &reader) else { return nil }
        let names = type.split(separator: ".").map(String.init)
        let isOwn = names.count == 1
        return ConfiguredSeam(
            module: module.name, origin: isOwn ? module.name : names[0], type: isOwn ? names : Array(names.dropFirst()),
            protocolName: name, members: members.map { $0.text.filter { $0 != " " } }, file: file)
    }

    private func required(
        _ key: ConfigurationKey<String>, _ values: ConfigurationMapping, _ reader: inout ConfigurationReader,
        rule: (String) -> ConfigurationRules.Violation?
    ) -> String? {
        guard values[key] != nil else {
            reader.report(
                at: values.node, values.path(of: key), "this seam has no '\(key.name)'",
                "add '\(key.name)', such as '\(key.example)'", "config-missing-key")
            return nil
        }
        guard let text = reader.value(of: key, in: values) else { return nil }
        let violation = rule(text)
        reader.report(key, in: values, violation)
        return violation == nil ? text : nil
    }

    /// Returns the module that gets the seam: the one that is written, or the only one with mocks.
    private func module(_ values: ConfigurationMapping, _ reader: inout ConfigurationReader) -> Module? {
        let written = reader.value(of: Keys.module, in: values)
        guard let modules, written != nil || values[Keys.module] == nil else { return nil }
        if written == nil, modules.count == 1 { return modules[0] }
        if let module = modules.first(where: { $0.name == written }) { return module }
        if let written {
            reader.report(
                Keys.module, in: values,
                .init(
                    message: "'\(written)' is no module with mocks",
                    suggestion: closest(to: written, among: modules.map(\.name)).map { "did you mean '\($0)'?" }
                        ?? "write the name of one that 'mockctl config' lists with an output", code: "config-value"))
        } else {
            reader.report(
                at: values.node, values.path(of: Keys.module),
                modules.isEmpty
                    ? "no module has mocks, so none can have a seam"
                    : "this seam has no 'module', and there are several with mocks",
                modules.first.map { "add the one whose code uses it, such as '\(Keys.module.example($0.name))'" }
                    ?? "add a test target that depends on the one with the seam", "config-missing-key")
        }
        return nil
    }

    private func file(
        _ values: ConfigurationMapping, _ module: Module, _ reader: inout ConfigurationReader
    ) -> FilePath? {
        guard values[Keys.file] != nil else {
            guard let source = module.sources.first else { return nil }
            return (source.extension == "swift" ? source.removingLastComponent() : source)
                .appending(SeamMaker.fileName)
        }
        let example = "Sources/\(module.name)/\(SeamMaker.fileName)"
        guard let written = reader.value(of: Keys.file, in: values, example: example) else { return nil }
        let file = root.resolving(written)
        let violation = violation(by: file, written: written, of: module, example: example)
        reader.report(Keys.file, in: values, violation)
        return violation == nil ? file : nil
    }

    private func violation(
        by file: FilePath, written: String, of module: Module, example: String
    ) -> ConfigurationRules.Violation? {
        if file.lastComponent?.string != SeamMaker.fileName {
            return .init(
                message: "the file '\(written)' is not called \(SeamMaker.fileName)",
                suggestion: "choose the folder, and write \(Keys.file.example(example))", code: "config-value")
        }
        guard module.sources.contains(where: { file.isWithin($0) }), !module.excludes(file, root: root) else {
            let folders = module.sources.map { $0.shown(in: root) }.joined(separator: ", ")
            return .init(
                message: "the file '\(written)' is no source of '\(module.name)'",
                suggestion: "choose a folder of its sources: \(folders)", code: "config-value")
        }
        return boundary.violation(of: file, written: written, sources: module.sources)
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
