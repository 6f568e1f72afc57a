import MockGeneration
import MockModel
import MockParsing
import SystemPackage

/// The rules for values of a file or of the command line.
///
/// Each rule returns `nil` or a violation; the caller knows the position.
enum ConfigurationRules {
    struct Violation: Error, Hashable {
        var message: String
        var suggestion: String
        var code: String
    }

    static func moduleName(_ name: String) -> Violation? {
        guard !SwiftText.isModuleName(name) else { return nil }
        let usable = LoadedPackage.moduleName(of: name)
        return Violation(
            message: "'\(name)' is no name of a Swift module",
            suggestion: SwiftText.isModuleName(usable)
                ? "did you mean '\(usable)', as 'import' spells it?" : "use the name that 'import' uses",
            code: "config-value")
    }

    /// Checks the name of an imported module: generated files repeat it, so it must be nothing but a name.
    static func importedModule(_ name: String) -> Violation? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard !parts.allSatisfy({ SwiftText.isModuleName(String($0)) }) else { return nil }
        return Violation(
            message: "'\(name)' is no name of a Swift module", suggestion: "write the name alone, such as 'Foundation'",
            code: "config-value")
    }

    static func flag(_ name: String) -> Violation? {
        guard !SwiftText.isModuleName(name) else { return nil }
        return Violation(
            message: "'\(name)' is no compilation condition",
            suggestion: "write the name alone, as it stands after '#if', such as 'DEBUG'", code: "config-value")
    }

    static func condition(_ text: String) -> Violation? {
        guard !SwiftText.isCondition(text) else { return nil }
        return Violation(
            message: "'\(text)' is no condition of an '#if'",
            suggestion: "write what stands after '#if', such as 'DEBUG' or 'os(Linux) && !RELEASE'",
            code: "config-value")
    }

    static func header(_ frame: FileFrame) -> Violation? {
        let message =
            if frame.header.contains(where: SwiftText.hasControls) {
                "the header has control characters"
            } else if frame.header.count > GeneratedMarker.longestHeader {
                "the header has more than \(GeneratedMarker.longestHeader) lines"
            } else if frame.header.contains(where: GeneratedMarker.isIn) {
                "the header has the words by which mockd recognizes its files"
            } else {
                ""
            }
        if message.isEmpty { return nil }
        return Violation(message: message, suggestion: "write some lines of plain text", code: "config-value")
    }

    static func namePattern(_ pattern: NamePattern) -> Violation? {
        guard !pattern.isUsable else { return nil }
        let text = pattern.pattern
        let message =
            if !text.contains(NamePattern.placeholder) {
                "the name '\(text)' would be the same for all mocks"
            } else if text == NamePattern.placeholder {
                "the name '\(text)' would give a mock the name of its type"
            } else {
                "the name '\(text)' gives no valid Swift names"
            }
        return Violation(
            message: message, suggestion: "write a pattern with '{name}' in it, such as 'Mock{name}'",
            code: "config-value")
    }

    /// Checks a suffix that is removed from the names of types. That of a raw identifier may be any text.
    static func suffix(_ suffix: String) -> Violation? {
        let isText = suffix.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "`" }
        guard suffix.isEmpty || !isText else { return nil }
        return Violation(
            message: "'\(suffix)' cannot be the end of a type's name",
            suggestion: "write the end alone, such as 'Protocol'", code: "config-value")
    }

    /// Checks a file or folder of sources.
    static func source(_ path: FilePath, written: String, root: FilePath) -> Violation? {
        guard !written.isEmpty else {
            return Violation(
                message: "a path is empty", suggestion: "write '.' for the project's root", code: "config-value")
        }
        guard !path.exists || !(path.isFolder || path.isFile) else { return nil }
        if let error = path.concealment {
            return Violation(
                message: "cannot determine whether '\(written)' exists: \(error)",
                suggestion: "make the folders above it searchable", code: "config-missing-path")
        }
        let parent = path.removingLastComponent()
        let neighbours = parent.entries.filter { parent.appending($0).isFolder || $0.hasSuffix(".swift") }
        let nearest = path.lastComponent.flatMap { closest(to: $0.string, among: neighbours) }
        let suggestion =
            nearest.map { "did you mean '\(parent.appending($0).shown(in: root))'?" }
            ?? "create it or correct the path; relative paths start at '\(root)'"
        return Violation(message: "'\(written)' does not exist", suggestion: suggestion, code: "config-missing-path")
    }

    static func output(_ output: Module.Output, written: String, root: FilePath) -> Violation? {
        guard !written.isEmpty else {
            return Violation(
                message: "the output is empty", suggestion: "write a folder, such as 'Tests/AppTests/Mocks'",
                code: "config-value")
        }
        switch output {
        case .folder(let path) where path.isFile:
            return Violation(
                message: "the output '\(written)' is a file, and its name does not end in .swift",
                suggestion: "write a folder, or a file that ends in .swift", code: "config-value")
        case .file(let path) where path.isFolder:
            return Violation(
                message: "the output '\(written)' is a folder, though its name ends in .swift",
                suggestion: "write another name", code: "config-value")
        default: return nil
        }
    }

    /// Returns one file for all mocks if the path ends in `.swift`, otherwise a folder.
    static func output(at path: FilePath) -> Module.Output {
        path.extension == "swift" ? .file(path) : .folder(path)
    }

    /// True if two outputs could be in conflict.
    static func overlap(_ first: Module.Output, _ second: Module.Output) -> Bool {
        switch (first, second) {
        case (.folder(let left), .folder(let right)): left.isWithin(right) || right.isWithin(left)
        case (.file(let left), .file(let right)): left == right
        // The folder's mocks come and go with their sources, so no single file may be within it.
        case (.file(let file), .folder(let folder)), (.folder(let folder), .file(let file)): file.isWithin(folder)
        }
    }
}
