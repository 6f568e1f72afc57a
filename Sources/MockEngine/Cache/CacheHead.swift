internal import Glibc
internal import MockModel
internal import SystemPackage

/// What a cache has to agree in with this process to be of use: any difference, and all is made anew.
struct CacheHead {
    /// Raised with every change of what records look like.
    private static let format = 5

    let bytes: [UInt8]
    /// So many of them say who wrote the log for what: for the same configuration file, whatever it said by then.
    private let originSize: Int?

    init(_ project: Project) {
        var writer = ByteWriter()
        writer.raw(Array("mockd engine cache\n".utf8))
        writer.number(Self.format)
        writer.text(project.root.string)
        // Modules that are given one by one have none, and nobody knows what belongs together.
        writer.optionalText(project.configurationFiles.first?.string)
        originSize = project.configurationFiles.isEmpty ? nil : writer.bytes.count
        // Another build finds in it at least what it has to remove.
        writer.hash(Self.hash(of: project))
        // The head's own end: a log of a longer one must not be taken for it.
        writer.raw(Array("\n".utf8))
        bytes = writer.bytes
    }

    /// Whether a log that begins so was written for the same project when that was described differently.
    func hasOrigin(of other: [UInt8]) -> Bool {
        guard let originSize, other.count == bytes.count else { return false }
        return other[..<originSize] == bytes[..<originSize]
    }

    /// Another build may read or generate differently, whatever its version says.
    private static let program: String = {
        var status = stat()
        guard stat("/proc/self/exe", &status) == 0 else { return "" }
        return "\(status.st_dev) \(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
    }()

    /// Stands for this build of mockd.
    static let build = ContentHash("\(format) \(program)")

    private static func hash(of project: Project) -> ContentHash {
        var writer = ByteWriter()
        writer.text(program)
        writer.list(project.modules) { $0.write(to: &$1) }
        return ContentHash(writer.bytes)
    }
}

extension Module {
    /// Everything that the records of its sources and outputs depend on.
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
        writer.text(settings.style.rawValue)
        writer.flag(settings.forwards)
        writer.text(importStyle.rawValue)
        writer.texts(imports)
        writer.text(access.rawValue)
        writer.texts(dependencies)
        writer.texts(defines.sorted())
        writer.flag(isReadForNames)
        writer.flag(lacksTests)
        for target in [target, outputTarget] { target.write(to: &writer) }
    }
}

extension Module.TargetFacts {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.optionalText(name)
        writer.flag(isMainActorByDefault)
        writer.flag(importsInternallyByDefault)
        writer.texts(upcomingFeatures)
        writer.optionalText(languageMode)
    }
}
