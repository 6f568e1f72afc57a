internal import MockModel
package import SystemPackage

/// Describes the project in a folder.
///
/// `.mockd.yml` in the root decides alone if it exists; otherwise Package.swift is read. Without either, the error says
/// what to write.
///
/// - Parameters:
///   - root: the folder of the project.
///   - configuration: a file to use instead of `.mockd.yml`, relative to the current folder.
///   - user: what the user allows the project's description to say.
/// - Throws: every problem of the configuration at once.
package func discoverProject(
    root: FilePath, configuration: FilePath? = nil, user: UserConfiguration = UserConfiguration()
) throws(ConfigurationError) -> Project {
    let (root, configuration) = (root.absolute, configuration?.absolute)
    let result = WorkerThreads.onDeepStack { () -> Result<Project, ConfigurationError> in
        do throws(ConfigurationError) {
            return .success(try findProject(root: root, configuration: configuration, user: user))
        } catch {
            return .failure(error)
        }
    }
    return try result.get()
}

/// Does the same on a thread whose stack is deep enough for the parser of manifests.
private func findProject(
    root: FilePath, configuration: FilePath?, user: UserConfiguration
) throws(ConfigurationError) -> Project {
    let (result, evidence) = DescriptionEvidence.recorded {
        Result { () throws(ConfigurationError) in
            var project = try describeProject(root: root, configuration: configuration, user: user)
            project.findUnwatchedModules()
            if let origin = user.originOfBuildFolder { project.origins["scratchPath"] = origin }
            return project
        }
    }
    // The user's permissions are a part of the evidence, too.
    var everything = evidence.merging(user.evidence)
    do throws(ConfigurationError) {
        var project = try result.get()
        project.evidence = everything
        return project
    } catch {
        everything.isIncomplete = error.isPending
        throw ConfigurationError(error.problems, evidence: everything)
    }
}

private func describeProject(
    root: FilePath, configuration: FilePath?, user: UserConfiguration
) throws(ConfigurationError) -> Project {
    guard root.isFolder else {
        throw ConfigurationError([
            .init(
                file: root.string, message: root.exists ? "this is not a folder" : "there is no such folder",
                suggestion: "pass the folder that holds Package.swift or .mockd.yml", code: ConfigurationError.noRoot)
        ])
    }
    let file = configuration ?? root.appending(ProjectFile.configuration)
    if configuration != nil || file.exists {
        return try ConfigurationFile(path: file, root: root, user: user).project()
    }
    let misnamed = root.appending(ProjectFile.misnamedConfiguration)
    if misnamed.exists {
        throw ConfigurationError([
            .init(
                file: ProjectFile.misnamedConfiguration, message: "mockd does not read a file of this name",
                suggestion: "rename it to .mockd.yml", code: "config-file-name")
        ])
    }
    if let package = try LoadedPackage.ofProject(in: root, user.manifests, build: user.buildFolder) {
        return try PackageDiscovery(package, user: user).project()
    }
    throw ConfigurationError([
        .init(
            file: root.string, message: "there is neither a .mockd.yml nor a Package.swift here",
            suggestion: "run mockd in the folder of a Swift package, or run 'mockd init' to write a .mockd.yml and "
                + "list your modules in it",
            code: ConfigurationError.noProject)
    ])
}
