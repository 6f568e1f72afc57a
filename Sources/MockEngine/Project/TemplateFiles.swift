import LinuxSystem
import MockModel
import MockTemplates
import SystemPackage

/// Reads a template and the files that it includes. They are a part of the project's description: when one of them
/// changes, the project is described again.
enum TemplateFiles {
    /// The number of included files of a template.
    private static let mostIncludes = 100
    private static let ending = ".swifttemplate"

    /// - Parameter written: the path as the user wrote it.
    static func source(
        of written: String, in root: FilePath
    ) -> Result<TemplateSource, ConfigurationRules.Violation> {
        if written.hasSuffix(ending) || written.hasSuffix(".ejs") {
            return .failure(
                .init(
                    message: "'\(written)' is a program and no Stencil template; mockd runs no code to make mocks",
                    suggestion: "for MockSix's template remove the line and write 'style: mocksix'; "
                        + "any other one must be rewritten as a .stencil file",
                    code: "config-value"))
        }
        guard !written.isEmpty else {
            return .failure(
                .init(
                    message: "the path of the template is empty",
                    suggestion: "write a file, such as 'Templates/Mocks.stencil'", code: "config-value"))
        }
        let path = root.resolving(written)
        do {
            let text = try DescriptionEvidence.text(of: path)
            let template = TemplateSource.File(path: path.shown(in: root), text: text)
            return .success(TemplateSource(template, includes: includes(of: text, beside: path, root)))
        } catch {
            return .failure(violation(error, path, written, root))
        }
    }

    private static func violation(
        _ error: RegularFileError, _ path: FilePath, _ written: String, _ root: FilePath
    ) -> ConfigurationRules.Violation {
        let code = "config-missing-path"
        switch error {
        case .notAFile:
            return .init(
                message: "the template '\(written)' is no file", suggestion: "name the template itself", code: code)
        case .tooLarge:
            return .init(
                message: "the template '\(written)' is larger than 1 MiB", suggestion: "name another file", code: code)
        case .system where path.exists:
            return .init(
                message: "the template '\(written)' cannot be read: \(error)", suggestion: "check its permissions",
                code: code)
        case .system:
            let folder = path.removingLastComponent()
            let names = folder.entries(to: ".stencil")
            let nearest = path.lastComponent.flatMap { closest(to: $0.string, among: names) } ?? names.first
            return .init(
                message: "the template '\(written)' does not exist",
                suggestion: nearest.map { "did you mean '\(folder.appending($0).shown(in: root))'?" }
                    ?? "create it or correct the path; relative paths start at '\(root)'", code: code)
        }
    }

    /// Returns the files that the template and its includes name. Like the template's other tools, only files in its
    /// folder or below it are read, and no link leads to others: a repository must not have a user's files printed.
    private static func includes(
        of text: String, beside template: FilePath, _ root: FilePath
    ) -> [String: TemplateSource.File] {
        let folder = template.removingLastComponent()
        // The template may be a link itself, as in a sandbox of links.
        let places = [root, folder, template.canonical?.removingLastComponent()].compactMap { $0?.canonical }
        var files: [String: TemplateSource.File] = [:]
        var queue = TemplateSource.includes(in: text)[...]
        var asked: Set<String> = []
        while let name = queue.popFirst(), asked.count < mostIncludes {
            guard asked.insert(name).inserted else { continue }
            let path = folder.resolving(name)
            guard path.isWithin(folder), let text = try? DescriptionEvidence.text(of: path),
                path.canonical.map({ real in places.contains { real.isWithin($0) } }) ?? true
            else { continue }
            files[name] = TemplateSource.File(path: path.shown(in: root), text: text)
            queue += TemplateSource.includes(in: text)
        }
        return files
    }

    /// Returns the paths of all templates and included files, each once.
    static func paths(of project: Project) -> [FilePath] {
        var paths: [FilePath] = []
        for source in ([project.settings] + project.modules.map(\.settings)).compactMap(\.template?.source) {
            let shown = [source.template.path] + source.includes.values.map(\.path).sorted()
            for path in shown.map(project.root.resolving) where !paths.contains(path) { paths.append(path) }
        }
        return paths
    }
}
