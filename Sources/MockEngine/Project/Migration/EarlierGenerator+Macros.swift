internal import FoundationEssentials
internal import SystemPackage

// Macros: the attributes stand in the sources.
extension EarlierGenerator {
    /// A package whose macro makes mocks.
    private struct Macro {
        let module: String
        let attribute: String
        let settings: [Setting]
    }

    private static let known = [
        Macro(
            module: "Spyable", attribute: "@Spyable",
            settings: [Setting("name", "\"{name}Spy\""), Setting("style", "sourcery")]),
        Macro(module: "Mockable", attribute: "@Mockable", settings: []),
    ]

    static func macros(in root: FilePath) -> EarlierGenerator? {
        let paths = files(in: root, most: 20_000) { $0.hasSuffix(".swift") }
        let uses = paths.lazy.compactMap { path -> (FilePath, Macro)? in
            guard let text = text(of: path) else { return nil }
            return known.first { Self.uses($0, text) }.map { (path, $0) }
        }
        guard let (first, macro) = uses.first else { return nil }
        let count = paths.count { path in text(of: path).map { Self.uses(macro, $0) } ?? false }
        var generator = EarlierGenerator(
            place: first.shown(in: root), name: macro.module, settings: macro.settings,
            remarks: [
                "replace '\(macro.attribute)' by '/// @mockable' in \(count == 1 ? "1 file" : "\(count) files"), and remove the package of "
                    + "\(macro.module) from Package.swift"
            ])
        if macro.settings.isEmpty {
            generator.remarks.append(
                "its tests are written anew with 'given', 'verify' and 'calls', which are much alike")
        }
        return generator
    }

    private static func uses(_ macro: Macro, _ text: String) -> Bool {
        text.contains("import \(macro.module)\n") && text.contains(macro.attribute)
    }
}
