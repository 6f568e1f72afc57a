import Foundation

// Modules by folder, generated and compiled without SwiftPM: one call of the compiler a module.
extension PackageFixture {
    /// A folder for each module and a file for each text: `Pantry/Item.swift`.
    static func modules(_ files: [String: String]) throws -> PackageFixture {
        let fixture = try PackageFixture()
        for (path, text) in files { try fixture.write(path, text) }
        return fixture
    }

    /// Compiles a module so that others can import it.
    func emit(_ module: String, into folder: String = "Compiled", _ flags: [String] = []) async throws -> String {
        try FileManager.default.createDirectory(at: url(folder), withIntermediateDirectories: true)
        let arguments =
            ["-emit-module", "-enable-testing", "-module-name", module, "-o", "\(folder)/\(module).swiftmodule"]
            + Self.language + ["-I", folder] + flags + sources(in: module)
        return try await compile(arguments)
    }

    /// Compiles the files of these folders as one module, and throws the result away. Empty when nothing is wrong.
    func typecheck(_ folders: [String], as module: String, _ flags: [String] = []) async throws -> String {
        let arguments =
            ["-typecheck", "-warnings-as-errors", "-module-name", module, "-I", "Compiled", "-I", Self.modules]
            + Self.language + flags + folders.flatMap(sources)
        return try await compile(arguments)
    }

    /// Where `Mocking` is, compiled.
    static var modules: String { products.appending(path: "Modules").path() }

    private static let language = [
        "-swift-version", "6", "-parse-as-library", "-package-name", "kitchen",
        "-enable-upcoming-feature", "MemberImportVisibility", "-enable-upcoming-feature", "ExistentialAny",
    ]

    private func sources(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url(folder).path())) ?? [])
            .filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
    }

    private func compile(_ arguments: [String]) async throws -> String {
        let result = try await RunningProcess.run("/usr/bin/env", ["swiftc"] + arguments, in: root)
        guard result.status != 0 else { return "" }
        return result.errors.split(separator: "\n").filter { $0.contains("error: ") }.joined(separator: "\n")
    }
}
