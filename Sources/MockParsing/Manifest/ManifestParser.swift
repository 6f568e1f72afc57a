package import MockModel
import SwiftParser
import SwiftSyntax

/// Reads a Package.swift without running it.
///
/// Running would mean to execute the user's code, in a sandbox that takes a second to set up, at every start of a
/// daemon that wants to be ready in milliseconds. Nearly all manifests say what they mean in literals, variables and
/// small loops, and those are followed. The rest is named by diagnostics:
///
/// - `manifest-not-static` (warning): something was not understood, and what is missing because of it;
/// - `manifest-condition` (note): a condition that only running decides; both ways were read.
///
/// An error says that the text is not what describes the package, so its targets must not be believed:
///
/// - `manifest-broken`: it is no valid Swift, as while somebody types, merges or saves it;
/// - `manifest-not-static`: it is, and nothing in it can be known without running it.
///
/// - Parameters:
///   - text: the whole file.
///   - path: how diagnostics should call it.
///   - work: counts the steps that it takes.
/// - Returns: what was understood; an empty package when there is none in the file. An error is the only diagnostic.
package func parseManifest(
    _ text: String, path: String, work: ManifestWork = ManifestWork()
) -> (manifest: PackageManifest, diagnostics: [Diagnostic]) {
    var text = text
    if let place = unreasonablePlace(in: text) {
        return unreadable("brackets are nested too deep here for this file to be read", at: place, path)
    }
    if let place = text.withUTF8({ offence(in: Bytes(buffer: $0)) }) {
        return unreadable("what ends here is too complex for this file to be read", at: place, path)
    }
    // Without an explicit level the parser gives up at 20 in debug builds and at 256 in release builds.
    let file = text.withUTF8 { Parser.parse(source: $0, maximumNestingLevel: 256) }
    let interpreter = ManifestInterpreter(file, path: path, work: work)
    let package = interpreter.package(of: file)
    let manifest = package.map {
        ManifestReader(interpreter: interpreter).read($0, toolsVersion: .init(inManifest: text))
    }
    let mistakes = file.hasError ? SyntaxErrorReader.diagnostics(in: file, path: path) : []
    let error = mistakes.first.map { brokenManifest(conflict(in: text, path: path) ?? $0) } ?? interpreter.mistake
    guard let manifest else { return (PackageManifest(name: ""), [error ?? withoutPackage(text, path: path)]) }
    // What else there is to say may follow from the mistake.
    return (manifest, error.map { [$0] } ?? interpreter.diagnostics)
}

/// The first line of a conflict that a merge left, which the parser does not know as one.
private func conflict(in text: String, path: String) -> Diagnostic? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let index = lines.firstIndex(where: { $0.hasPrefix("<<<<<<< ") }) else { return nil }
    return Diagnostic(
        path: path, position: SourcePosition(line: index + 1, column: 1), severity: .error,
        message: "a merge left a conflict here", code: "syntax")
}

private func brokenManifest(_ mistake: Diagnostic) -> Diagnostic {
    Diagnostic(
        path: mistake.path, position: mistake.position, severity: .error,
        message: "this manifest is not valid Swift: \(mistake.message); \(ManifestReader.wayOutOfMistakes)",
        code: "manifest-broken")
}

/// A text that mentions no package at all has lost it; another makes it in a way that reading does not follow.
private func withoutPackage(_ text: String, path: String) -> Diagnostic {
    let makesOne = ["Package(", "package =", "package:"].contains { text.contains($0) }
    return Diagnostic(
        path: path, position: SourcePosition(line: 1, column: 1), severity: .error,
        message: makesOne
            ? "there is no 'Package(…)' to be read here, so no target is known; " + ManifestReader.wayOut
            : "there is no 'Package(…)' in this manifest; " + ManifestReader.wayOutOfMistakes,
        code: makesOne ? "manifest-not-static" : "manifest-broken")
}

private func unreadable(
    _ reason: String, at place: SourcePosition, _ path: String
) -> (manifest: PackageManifest, diagnostics: [Diagnostic]) {
    let diagnostic = Diagnostic(
        path: path, position: place, severity: .error,
        message: "\(reason), so no target is known; \(ManifestReader.wayOut)", code: "manifest-not-static")
    return (PackageManifest(name: ""), [diagnostic])
}

/// Where the parser, and what walks its tree, would overflow their stacks for other reasons than brackets: chains of
/// `A<`, `else if`, `try`, ternaries, calls.
private func offence(in text: Bytes) -> SourcePosition? {
    guard let offset = ShapeCheck.offence(in: text) else { return nil }
    var locator = SourceLocator(text: text)
    return locator.position(ofOffset: offset)
}

extension PackageManifest.ToolsVersion {
    /// The one in the comment that every manifest begins with, after blank lines at most.
    package init?(inManifest text: String) {
        // The manifest is not split for the sake of one line of it.
        guard let start = text.firstIndex(where: { !$0.isWhitespace }) else { return nil }
        let line = text[start...].prefix { !$0.isNewline }
        let marker = Array("swift-tools-version:".utf8)
        // In whatever case, as SwiftPM takes it.
        let place = line.utf8.indices.first { line.utf8[$0...].lazy.map(\.lowercased).starts(with: marker) }
        guard let place else { return nil }
        let version = line[line.utf8.index(place, offsetBy: marker.count)...]
        let digits = version.drop { $0.isWhitespace }.prefix { $0.isNumber || $0 == "." }
        let parts = digits.split(separator: ".").compactMap { Int($0) }
        guard let major = parts.first else { return nil }
        self.init(major, parts.dropFirst().first ?? 0)
    }
}

/// Where brackets stand so deep in each other that the parser, which is recursive and tries several readings of each
/// `[`, would need minutes or overflow its stack. Manifests of real packages stay below twenty.
///
/// Strings and comments are not looked for: brackets in them mostly come in pairs, and the limit is generous.
private func unreasonablePlace(in text: String) -> SourcePosition? {
    let maximumDepth = 64
    let maximumRun = 12
    var (line, column) = (1, 0)
    var (depth, run) = (0, 0)
    for byte in text.utf8 {
        column += 1
        switch byte {
        case UInt8(ascii: "\n"): (line, column) = (line + 1, 0)
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
        default: break
        }
        run = byte == UInt8(ascii: "[") ? run + 1 : 0
        if depth > maximumDepth || run > maximumRun { return SourcePosition(line: line, column: column) }
    }
    return nil
}

extension UInt8 {
    /// The small letter for a capital one of ASCII.
    fileprivate var lowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 32 : self }
}
