import Foundation
import PackagePlugin

extension PluginContext {
    /// The program: from the artifact bundle, if this package has one, or else the first `mockd` of PATH.
    var mockd: URL {
        get throws {
            if let tool = try? tool(named: "mockd") { return tool.url }
            let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            let files = folders.map { URL(filePath: String($0)).appending(path: "mockd") }
            guard let file = files.first(where: { FileManager.default.isExecutableFile(atPath: $0.path()) }) else {
                throw MockdNotFound()
            }
            return file
        }
    }
}

struct MockdNotFound: Error, CustomStringConvertible {
    var description: String {
        "mockd is not in a folder of PATH (\(ProcessInfo.processInfo.environment["PATH"] ?? "")); install it, "
            + "or put mockd.artifactbundle beside the Package.swift of mockd-plugins"
    }
}
