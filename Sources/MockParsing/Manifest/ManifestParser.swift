package import MockModel
import SwiftParser
import SwiftSyntax

/// Reads a Package.swift without running it.
///
/// Running it would execute the user's code, in a sandbox that takes a second to set up, at every start of a daemon
/// that should be ready in milliseconds. Nearly all manifests use literals, variables and small loops, which are
/// interpreted. Diagnostics name the rest:
///
/// - `manifest-not-static` (warning): something was not understood, and what is missing because of it;
/// - `manifest-condition` (note): a condition that only running decides; both branches were read.
///
/// An error means that the text does not describe the package reliably, so its targets must not be used:
///
/// - `manifest-broken`: it is not valid Swift, for example while it is being edited, merged or saved. A value that no
///   version of SwiftPM accepts in its place counts, too;
/// - `manifest-not-static`: nothing in it can be known without running it, or only a later version of SwiftPM may accept
///   what stands there.
///
/// - Parameters:
///   - text: the whole file.
///   - path: the path for diagnostics.
///   - work: counts the steps of reading.
/// - Returns: the package as far as understood; an empty package if the file has none. An error is the only diagnostic.
package func parseManifest(
    _ text: String, path: String, work: ManifestWork = ManifestWork()
) -> (manifest: PackageManifest, diagnostics: [Diagnostic]) {
    var text = text
    if let position = text.withUTF8({ excessiveNesting(in: Bytes(buffer: $0)) }) {
        return unreadable("brackets are nested too deep here for this file to be read", at: position, path)
    }
    if let position = text.withUTF8({ offence(in: Bytes(buffer: $0)) }) {
        return unreadable("what ends here is too complex for this file to be read", at: position, path)
    }
    // Without an explicit level the parser stops at 20 in debug builds and at 256 in release builds.
    let file = text.withUTF8 { Parser.parse(source: $0, maximumNestingLevel: 256) }
    let interpreter = ManifestInterpreter(file, path: path, work: work)
    let package = interpreter.package(of: file)
    let manifest = package.map {
        ManifestReader(interpreter: interpreter).read($0, toolsVersion: .init(inManifest: text))
    }
    let mistakes = file.hasError ? SyntaxErrorReader.diagnostics(in: file, path: path) : []
    let error =
        mistakes.first.map { brokenManifest(conflict(in: text, path: path) ?? $0) } ?? interpreter.mistake
        ?? interpreter.diagnostics.first { $0.severity == .error }
    guard let manifest else { return (PackageManifest(name: ""), [error ?? withoutPackage(text, path: path)]) }
    // Other diagnostics may be consequences of the error.
    return (manifest, error.map { [$0] } ?? interpreter.diagnostics)
}

/// Finds the first line of a merge conflict, which the parser does not recognize as one.
private func conflict(in text: String, path: String) -> Diagnostic? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
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

/// Reports a file without a package: either the text mentions none, or it creates one in a way that cannot be read.
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
    _ reason: String, at position: SourcePosition, _ path: String
) -> (manifest: PackageManifest, diagnostics: [Diagnostic]) {
    let diagnostic = Diagnostic(
        path: path, position: position, severity: .error,
        message: "\(reason), so no target is known; \(ManifestReader.wayOut)", code: "manifest-not-static")
    return (PackageManifest(name: ""), [diagnostic])
}

/// Returns the position where the parser or a visitor of its tree would overflow the stack for reasons other than
/// brackets: chains of `A<`, `else if`, `try`, ternaries, calls.
private func offence(in text: Bytes) -> SourcePosition? {
    guard let offset = ShapeCheck.offence(in: text) else { return nil }
    var locator = SourceLocator(text: text)
    return locator.position(ofOffset: offset)
}

extension PackageManifest.ToolsVersion {
    /// Reads the version from the comment at the start of the manifest, after blank lines at most.
    package init?(inManifest text: String) {
        guard let range = Self.digits(inManifest: text) else { return nil }
        let parts = text[range].split(separator: ".").compactMap { Int($0) }
        guard let major = parts.first else { return nil }
        self.init(major, parts.dropFirst().first ?? 0)
    }

    /// Returns the bytes of the version in the manifest, without suffixes such as `-dev`.
    static func range(inManifest text: String) -> Range<Int>? {
        digits(inManifest: text).map { range in
            let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
            return start..<start + text.utf8.distance(from: range.lowerBound, to: range.upperBound)
        }
    }

    private static func digits(inManifest text: String) -> Range<String.Index>? {
        // Splitting the whole manifest for one line would be wasteful.
        guard let start = text.firstIndex(where: { !$0.isWhitespace }) else { return nil }
        let line = text[start...].prefix { !$0.isNewline }
        let marker = Array("swift-tools-version:".utf8)
        // SwiftPM ignores the case, too.
        let position = line.utf8.indices.first { line.utf8[$0...].lazy.map(\.lowercased).starts(with: marker) }
        guard let position else { return nil }
        let version = line[line.utf8.index(position, offsetBy: marker.count)...]
        let digits = version.drop { $0.isWhitespace }.prefix { $0.isNumber || $0 == "." }
        return digits.isEmpty ? nil : digits.startIndex..<digits.endIndex
    }
}

/// Finds brackets nested so deeply that the parser would need minutes or overflow its stack: it is recursive and tries
/// several readings of each `[`. Manifests of real packages stay below twenty levels.
///
/// Strings and comments are not recognized: brackets in them mostly come in pairs, and the limit is generous.
private func excessiveNesting(in text: Bytes) -> SourcePosition? {
    let maximumDepth = 64
    let maximumRun = 12
    var (depth, run) = (0, 0)
    for offset in 0..<text.count {
        let byte = text[offset]
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
        default: break
        }
        run = byte == UInt8(ascii: "[") ? run + 1 : 0
        if depth > maximumDepth || run > maximumRun {
            var locator = SourceLocator(text: text)
            return locator.position(ofOffset: offset)
        }
    }
    return nil
}

extension UInt8 {
    /// The lowercase letter for an uppercase ASCII letter.
    fileprivate var lowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 32 : self }
}
