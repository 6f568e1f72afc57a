internal import MockGeneration
internal import MockModel

extension Engine {
    /// The bytes that the engine keeps between two passes, about.
    package var size: Int {
        let records = sources.records.values.reduce(0) { $0 + $1.size }
        let outputs = outputs.records.values.reduce(0) { $0 + $1.size }
        return records + outputs + sources.memory.size + 50_000
    }
}

extension OutputRecord {
    fileprivate var size: Int {
        let texts = [types, mocks, matchers].reduce(0) { $0 + $1.bytes.count }
        // A name is in the record, and in the table of all dependents.
        let lists = 32 * dependencies.count + sources.count * 100 + diagnostics.count * 300
        return 1000 + lists + texts + (kept?.size ?? 0)
    }
}

extension DeclarationIndex {
    /// Returns for modules what the record of a source depends on besides its bytes.
    func readings(of modules: Set<Int>) -> [Int: Fingerprint] {
        let template = project.modules.contains { $0.settings.template != nil }
        let styles = Set(project.modules.map(\.settings.style))
        return modules.reduce(into: [:]) { readings, number in
            var module = project.modules[number]
            (module.sources, module.exclude, module.dependencies, module.index) = ([], [], [], nil)
            readings[number] = Fingerprint(Reading(number: number, module: module, styles: styles, template: template))
        }
    }
}

/// The settings that the record of a source depends on.
private struct Reading: Hashable {
    var number: Int
    var module: Module
    var styles: Set<StyleChoice>
    /// True if annotations for templates are read.
    var template: Bool
}
