internal import Glibc
internal import MockGeneration
internal import MockModel
internal import MockTemplates
internal import SystemPackage

/// The head of the log, which identifies everything that cached records depend on: if it differs, everything is built
/// anew.
struct CacheHead {
    /// The format of the records, raised with every change of it; a ``ModuleIndex`` has declarations of this format, too.
    static let format = 15

    let bytes: [UInt8]
    /// The length of the part that identifies the project: format, root and configuration file, whatever its contents.
    private let originSize: Int?
    /// The end of the part that identifies this build.
    private let programEnd: Int

    init(_ project: Project) {
        var writer = ByteWriter()
        writer.raw(Array("mockd engine cache\n".utf8))
        writer.number(Self.format)
        writer.text(project.root.string)
        // Modules given one by one have no configuration file, so two heads cannot be recognized as one project's.
        writer.optionalText(project.configurationFiles.first?.string)
        originSize = project.configurationFiles.isEmpty ? nil : writer.bytes.count
        // The hashes are not part of the origin: another build can still find the outputs that it must remove.
        writer.hash(ContentHash(Self.program))
        programEnd = writer.bytes.count
        writer.hash(Self.hash(of: project))
        // A terminator, so that the head is no prefix of a longer one.
        writer.raw(Array("\n".utf8))
        bytes = writer.bytes
    }

    /// A difference between two heads of one project, in the words of `mockctl explain`.
    enum Difference: String {
        case configuration = "the configuration"
        case program = "mockd itself"
    }

    /// Returns the difference to the head of a log for the same project, which was written with another configuration
    /// or by another build; `nil` for another project.
    func difference(from other: [UInt8]) -> Difference? {
        guard let originSize, other.count == bytes.count, other[..<originSize] == bytes[..<originSize] else {
            return nil
        }
        return other[..<programEnd] == bytes[..<programEnd] ? .configuration : .program
    }

    /// Identifies this build: another one may parse or generate differently, even with the same version.
    private static let program: String = {
        var status = stat()
        guard stat("/proc/self/exe", &status) == 0 else { return "" }
        return "\(status.st_dev) \(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
    }()

    /// Identifies this build of mockd.
    static let build = ContentHash("\(format) \(program)")

    private static func hash(of project: Project) -> ContentHash {
        var writer = ByteWriter()
        writer.list(project.modules) { $0.write(to: &$1) }
        project.pathPrefixes.write(to: &writer)
        // The sources of a fetched package are resolved in another way.
        writer.text(project.buildFolder.path.string)
        return ContentHash(writer.bytes)
    }
}

extension Module {
    /// Writes everything that the records of the module's sources and outputs depend on.
    fileprivate func write(to writer: inout ByteWriter) {
        writer.text(name)
        writer.texts(sources.map(\.string))
        writer.texts(exclude.map(\.description))
        writer.optional(output) { output, writer in
            writer.text(output.path.string)
            writer.flag(output == .file(output.path))
        }
        writer.text(settings.selection.rawValue)
        writer.text(settings.name.pattern)
        writer.texts(settings.name.strip)
        writer.text(settings.style.name)
        writer.optional(settings.template?.source)
        writer.flag(settings.forwards)
        writer.text(settings.verifying.rawValue)
        writer.texts(settings.frame.header)
        writer.optionalText(settings.frame.condition)
        writer.text(importStyle.rawValue)
        writer.texts(imports)
        writer.text(access.rawValue)
        writer.texts(dependencies)
        writer.texts(defines.sorted())
        writer.flag(isReadForNames)
        writer.flag(lacksTests)
        writer.flag(hasMocksOfBuild)
        writer.flag(isOfOtherPackage)
        writer.flag(isIndexed)
        writer.flag(leavesOutInnerProjects)
        writer.texts(absences.map(\.rawValue).sorted())
        writer.optionalText(index?.path.string)
        for target in [target, outputTarget] { target.write(to: &writer) }
    }
}

extension Module.TargetFacts {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.optionalText(name)
        writer.flag(isMainActorByDefault)
        writer.flag(importsInternallyByDefault)
        writer.texts(upcomingFeatures)
        writer.texts(availabilityMacros)
        writer.optionalText(languageMode)
        writer.flag(sharesMocks)
    }
}
