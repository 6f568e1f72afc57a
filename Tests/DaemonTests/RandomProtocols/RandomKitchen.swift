import Foundation
import Testing

/// A package with random protocols and classes that the compiler accepts.
struct RandomKitchen {
    let package: PackageFixture
    let dialect: Dialect
    /// The text of each source by its name.
    private(set) var sources: [String: String] = [:]
    private let seed: Int
    private let families: Int

    /// - Parameter families: the number of files to write; some are not valid and are left out.
    init(seed: Int, families: Int) async throws {
        package = try PackageFixture()
        dialect = Dialect.all[(seed - 1) % Dialect.all.count]
        self.seed = seed
        self.families = families
        sources = try await validSources()
        try #require(sources.count > families / 3, "seed \(seed): the grammar writes too much that is not valid")
        try package.write("Package.swift", dialect.manifest(below: ["Pantry", "Cellar"]))
        try package.write("Tests/KitchenTests/KitchenTests.swift", "")
    }

    /// Compiles the module of the sources, without bodies, on which mocks do not depend.
    func emit() async throws {
        let emitted = try await package.swiftc(
            ["-emit-module", "-enable-testing", "-module-name", "Kitchen", "-o", "Kitchen.swiftmodule", "-I", "."]
                + ["-Xfrontend", "-experimental-skip-all-function-bodies"] + dialect.flags(of: .module),
            files: ["Sources/Kitchen"])
        try #require(emitted.isEmpty, "seed \(seed)")
    }

    /// Records the compiler's errors in the mocks, each with its source.
    func expectMocksThatCompile(_ title: String) async throws {
        let errors = try await errors(in: sources.keys.sorted())
        for (file, errors) in Dictionary(grouping: errors, by: \.file).sorted(by: { $0.key < $1.key }) {
            let name = file.split(separator: ".").first.map(String.init) ?? file
            let mocks = package.read("Tests/KitchenTests/Mocks/\(file)")?.components(separatedBy: "\n") ?? []
            let lines = errors.map { error in
                let before = mocks.indices.contains(error.line - 1) ? mocks[max(0, error.line - 4)..<error.line] : []
                return (["\(error)"] + before).joined(separator: "\n")
            }.joined(separator: "\n")
            Issue.record("\(title), seed \(seed), \(dialect.name):\n\(sources[name] ?? "")\n\(lines)")
        }
    }

    /// Returns the compiler's errors in the mocks of these files.
    private func errors(in names: [String]) async throws -> [CompilerError] {
        func compile(_ names: [String]) async throws -> [CompilerError] {
            // A family whose mocks are all refused has no file.
            let files = names.map { "Tests/KitchenTests/Mocks/\($0).mocks.swift" }
                .filter { FileManager.default.fileExists(atPath: package.url($0).path()) }
            if files.isEmpty { return [] }
            return try await package.swiftc(
                ["-emit-sil", "-o", "/dev/null", "-module-name", "KitchenTests", "-I", "."]
                    + ["-I", PackageFixture.modules] + dialect.flags(of: .tests),
                files: files)
        }
        let errors = try await compile(names)
        guard errors.contains(where: \.file.isEmpty), names.count > 1 else { return errors }
        // A compiler that crashes does not tell in which file, so this compiles the files one by one.
        var found: [CompilerError] = []
        for name in names {
            found += try await compile([name]).map { error in
                CompilerError(file: "\(name).mocks.swift", line: error.line, message: error.message)
            }
        }
        return found.isEmpty ? errors : found
    }

    /// Returns families by name, without the members that the compiler rejects. Leaves out families that are invalid
    /// even so.
    private func validSources() async throws -> [String: String] {
        let folder = "Sources/Kitchen"
        try package.write("\(folder)/Vocabulary.swift", Vocabulary.source)
        try await emitModulesBelow()
        var families: [String: ProtocolGrammar.Family] = [:]
        var drawn = 0
        func draw() -> Set<String> {
            let numbers = drawn..<drawn + self.families
            drawn = numbers.upperBound
            for number in numbers {
                var grammar = ProtocolGrammar(
                    seed: UInt64(seed * 10_000 + number), hasImportLevels: seed.isMultiple(of: 3))
                families["F\(number)"] = grammar.family("F\(number)")
            }
            return Set(numbers.map { "F\($0)" })
        }
        var suspects = draw()
        var roundsOfDraw = 0
        for _ in 0..<160 {
            roundsOfDraw += 1
            // The compiler finds some errors only when there are no others.
            let isComplete = suspects.isEmpty
            // Some draws have hardly a valid source.
            if isComplete, families.count <= self.families / 3, drawn < 4 * self.families {
                suspects = draw()
                roundsOfDraw = 0
                continue
            }
            if isComplete { suspects = Set(families.keys) }
            for name in suspects { try package.write("\(folder)/\(name).swift", families[name]?.text ?? "") }
            let errors = try await package.swiftc(
                ["-typecheck", "-module-name", "Kitchen", "-I", "."] + dialect.flags(of: .module),
                files: (suspects.sorted() + ["Vocabulary"]).map { "\(folder)/\($0).swift" })
            if errors.contains(where: \.file.isEmpty) {
                try await removeCrashes(among: suspects, from: &families)
                suspects = Set(families.keys)
                continue
            }
            if isComplete, errors.isEmpty { break }
            suspects = []
            for error in errors {
                let name = String(error.file.dropLast(".swift".count))
                suspects.insert(name)
                if roundsOfDraw > 20 || families[name]?.takeOut(line: error.line) != true { families[name] = nil }
            }
            for name in suspects where families[name] == nil {
                try? FileManager.default.removeItem(at: package.url("\(folder)/\(name).swift"))
                suspects.remove(name)
            }
        }
        return families.mapValues(\.text)
    }

    /// Compiles the modules that some families import.
    private func emitModulesBelow() async throws {
        for (module, source) in [("Cellar", Vocabulary.cellar), ("Pantry", Vocabulary.pantry)] {
            try package.write("Sources/\(module)/\(module).swift", source)
            let errors = try await package.swiftc(
                ["-emit-module", "-module-name", module, "-o", "\(module).swiftmodule", "-I", "."]
                    + dialect.flags(of: .module),
                files: ["Sources/\(module)"])
            try #require(errors.map(\.description) == [])
        }
    }

    /// Removes the families that crash the compiler, and prints their seeds.
    private func removeCrashes(
        among names: Set<String>, from families: inout [String: ProtocolGrammar.Family]
    ) async throws {
        for name in names.sorted() {
            let file = "Sources/Kitchen/\(name).swift"
            let errors = try await package.swiftc(
                ["-typecheck", "-module-name", "Kitchen", "-I", "."] + dialect.flags(of: .module),
                files: [file, "Sources/Kitchen/Vocabulary.swift"])
            guard errors.contains(where: \.file.isEmpty) else { continue }
            print("random protocols: the compiler crashes on source \(name)")
            families[name] = nil
            try FileManager.default.removeItem(at: package.url(file))
        }
    }
}

extension ProtocolGrammar.Family {
    /// Empties a line, so that the others keep their numbers; returns false if the text is not complete without it.
    fileprivate mutating func takeOut(line: Int) -> Bool {
        guard lines.indices.contains(line - 1), lines[line - 1].isMember else { return false }
        lines[line - 1].text = ""
        return true
    }
}
