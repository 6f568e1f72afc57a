internal import FoundationEssentials
internal import MockParsing
internal import SystemPackage

// mockolo has no configuration: its flags stand in the script that calls it.
extension EarlierGenerator {
    static func mockolo(in root: FilePath) -> EarlierGenerator? {
        for path in scripts(in: root) {
            guard let text = text(of: path), let call = MockoloCall(in: text) else { continue }
            var generator = EarlierGenerator(
                place: "\(path.shown(in: root)):\(call.line)", name: "mockolo",
                settings: [Setting("name", "\"{name}Mock\""), Setting("style", "spy")])
            if call.flags["--mock-all"] != nil { generator.settings.insert(Setting("mock", "all"), at: 0) }
            if let macro = call.flags["--macro"]?.first, SwiftText.isCondition(macro) {
                generator.settings.append(
                    Setting("condition", SwiftText.isModuleName(macro) ? macro : YAMLText.quoted(macro)))
            }
            generator.remarks = call.remarks
            return generator
        }
        return nil
    }

    private static func scripts(in root: FilePath) -> [FilePath] {
        let makefiles = ["Makefile", "makefile", "GNUmakefile", "Justfile", "justfile"].map { root.appending($0) }
        let workflows = root.appending(".github").appending("workflows")
        return makefiles.filter(\.isFile) + files(in: root, most: 200) { $0.hasSuffix(".sh") }
            + files(in: workflows, most: 50) { $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") }
    }
}

/// The first call of mockolo in a script, with its flags.
struct MockoloCall {
    let line: Int
    /// Each flag by its long name, with the words that follow it.
    private(set) var flags: [String: [String]] = [:]

    init?(in text: String) {
        // Backslashes continue a command on the next line.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard
            let first = lines.firstIndex(where: { line in
                let words = Self.words(line)
                return words.first?.hasPrefix("#") != true && words.contains(where: Self.isProgram)
                    && (words.contains { $0.hasPrefix("-") } || line.hasSuffix("\\"))
            })
        else { return nil }
        line = first + 1
        var command = ""
        for line in lines[first...] {
            let text = line.last == "\r" ? line.dropLast() : line[...]
            command += text.hasSuffix("\\") ? text.dropLast() + " " : text
            if !text.hasSuffix("\\") { break }
        }
        var flag: String?
        for word in Self.words(command).drop(while: { !Self.isProgram($0) }).dropFirst() {
            if ["|", "&&", "||", ";", ">"].contains(word) { break }
            if word.hasPrefix("-") {
                let name = Self.longNames[word] ?? word
                flags[name, default: []] += []
                flag = name
            } else if let flag {
                flags[flag, default: []].append(word)
            }
        }
    }

    /// The parts of the call that no key of `.mockd.yml` stands for, each with the way out.
    var remarks: [String] {
        var remarks: [String] = []
        if let output = flags["--destination"]?.first {
            remarks.append(
                "mocks go to the test target, one file a source, and not to '\(output)': delete that file, or name it as "
                    + "the 'output' of a module")
        }
        let imports = flags["--custom-imports"] ?? []
        if !imports.isEmpty {
            remarks.append("for '--custom-imports' write 'imports: [\(imports.joined(separator: ", "))]' at a module")
        }
        if flags["--header"] != nil { remarks.append("for '--header' write the same lines as 'header'") }
        if let annotation = flags["--annotation"]?.first, annotation != "@mockable" {
            remarks.append("the annotation is '/// @mockable' and not '\(annotation)': replace it in the sources")
        }
        let others = flags.keys.filter { !Self.known.contains($0) }.sorted()
        if !others.isEmpty { remarks.append("no key of mockd says \(others.joined(separator: ", "))") }
        return remarks
    }

    private static let longNames = [
        "-s": "--sourcedirs", "-srcs": "--sourcefiles", "-d": "--destination", "-i": "--testable-imports",
        "-c": "--custom-imports", "-m": "--macro", "-a": "--annotation", "-l": "--logging-level",
        "-x": "--exclude-suffixes", "-mocks": "--mockfiles", "-j": "--concurrency-limit", "-f": "--filelist",
    ]

    /// The flags that have a key, that mockd does by itself, or that a remark is about.
    private static let known: Set = [
        "--sourcedirs", "--sourcefiles", "--filelist", "--destination", "--testable-imports", "--custom-imports",
        "--header", "--macro", "--annotation", "--logging-level", "--mockfiles", "--mock-filelist",
        "--concurrency-limit", "--mock-all", "--mock-final", "--enable-args-history", "--allow-set-call-count",
    ]

    private static func isProgram(_ word: String) -> Bool { word == "mockolo" || word.hasSuffix("/mockolo") }

    private static func words(_ line: String) -> [String] {
        line.split { $0 == " " || $0 == "\t" || $0 == "\"" || $0 == "'" || $0 == "," }.map(String.init)
    }
}
