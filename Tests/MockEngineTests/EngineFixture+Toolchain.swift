import Foundation
import SystemPackage
import Testing

@testable import MockEngine

extension TemporaryFolder {
    static let printer = "bin/swift-synthesize-interface"
    /// Prints the text of a module.
    static let plainPrinter = "#!/bin/sh\ncat \"${0%/*}/../lib/swift/linux/$2.text\"\n"

    /// A toolchain whose printer is a script, and whose modules are texts.
    ///
    /// - Parameter modules: by name, the identifiers in the compiled module and the text of its interface.
    static func toolchain(
        _ modules: [String: (identifiers: String, text: String)], printer: String = plainPrinter
    ) throws -> TemporaryFolder {
        let folder = try TemporaryFolder([Self.printer: printer])
        #expect(chmod(folder(Self.printer).string, 0o755) == 0)
        for (name, module) in modules { try folder.writeModule(name, module.identifiers, text: module.text) }
        return folder
    }

    /// - Parameter text: `nil` to leave the interface as it is.
    func writeModule(_ name: String, _ identifiers: String, text: String? = nil) throws {
        try write("\u{1}\u{2}\u{3}\u{4}\(identifiers)\0", to: "lib/swift/linux/\(name).swiftmodule")
        if let text { try write(text, to: "lib/swift/linux/\(name).text") }
    }
}

extension EngineFixture {
    /// Begins anew with an engine that asks a toolchain. A module that could not be printed is due at once.
    func use(_ toolchain: TemporaryFolder) {
        engine = Engine(
            project: engine.project,
            interfaces: ModuleInterfaces(
                build: BuildFolder(of: root), cache: nil, searchPath: "\(toolchain("bin"))", shortestPause: .zero))
    }
}
