internal import MockGeneration
internal import MockModel
internal import MockTemplates
internal import SystemPackage

/// One value of a project's description, with its origin.
package struct ProjectSetting: Hashable, Sendable {
    package enum Value: Hashable, Sendable {
        case text(String)
        case list([String])
    }

    /// The place that sets a value.
    package enum Origin: Hashable, Sendable, CustomStringConvertible {
        /// Nothing sets the value.
        case `default`
        /// A line of `.mockd.yml` or of a Package.swift.
        case file(String, line: Int)
        /// An option of the command line, with its dashes.
        case flag(String)
        /// A variable of the environment, without the dollar sign.
        case environment(String)

        /// `default`, `.mockd.yml:3`, `--define`, `$CACHE_DIRECTORY`
        package var description: String {
            switch self {
            case .default: "default"
            case .file(let path, let line): "\(path):\(line)"
            case .flag(let name): name
            case .environment(let name): "$\(name)"
            }
        }
    }

    /// `mock`, `modules.Kitchen.sources`
    package var key: String
    package var value: Value
    package var origin: Origin
    /// The rule that led to the value, where the origin alone does not explain it.
    package var reason: String?

    package init(_ key: String, _ value: Value, _ origin: Origin, reason: String? = nil) {
        self.key = key
        self.value = value
        self.origin = origin
        self.reason = reason
    }
}

/// The origins of a project's values, by the keys of ``ProjectSetting``; a value without an entry is a default.
///
/// All values are equal: a moved line changes no mock, so two projects that differ only in origins are the same.
package struct SettingOrigins: Hashable, Sendable {
    private var byKey: [String: ProjectSetting.Origin] = [:]
    /// The rule that led to a value, by its key.
    var reasons: [String: String] = [:]

    package init() {}

    package static func == (_: SettingOrigins, _: SettingOrigins) -> Bool { true }

    package func hash(into _: inout Hasher) {}

    subscript(key: String) -> ProjectSetting.Origin? {
        get { byKey[key] }
        set { byKey[key] = newValue }
    }

    /// The rule that led to the output of a module, or the reason why it has none.
    subscript(reasonForOutputOf module: Module) -> String? {
        get { reasons["modules.\(module.name).output"] }
        set { reasons["modules.\(module.name).output"] = newValue }
    }

    /// Copies the origins of a module's values from `other`, except for those that this one has.
    mutating func adopt(_ module: String, _ keys: [String], from other: SettingOrigins) {
        for key in keys.map({ "modules.\(module).\($0)" }) where byKey[key] == nil {
            byKey[key] = other[key]
            reasons[key] = other.reasons[key]
        }
    }
}

extension Project {
    /// All values of this project, in the order of the documentation of `.mockd.yml`.
    ///
    /// Modules that are read for parents only are listed with their sources.
    package var settingsWithOrigins: [ProjectSetting] {
        var settings = [
            setting("mock", .text(self.settings.selection.rawValue)),
            setting("name", .text(self.settings.name.pattern)),
            setting("strip", .list(self.settings.name.strip)),
            setting("style", .text(self.settings.style.name)),
        ]
        if let template = self.settings.template?.source {
            settings += [setting("template", .text(template.template.path)), setting("args", .args(of: template))]
        }
        settings += [
            setting("forwarding", .text("\(self.settings.forwards)")),
            setting("verify", .text(self.settings.verifying.rawValue)),
        ]
        settings += self.settings.frame.settings.map { setting($0.key, $0.value) }
        settings.append(setting("scratchPath", .text(buildFolder.path.shown(in: root))))
        for module in modules where !module.isReadForNames { settings += self.settings(of: module) }
        for seam in seams { settings += self.settings(of: seam) }
        return settings
    }

    /// Returns the keys whose values differ from those of `earlier`, or that only one of the two has.
    package func changedSettings(since earlier: Project) -> [String] {
        // A missing output is listed for its reason alone.
        let known = earlier.settingsWithOrigins.filter { $0.value != Self.noOutput }
        let before = Dictionary(known.map { ($0.key, $0.value) }) { first, _ in first }
        let after = settingsWithOrigins.filter { $0.value != Self.noOutput }
        let removedKeys = Set(before.keys).subtracting(after.map(\.key))
        return after.filter { before[$0.key] != $0.value }.map(\.key) + removedKeys.sorted()
    }

    /// True if the changes come from packages that SwiftPM fetched, updated or removed, and from no file that people edit.
    package func isFetched(_ changed: [String], since earlier: Project) -> Bool {
        let files = (configurationFiles + earlier.configurationFiles).filter { !$0.isWithin(buildFolder.path) }
        guard evidence.changedFile(since: earlier.evidence, among: files) == nil else { return false }
        let sources = Set(
            (modules + earlier.modules).filter(buildFolder.holdsFetched).map { "modules.\($0.name).sources" })
        // A target sees modules of a package once the manifest of that is there.
        return changed.allSatisfy { sources.contains($0) || $0.hasSuffix(".dependencies") }
    }

    private static let noOutput = ProjectSetting.Value.text("none")

    private func settings(of module: Module) -> [ProjectSetting] {
        func entry(_ key: String, _ value: ProjectSetting.Value, else general: String? = nil) -> ProjectSetting {
            let full = "modules.\(module.name).\(key)"
            let origin = origins[full] ?? general.flatMap { origins[$0] } ?? .default
            return ProjectSetting(full, value, origin, reason: origins.reasons[full])
        }
        let sources = entry("sources", .list(module.sources.map { $0 == root ? "." : $0.shown(in: root) }))
        guard let output = module.output else {
            return origins[reasonForOutputOf: module] != nil ? [sources, entry("output", Self.noOutput)] : [sources]
        }
        let patterns = module.exclude.map { $0.shown(in: root) }
        let template = module.settings.template.map { template in
            [
                entry("template", .text(template.source.template.path), else: "template"),
                entry("args", .args(of: template.source), else: "args"),
            ]
        }
        return [
            sources,
            entry("exclude", .list(patterns)),
            entry("output", .text(output.path.shown(in: root))),
            entry("import", .text(module.importStyle.rawValue)),
            entry("imports", .list(module.imports)),
            entry("access", .text(module.access.rawValue)),
            entry("dependencies", .list(module.dependencies)),
            entry("define", .list(module.defines.sorted())),
            entry("mock", .text(module.settings.selection.rawValue), else: "mock"),
            entry("style", .text(module.settings.style.name), else: "style"),
        ] + (template ?? []) + [
            entry("forwarding", .text("\(module.settings.forwards)"), else: "forwarding"),
            entry("verify", .text(module.settings.verifying.rawValue), else: "verify"),
        ] + module.settings.frame.settings.map { entry($0.key, $0.value, else: $0.key) }
    }

    private func settings(of seam: ConfiguredSeam) -> [ProjectSetting] {
        let origin = origins[seam.key] ?? .default
        return [
            ProjectSetting("\(seam.key).type", .text(seam.typeName), origin),
            ProjectSetting("\(seam.key).members", seam.members.isEmpty ? .text("all") : .list(seam.members), origin),
            ProjectSetting("\(seam.key).file", .text(seam.file.shown(in: root)), origin),
        ]
    }

    private func setting(_ key: String, _ value: ProjectSetting.Value) -> ProjectSetting {
        ProjectSetting(key, value, origins[key] ?? .default)
    }
}

extension ProjectSetting.Value {
    /// The arguments of a template, each as `key = value`.
    fileprivate static func args(of source: TemplateSource) -> ProjectSetting.Value {
        .list(source.arguments.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" })
    }
}

extension FileFrame {
    /// The parts that the project has, by key.
    fileprivate var settings: [(key: String, value: ProjectSetting.Value)] {
        (header.isEmpty ? [] : [("header", .list(header))]) + (condition.map { [("condition", .text($0))] } ?? [])
    }
}
