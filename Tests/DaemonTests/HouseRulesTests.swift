import Foundation
import Testing

/// Checks the invariants of Sources/README.md that can be found in the text of the sources.
@Suite struct HouseRulesTests {
    private struct File {
        /// The path below the folder that was listed.
        var path: String
        var text: String
    }

    /// Every Swift file of Sources, read once.
    private static let files = files(in: "Sources", ending: [".swift"])

    private static func files(in folder: String, ending suffixes: [String]) -> [File] {
        let base = PackageFixture.repository.appending(path: folder)
        let paths = FileManager.default.enumerator(atPath: base.path())?.compactMap { $0 as? String } ?? []
        // A build of the package in Tests/Foreign has checkouts of others.
        let own = paths.filter { path in !path.contains("/.build/") && suffixes.contains(where: path.hasSuffix) }
        return own.sorted().compactMap { path in
            (try? String(contentsOf: base.appending(path: path), encoding: .utf8)).map { File(path: path, text: $0) }
        }
    }

    /// Returns the lines that match a pattern, as `path: line`, without lines that have a comment.
    private static func lines(matching pattern: String, in folders: [String] = [""]) throws -> [String] {
        let expression = try NSRegularExpression(pattern: "^.*(?:\(pattern)).*$", options: .anchorsMatchLines)
        return files.filter { file in folders.contains { file.path.hasPrefix($0) } }.flatMap { file in
            let text = file.text as NSString
            let whole = NSRange(location: 0, length: text.length)
            return expression.matches(in: file.text, range: whole)
                .map { text.substring(with: $0.range) }
                .filter { !$0.contains("//") }
                .map { "\(file.path): \($0)" }
        }
    }

    @Test func `only MockParsing imports the parser`() throws {
        let lines = try Self.lines(matching: #"^\w* *import Swift(Syntax|Parser|Diagnostics)"#)
        #expect(lines.filter { !$0.hasPrefix("MockParsing/") } == [])
        #expect(!lines.isEmpty)
    }

    @Test func `only MockTemplates imports the template engine`() throws {
        let lines = try Self.lines(matching: #"^\w* *import (Stencil|PathKit)"#)
        #expect(lines.filter { !$0.hasPrefix("MockTemplates/") } == [])
        #expect(!lines.isEmpty)
    }

    @Test func `the pure targets import nothing that does I-O`() throws {
        let lines = try Self.lines(
            matching: #"^\w* *import (Foundation|Logging|ServiceLifecycle|Glibc|Dispatch)"#,
            in: ["MockModel/", "MockParsing/", "MockGeneration/", "MockTemplates/"])
        #expect(lines == [])
    }

    /// The folders of the libraries that tests import.
    private static let libraries = ["Mocking/", "MockingTestSupport/", "MockSix/", "Mimus/", "MockWrappers/"]

    @Test func `public is for the libraries of the user's tests`() throws {
        let lines = try Self.lines(matching: #"^ *(@\w+ )*(public|open) (?!\+|\w+ *=)"#)
        #expect(lines.filter { line in !Self.libraries.contains(where: line.hasPrefix) } == [])
    }

    /// Generated code writes `MockSix.Mock`, which would mean a member of such a type.
    @Test(arguments: libraries)
    func `no type of a library has the name of its module`(folder: String) throws {
        let lines = try Self.lines(
            matching: #"\b(class|struct|enum|protocol|actor|typealias) \#(folder.dropLast())\b"#, in: [folder])
        #expect(lines == [])
    }

    @Test func `nothing traps but the library, which has no other way`() throws {
        // A call behind a quotation mark is part of a generated mock, not of mockd.
        let lines = try Self.lines(matching: #"(?<!"Swift\.)\b(fatalError|preconditionFailure)\(|\btry!"#)
        #expect(lines.filter { !$0.hasPrefix("Mocking/") } == [])
    }

    @Test func `there is no unstructured task and no queue`() throws {
        let lines = try Self.lines(matching: #"\bTask\.detached|\bTask *\{|DispatchQueue[.(]"#)
        #expect(lines.filter { !$0.hasPrefix("Mocking") } == [])
    }

    /// Opening a folder with `O_DIRECTORY` never waits, so it is allowed everywhere.
    @Test func `files are opened in one place, which never waits for a pipe`() throws {
        let calls = #"(?<!func |[.\w])open(at)?\(|(FileDescriptor|Glibc)\.open\(|\bfopen\("#
        let folders = [
            "LinuxSystem/", "MockEngine/", "FileWatching/", "ControlChannel/", "ControlServer/", "mockd/", "mockctl/",
            "mockd-watcher/",
        ]
        let allowed = [
            "LinuxSystem/RegularFile.swift",
            // Opens /dev/null, before anything else is open.
            "LinuxSystem/StandardStreams.swift",
            // Opens the folders below the root one by one, and creates files in them.
            "MockEngine/Files/OutputFolder.swift",
        ]
        let lines = try Self.lines(matching: calls, in: folders).filter { !$0.contains("O_DIRECTORY") }
        #expect(lines.filter { line in !allowed.contains { line.hasPrefix($0) } } == [])
        #expect(!lines.isEmpty)
    }

    /// A program that was started in another way would inherit the daemon's connections, socket and lock.
    @Test func `programs are started in one place, which passes them no descriptors`() throws {
        let lines = try Self.lines(matching: #"\bposix_spawnp?\b|\bv?fork\(|\bexecvp?e?\(|\bpopen\(|\bProcess\(\)"#)
        #expect(lines.filter { !$0.hasPrefix("LinuxSystem/Spawn.swift") } == [])
        #expect(!lines.isEmpty)
        let passing = try Self.lines(matching: #"passesDescriptors = true"#)
        #expect(passing.allSatisfy { $0.hasPrefix("mockctl/ForegroundCommand.swift") }, "\(passing)")
    }

    @Test func `only the control channel writes the paths of its endpoints`() throws {
        let lines = try Self.lines(matching: #""/v1/"#)
        #expect(lines.filter { !$0.hasPrefix("ControlChannel/") } == [])
        #expect(!lines.isEmpty)
    }

    @Test func `unchecked sendability gives its reason on the line`() throws {
        let lines = try Self.lines(matching: #"@unchecked Sendable|nonisolated\(unsafe\)"#)
        #expect(lines.filter { !$0.contains("\"") } == [])
    }

    @Test func `no file is longer than 400 lines`() {
        #expect(Self.files.filter { $0.text.utf8.count { $0 == 10 } > 400 }.map(\.path) == [])
    }

    @Test func `the library of the user's tests depends on no package`() throws {
        let lines = try Self.lines(matching: #"^\w* *import (?!Glibc|Darwin|Musl|Synchronization)"#, in: ["Mocking/"])
        #expect(lines == [])
        let others = try Self.lines(
            matching: #"^\w* *import (?!Mocking$|Foundation$)"#, in: ["MockSix/", "Mimus/", "MockWrappers/"])
        #expect(others == [])
    }

    @Test(arguments: ["mockd", "mockctl"])
    func `only mockd-watcher links the GPL library`(program: String) async throws {
        let products = PackageFixture.products
        func libraries(of program: String) async throws -> String {
            try await RunningProcess.run(
                "/usr/bin/env", ["ldd", products.appending(path: program).path()], in: products
            ).output
        }
        #expect(try await libraries(of: "mockd-watcher").contains("libinotifytools"))
        #expect(try await !libraries(of: program).contains("libinotifytools"))
    }

    @Test func `the map of the code is short, and each target has a README`() throws {
        let sources = PackageFixture.repository.appending(path: "Sources")
        let map = try String(contentsOf: sources.appending(path: "README.md"), encoding: .utf8)
        let length = map.utf8.count { $0 == 10 }
        #expect(length <= 120)
        // Names with a dot in Sources are files, all others are targets.
        let targets = try FileManager.default.contentsOfDirectory(atPath: sources.path()).filter { !$0.contains(".") }
        #expect(!targets.isEmpty)
        let lacking = targets.filter { target in
            !FileManager.default.fileExists(atPath: sources.appending(path: "\(target)/README.md").path())
        }
        #expect(lacking == [])
    }

    /// A path is relative to the README's folder, to Sources or to the repository, and may leave out `.swift`.
    @Test func `every path that a README names in backticks exists`() throws {
        let repository = PackageFixture.repository
        let sources = repository.appending(path: "Sources")
        let readmes = Self.files(in: "Sources", ending: ["README.md"]).map { sources.appending(path: $0.path) }
        var found = 0
        for readme in readmes + [repository.appending(path: "Tests/README.md")] {
            let text = try String(contentsOf: readme, encoding: .utf8)
            let bases = [readme.deletingLastPathComponent(), sources, repository]
            for match in text.matches(of: /`([A-Za-z][\w.+\-]*\/[\w.+\-\/]*)`/) {
                let path = String(match.output.1)
                let places = bases.flatMap { [$0.appending(path: path), $0.appending(path: path + ".swift")] }
                let exists = places.contains { FileManager.default.fileExists(atPath: $0.path()) }
                #expect(exists, "\(readme.path()) names \(path)")
                found += 1
            }
        }
        #expect(found > 100)
    }

    private static let vagueOpenings: Set<Substring> = ["What", "Who", "Whether", "Of", "By", "Whoever", "Whatever"]
    private static let vagueWords: Set<Substring> = [
        "nobody", "somebody", "anybody", "whoever", "Nobody", "Somebody", "Anybody", "Whoever", "shall",
    ]

    /// Comments state their subject, so a reader with little time does not have to guess it.
    @Test func `comments, messages and documents name what they are about`() throws {
        let readme = try String(contentsOf: PackageFixture.repository.appending(path: "README.md"), encoding: .utf8)
        let texts = ["Sources", "Tests"].flatMap { folder in
            Self.files(in: folder, ending: [".swift", ".md"])
                .map { File(path: "\(folder)/\($0.path)", text: $0.text) }
                .filter { !$0.path.hasSuffix("HouseRulesTests.swift") }
        }
        var offences: [String] = []
        for file in texts + [File(path: "README.md", text: readme)] {
            let isTest = file.path.hasPrefix("Tests/") && file.path.hasSuffix(".swift")
            var isInComment = false
            for (number, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                let code = line.drop { $0 == " " }
                let isComment = code.hasPrefix("//")
                let words = isTest && !isComment ? [] : code.split { !$0.isLetter }
                let opening = isComment && !isInComment ? words.first : nil
                if opening.map(Self.vagueOpenings.contains) == true || words.contains(where: Self.vagueWords.contains) {
                    offences.append("\(file.path):\(number + 1): \(line)")
                }
                isInComment = isComment
            }
        }
        #expect(texts.count > 300)
        #expect(offences == [])
    }

    @Test func `no path has a name without a meaning`() {
        let words = ["Util", "Helper", "Common", "Shared", "Manager", "Factory"]
        #expect(Self.files.map(\.path).filter { path in words.contains { path.contains($0) } } == [])
    }
}
