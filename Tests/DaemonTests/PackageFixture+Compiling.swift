import Foundation

// Generates and compiles modules without SwiftPM: a folder and one call of the compiler for each.
extension PackageFixture {
    /// Returns a package with these files: `Pantry/Item.swift` belongs to the module `Pantry`.
    static func modules(_ files: [String: String]) throws -> PackageFixture {
        let fixture = try PackageFixture()
        for (path, text) in files { try fixture.write(path, text) }
        return fixture
    }

    /// Compiles a module so that others can import it, and returns the compiler's messages.
    func emit(_ module: String, into folder: String = "Compiled", _ flags: [String] = []) async throws -> String {
        try FileManager.default.createDirectory(at: url(folder), withIntermediateDirectories: true)
        let arguments =
            ["-emit-module", "-enable-testing", "-module-name", module, "-o", "\(folder)/\(module).swiftmodule"]
            + Self.language + ["-I", folder] + flags + sources(in: module)
        return try await compile(arguments)
    }

    /// Checks the files of these folders as one module, and returns the compiler's messages.
    func typecheck(_ folders: [String], as module: String, _ flags: [String] = []) async throws -> String {
        let arguments =
            ["-typecheck", "-warnings-as-errors", "-module-name", module, "-I", "Compiled", "-I", Self.modules]
            + Self.language + flags + folders.flatMap(sources)
        return try await compile(arguments)
    }

    /// The folder of the compiled `Mocking`.
    static var modules: String { products.appending(path: "Modules").path() }

    private static let language = [
        "-swift-version", "6", "-parse-as-library", "-package-name", "kitchen",
        "-enable-upcoming-feature", "MemberImportVisibility", "-enable-upcoming-feature", "ExistentialAny",
    ]

    private func sources(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url(folder).path())) ?? [])
            .filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
    }

    /// Compiles these files, or the files of these folders, and returns all errors; warnings are errors.
    func swiftc(_ arguments: [String], files: [String]) async throws -> [CompilerError] {
        let files = files.flatMap { $0.hasSuffix(".swift") ? [$0] : sources(in: $0) }
        // Compiles with one frontend: several would report only the errors of the first file that has some.
        let all =
            ["swiftc", "-wmo", "-continue-building-after-errors", "-warnings-as-errors", "-parse-as-library"]
            + ["-package-name", "kitchen"] + arguments + files
        let result = try await RunningProcess.run("/usr/bin/env", all, in: root)
        let errors = result.errors.split(separator: "\n").compactMap { CompilerError(line: String($0)) }
        guard result.status != 0, errors.isEmpty else { return errors }
        return [CompilerError(file: "", line: 0, message: Self.summary(ofCrash: result.errors))]
    }

    /// Returns the compiler's own numbered lines about the work during which it crashed.
    private static func summary(ofCrash text: String) -> String {
        let lines = text.split(separator: "\n").filter { line in
            line.first?.isNumber == true && line.contains(".\t") || line.contains("error:") || line.hasPrefix("Assert")
        }
        return lines.isEmpty ? String(text.suffix(2000)) : lines.suffix(12).joined(separator: "\n")
    }

    private func compile(_ arguments: [String]) async throws -> String {
        let result = try await RunningProcess.run("/usr/bin/env", ["swiftc"] + arguments, in: root)
        guard result.status != 0 else { return "" }
        return result.errors.split(separator: "\n").filter { $0.contains("error: ") }.joined(separator: "\n")
    }
}

/// An error of the compiler: `Sources/F.swift:3:7: error: message`.
struct CompilerError: CustomStringConvertible {
    /// The file's name without its folder.
    var file: String
    var line: Int
    var message: String

    init(file: String, line: Int, message: String) {
        (self.file, self.line, self.message) = (file, line, message)
    }

    init?(line text: String) {
        guard let range = text.firstRange(of: ": error: ") else { return nil }
        let place = text[..<range.lowerBound].split(separator: ":")
        guard place.count == 3, let line = Int(place[1]), let file = place[0].split(separator: "/").last else {
            return nil
        }
        self.init(file: String(file), line: line, message: String(text[range.upperBound...]))
    }

    var description: String { "\(file):\(line): \(message)" }
}
