package import SystemPackage

// Replacing templates under a running engine. What they print depends on the declarations, and those on no template.
extension Engine {
    /// True if another description of the project differs in the texts and arguments of templates only.
    package func differsInTemplatesOnly(from next: Project) -> Bool {
        var next = next
        guard next.modules.count == project.modules.count, next != project else { return false }
        next.settings.adoptTemplate(of: project.settings)
        for index in next.modules.indices {
            next.modules[index].settings.adoptTemplate(of: project.modules[index].settings)
        }
        // These name the included files.
        next.configurationFiles = project.configurationFiles
        return next == project
    }

    /// Renders the mocks of the templates that changed. Reads no source, and compares no other output.
    ///
    /// - Parameters:
    ///   - next: a description that differs in its templates only.
    ///   - cause: the file whose change led to it; `nil` if there is none.
    package mutating func adoptTemplates(of next: Project, because cause: FilePath?) -> EngineReport {
        var pass = beginPass()
        let changed = Set(
            next.modules.indices.filter { next.modules[$0].settings.template != project.modules[$0].settings.template })
        project = next
        sources.index.project = next
        cache?.describe(next)
        let name = project.displayPath(of: cause ?? project.root)
        for (path, record) in outputs.records where changed.contains(record.module) {
            pass.stale[path] = .description(name)
        }
        pass.report.changedDescription = cause.map { _ in name }
        return finish(&pass)
    }
}

extension MockSettings {
    /// Adopts the template of other settings, if both have one.
    fileprivate mutating func adoptTemplate(of other: MockSettings) {
        if template != nil, other.template != nil { template = other.template }
    }
}
