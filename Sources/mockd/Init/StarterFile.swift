internal import ArgumentParser
internal import ControlChannel
internal import LinuxSystem
internal import MockEngine
internal import MockModel
internal import SystemPackage

/// The `.mockd.yml` that `mockd init` writes where one is needed: the user wants one, another tool made the mocks so
/// far, or nothing else describes the project.
struct StarterFile {
    private static let name = ".mockd.yml"

    let root: FilePath
    var isWanted: Bool
    /// True to show the file instead of writing it.
    var isDry: Bool

    /// Writes the file if it is needed, and describes the project.
    ///
    /// - Returns: `nil` if the new file describes nothing yet; the reason is printed.
    func project() throws -> Project? {
        let file = root.appending(Self.name)
        guard isWanted || !Self.exists(file) else { return try Self.described(root) }
        let earlier = EarlierGenerator.found(in: root)
        guard !isWanted, earlier == nil else { return try described(after: earlier, at: file) }
        do throws(ConfigurationError) {
            return try Self.discover(root)
        } catch {
            guard error.isMendedByConfiguration else { throw Self.ended(by: error) }
            return try described(after: nil, at: file)
        }
    }

    /// Describes a project that needs no new file.
    static func described(_ root: FilePath) throws -> Project {
        do throws(ConfigurationError) {
            return try discover(root)
        } catch {
            throw ended(by: error)
        }
    }

    private func described(after earlier: EarlierGenerator?, at file: FilePath) throws -> Project? {
        let text = try schemaLine() + starterConfiguration(for: root, after: earlier)
        guard isDry, !Self.exists(file) else {
            try NewFile.create(text, at: file)
            return described(after: earlier)
        }
        Console().result(UnifiedDiff(from: nil, to: text, path: Self.name).description)
        let scratch = try ScratchFolder()
        let copy = scratch.path.appending(Self.name)
        try RegularFile(copy, for: .creating(.ownerReadWrite)).write(Array(text.utf8))
        let project = described(after: earlier, configuration: copy)
        withExtendedLifetime(scratch) {}
        return project
    }

    private func described(after earlier: EarlierGenerator?, configuration: FilePath? = nil) -> Project? {
        if let earlier { show(earlier) }
        do throws(ConfigurationError) {
            return try Self.discover(root, configuration: configuration)
        } catch {
            // The new file describes nothing as long as this is so.
            for problem in error.problems { Console().error("\(problem)") }
            return nil
        }
    }

    /// The line that leads editors to the schema, which is written if the new file is. A configuration is none the worse
    /// without it.
    private func schemaLine() throws -> String {
        guard let copy = try SchemaCopy(environment: ProcessEnvironment.all) else { return "" }
        do throws(FileSystemError) {
            if !isDry { try copy.write() }
            return copy.line
        } catch {
            Console().message("note: \(error); editors do not check the new .mockd.yml", .notice)
            return ""
        }
    }

    private func show(_ earlier: EarlierGenerator) {
        let settings = earlier.settings.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        let kept = settings.isEmpty ? "" : "; as there: \(settings)"
        Console().result("\(earlier.place) tells of \(earlier.name)\(kept)")
        for remark in earlier.remarks { Console().message("\(earlier.place): note: \(remark)", .notice) }
    }

    private static func exists(_ file: FilePath) -> Bool { (try? file.stat()) != nil }

    private static func discover(
        _ root: FilePath, configuration: FilePath? = nil
    ) throws(ConfigurationError) -> Project {
        do {
            var options = try EngineOptions.parse([])
            options.config = configuration?.string
            return try options.discover(root.string)
        } catch let error as ConfigurationError {
            throw error
        } catch {
            return try discoverProject(root: root, configuration: configuration)
        }
    }

    private static func ended(by error: ConfigurationError) -> ExitCode {
        for problem in error.problems { Console().error("\(problem)") }
        return ExitCode(ExitStatus.configuration)
    }
}
