import Foundation
import PackagePlugin

/// `swift package mocks`: runs `mockd generate` on the package, with the arguments that follow.
@main struct MocksCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let process = Process()
        process.executableURL = try context.mockd
        process.currentDirectoryURL = context.package.directoryURL
        process.arguments = ["generate", context.package.directoryURL.path(percentEncoded: false)] + arguments
        try process.run()
        process.waitUntilExit()
        // SwiftPM ends with the status of this process: 2 says that --check found something stale.
        if process.terminationStatus != 0 { exit(process.terminationStatus) }
    }
}
