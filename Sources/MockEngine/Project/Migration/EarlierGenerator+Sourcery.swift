internal import SystemPackage
internal import Yams

// Sourcery: `.sourcery.yml` names its templates, their arguments and the output.
extension EarlierGenerator {
    static func sourcery(in root: FilePath) -> EarlierGenerator? {
        let names = [".sourcery.yml", ".sourcery.yaml"]
        guard let name = names.first(where: { text(of: root.appending($0)) != nil }),
            let text = text(of: root.appending(name))
        else { return nil }
        var generator = EarlierGenerator(place: name, name: "Sourcery", settings: [])
        guard AliasExpansion.offence(in: text) == nil, let document = try? compose(yaml: text), document.mapping != nil
        else {
            generator.settings = [Setting("style", "automockable")]
            generator.remarks = ["\(name) could not be read; 'style: automockable' has the names of its AutoMockable"]
            return generator
        }
        // A file may hold several runs.
        let runs = document["configurations"]?.sequence.map(Array.init) ?? [document]
        let mocks =
            runs.first { run in templates(of: run, in: root).contains(where: isOfMocks) } ?? runs.first ?? document
        generator.adoptTemplates(of: mocks, in: root)
        generator.adoptOutput(of: mocks)
        if runs.count > 1 {
            generator.remarks.append("\(name) has \(runs.count) configurations, of which one was read; add the others")
        }
        return generator
    }

    /// SwiftyMocky runs Sourcery with templates of its own, for which there is no style.
    static func swiftyMocky(in root: FilePath) -> EarlierGenerator? {
        guard text(of: root.appending("Mockfile")) != nil else { return nil }
        return EarlierGenerator(
            place: "Mockfile", name: "SwiftyMocky", settings: [Setting("name", "\"{name}Mock\"")],
            remarks: [
                "its tests are written anew: 'Given(x, …)', 'Verify(x, …)' and 'Perform(x, …)' become 'given(x)', "
                    + "'verify(x)' and '.will'",
                "delete the mocks that SwiftyMocky made; '//sourcery: AutoMockable' stays as it is",
            ])
    }

    private mutating func adoptTemplates(of run: Node, in root: FilePath) {
        let templates = Self.templates(of: run, in: root)
        let stencils = templates.filter { $0.extension == "stencil" }
        guard let template = stencils.first(where: Self.isOfMocks) ?? stencils.first else {
            settings = [Setting("style", "automockable")]
            remarks.append(
                templates.isEmpty
                    ? "\(place) names no template that is there; 'style: automockable' has the names of AutoMockable"
                    : "'\(templates[0].shown(in: root))' is a program, which mockd does not run; 'style: automockable' has "
                        + "the names of AutoMockable")
            return
        }
        settings = [Setting("style", "sourcery"), Setting("template", YAMLText.quoted(template.shown(in: root)))]
        if let arguments = run["args"], let flow = Self.flow(arguments) { settings.append(Setting("args", flow)) }
        for other in templates where other != template {
            remarks.append("the template '\(other.shown(in: root))' stays with Sourcery, because mockd renders one")
        }
    }

    private mutating func adoptOutput(of run: Node) {
        let output = run["output"]?.string ?? run["output"]?["path"]?.string
        guard let output else { return }
        remarks.append(
            "mocks go to the test target, one file a source, and not to '\(output)': delete what Sourcery made there, or "
                + "name it as the 'output' of a module")
    }

    /// The files that `templates` names; the templates in a folder that it names.
    private static func templates(of run: Node, in root: FilePath) -> [FilePath] {
        guard let node = run["templates"] else { return [] }
        let included = node.mapping == nil ? node : node["include"] ?? node
        let names = included.string.map { [$0] } ?? included.sequence?.compactMap(\.string) ?? []
        return names.map { root.pushing(FilePath($0)).lexicallyNormalized() }.flatMap { path in
            path.isFolder
                ? files(in: path, most: 100) { $0.hasSuffix(".stencil") || $0.hasSuffix(".swifttemplate") }
                : path.isFile ? [path] : []
        }
    }

    private static func isOfMocks(_ template: FilePath) -> Bool {
        template.lastComponent?.string.lowercased().contains("mock") ?? false
    }

    /// Writes a value of YAML in one line; `nil` if it is empty.
    private static func flow(_ node: Node) -> String? {
        switch node {
        case .scalar(let scalar): return scalar.string.isEmpty ? nil : YAMLText.quoted(scalar.string)
        case .sequence(let sequence): return "[\(sequence.compactMap(flow).joined(separator: ", "))]"
        case .mapping(let mapping):
            let pairs = mapping.compactMap { key, value in
                key.string.flatMap { key in flow(value).map { "\(YAMLText.quoted(key)): \($0)" } }
            }
            return pairs.isEmpty ? nil : "{ \(pairs.joined(separator: ", ")) }"
        default: return nil
        }
    }
}
