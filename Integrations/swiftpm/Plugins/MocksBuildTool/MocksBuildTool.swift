import Foundation
import PackagePlugin

/// Generates the mocks of the modules that a test target depends on, as part of its build.
///
/// Each module has one file of mocks, in the build folder, so that its name is known before anything is generated.
@main struct MocksBuildTool: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let tests = target as? SwiftSourceModuleTarget, tests.kind == .test else {
            Diagnostics.error(
                "\(target.name) is not a test target; list the plugin MocksBuildTool under 'plugins:' of a test target")
            return []
        }
        let mockd = try context.mockd
        let options = try options(beside: tests)
        return tests.modules.map { module in
            command(for: module, in: context.pluginWorkDirectoryURL, mockd: mockd, options: options)
        }
    }

    private func command(
        for module: SwiftSourceModuleTarget, in folder: URL, mockd: URL, options: [String]
    ) -> Command {
        let output = folder.appending(path: "\(module.moduleName).mocks.swift")
        let others = module.recursiveTargetDependencies.compactMap { $0 as? SwiftSourceModuleTarget }
        var arguments = ["generate", "--quiet", "--cache", "none", "--module", module.moduleName]
        arguments += ["--output", output.path(percentEncoded: false)]
        for condition in module.compilationConditions { arguments += ["--define", condition] }
        for other in others {
            arguments += ["--dependency", "\(other.moduleName)=\(other.directoryURL.path(percentEncoded: false))"]
        }
        arguments += options + ["--sources"] + module.swiftFiles.map { $0.path(percentEncoded: false) }
        // A module without mocks has no output, but SwiftPM compiles the file that was declared: then it is empty.
        let script = #"output=$1; shift; "$@" && { test -e "$output" || : >"$output"; }"#
        return .buildCommand(
            displayName: "Generating the mocks of \(module.moduleName)",
            executable: URL(filePath: "/bin/sh"),
            arguments: ["-c", script, "mocks"] + [output, mockd].map { $0.path(percentEncoded: false) } + arguments,
            inputFiles: ([module] + others).flatMap(\.swiftFiles) + [mockd],
            outputFiles: [output])
    }

    /// Returns what `.mockd-options` in the target's folder adds to each command: one argument a line.
    private func options(beside target: SwiftSourceModuleTarget) throws -> [String] {
        let file = target.directoryURL.appending(path: ".mockd-options")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    }
}

extension SwiftSourceModuleTarget {
    fileprivate var swiftFiles: [URL] {
        sourceFiles(withSuffix: ".swift").map(\.url)
    }

    /// The targets of the same package that this one depends on itself.
    fileprivate var modules: [SwiftSourceModuleTarget] {
        dependencies.compactMap {
            guard case .target(let target) = $0, let module = target as? SwiftSourceModuleTarget else { return nil }
            return module.kind == .test ? nil : module
        }
    }
}
