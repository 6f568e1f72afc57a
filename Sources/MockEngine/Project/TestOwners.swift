internal import MockModel
package import SystemPackage

/// Finds the test targets that generated files are compiled in, or whose tests see them.
package struct TestOwners {
    /// The test modules of each folder, or file, of a target or of mocks.
    private var tests: [FilePath: Set<String>] = [:]

    package init(_ project: Project) {
        func note(_ folder: FilePath, of module: String) {
            for test in project.testTargets where test.name == module || test.dependencies.contains(module) {
                tests[folder, default: []].insert(test.name)
            }
        }
        for module in project.testTargets + project.modules.filter({ !$0.isReadForNames && $0.target.name != nil }) {
            for source in module.sources { note(source, of: module.name) }
        }
        // The folder of a target that holds mocks alone may be missing, so that it is no module.
        for module in project.modules {
            guard let output = module.output?.path, let target = module.outputTarget.name else { continue }
            note(output, of: LoadedPackage.moduleName(of: target))
        }
    }

    /// Returns the names of the test modules that a file concerns: the one that compiles it, or those that depend on the
    /// module that does. Without any, no test target is known for it.
    package func tests(of file: FilePath) -> Set<String> {
        file.withFolders.lazy.compactMap { tests[$0] }.first ?? []
    }
}
