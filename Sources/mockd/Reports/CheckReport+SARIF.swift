internal import ControlChannel
internal import MockEngine
internal import MockModel
internal import SystemPackage

extension CheckReport {
    /// A document of SARIF 2.1.0, in one line.
    ///
    /// - Parameters:
    ///   - folder: the project's root, relative to the repository; empty if they are the same.
    ///   - root: the project's root.
    func sarif(in folder: String, root: FilePath) throws -> String {
        let rules = Set(findings.map(\.code)).sorted().map { SARIF.Rule(id: $0) }
        let results = findings.map { finding in
            let path = Array(Self.join(folder, "").utf8) + Self.fileName(of: finding.path, in: root)
            return SARIF.Result(
                ruleId: finding.code, level: finding.severity.rawValue, message: SARIF.Message(text: finding.message),
                locations: [
                    SARIF.Location(
                        physicalLocation: SARIF.PhysicalLocation(
                            artifactLocation: SARIF.Artifact(uri: "\(URIPath(path))"),
                            region: finding.position.map {
                                SARIF.Region(startLine: $0.line, startColumn: $0.column)
                            }))
                ])
        }
        let driver = SARIF.Driver(name: "mockd", version: DaemonIdentity.productVersion, rules: rules)
        let document = SARIF.Document(runs: [SARIF.Run(tool: SARIF.Tool(driver: driver), results: results)])
        return String(decoding: try WireFormat.encode(document), as: UTF8.self)
    }

    /// Returns the bytes of a path that is shown: a name may hold control characters, which are shown as escapes, or bytes
    /// that are no UTF-8. Each part that is not there as it is shown is the one in its folder that is shown so.
    private static func fileName(of shown: String, in root: FilePath) -> [UInt8] {
        var folder = shown.hasPrefix("/") ? FilePath("/") : root
        var parts: [[UInt8]] = []
        for part in shown.split(separator: "/") {
            var bytes = Array(part.utf8)
            let files = LocalFileSystem()
            if files.isMissing(folder.appending(String(part))) {
                let entries = (try? files.entries(of: folder, withStates: false)) ?? []
                let names = entries.map(\.nameBytes)
                bytes = names.first { Project.shown(String(decoding: $0, as: UTF8.self)) == part } ?? bytes
            }
            parts.append(bytes)
            folder = (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { name in
                name.baseAddress.map { folder.appending(FilePath(platformString: $0).components) } ?? folder
            }
        }
        return (shown.hasPrefix("/") ? [UInt8(ascii: "/")] : []) + Array(parts.joined(separator: [UInt8(ascii: "/")]))
    }
}

/// The parts of the format that are used, with its names.
private enum SARIF {
    struct Document: Encodable {
        var schema = "https://json.schemastore.org/sarif-2.1.0.json"
        var version = "2.1.0"
        var runs: [Run]

        enum CodingKeys: String, CodingKey {
            case schema = "$schema"
            case version, runs
        }
    }

    struct Run: Encodable {
        var tool: Tool
        var results: [Result]
        /// Columns count UTF-8 bytes in messages; the format knows UTF-16 and code points only.
        var columnKind = "unicodeCodePoints"
    }

    struct Tool: Encodable { var driver: Driver }

    struct Driver: Encodable {
        var name: String
        var version: String
        var rules: [Rule]
    }

    struct Rule: Encodable { var id: String }

    struct Result: Encodable {
        var ruleId: String
        var level: String
        var message: Message
        var locations: [Location]
    }

    struct Message: Encodable { var text: String }

    struct Location: Encodable { var physicalLocation: PhysicalLocation }

    struct PhysicalLocation: Encodable {
        var artifactLocation: Artifact
        var region: Region?
    }

    struct Artifact: Encodable { var uri: String }

    struct Region: Encodable {
        var startLine: Int
        var startColumn: Int
    }
}
