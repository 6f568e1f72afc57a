import Foundation
import SystemPackage
import Testing

@testable import mockd

/// Units contain paths that systemd could read as something else; a real systemd reads and runs these units.
@Suite struct HostileUnitTests {
    /// Returns the cases of the seeds 1 to 200 for `MOCKD_UNIT_SEEDS=200`, otherwise random ones until eight are valid.
    private static func cases(in base: FilePath) -> [Case] {
        let wish = ProcessInfo.processInfo.environment["MOCKD_UNIT_SEEDS"].flatMap { UInt64($0) }
        if let wish { return (1...max(1, wish)).map { Case(seed: $0, in: base) } }
        var cases: [Case] = []
        while cases.count(where: { !$0.isRefused }) < 8 {
            cases.append(Case(seed: .random(in: 1...999_999), in: base))
        }
        return cases
    }

    private static let pieces = [
        "\"", "'", "\\", "\\n", "\\x0a", "\\u0041", "%", "%%", "%h", "%f", "%i", "$", "$$", "$HOME", "${HOME}", " ",
        "  ",
        "\t", ";", " ; ", "#", "=", "[Service]", "ExecStartPre=touch x", "-", "+", "!", "@", ":", "|", "~", "*", "?",
        "`id`", "$(id)", "é", "日本", "e\u{301}", "\u{85}", "\u{2028}", "a", "mock", ".", "..x", "<", "&&",
        // Swift sees one character in each of these pairs, systemd two.
        "\"\u{301}", "\\\u{301}", "%\u{301}", "'\u{301}", "$\u{301}",
    ]

    /// A project, the program that its unit starts, and an output elsewhere.
    private struct Case {
        let seed: UInt64
        let root: FilePath
        let program: FilePath
        let output: FilePath

        init(seed: UInt64, in base: FilePath) {
            var random = SeededRandom(seed: seed)
            self.seed = seed
            let folder = base.appending("\(seed)")
            // About a third of the roots are too long for the name of an instance.
            let depth = random.chance(33) ? 8 : 1
            root = Self.path(below: folder.appending("root"), depth: depth, &random)
            program = Self.path(below: folder.appending("bin"), depth: 1, &random).appending("mockd")
            output = Self.path(below: folder.appending("out"), depth: 1, &random)
        }

        private static func path(below folder: FilePath, depth: Int, _ random: inout SeededRandom) -> FilePath {
            (0..<depth).reduce(folder) { path, _ in
                let name = (0...random.number(1...5)).map { _ in random.pick(pieces) }.joined()
                let isReserved = name.allSatisfy { $0 == "." }
                return path.appending(String(name.unicodeScalars.prefix(60)) + (isReserved ? "x" : ""))
            }
        }

        var isRefused: Bool {
            [root, program, output].contains { path in
                path.string.unicodeScalars.contains { $0.properties.generalCategory == .control }
            } || program.string.unicodeScalars.contains { "\"'\\".unicodeScalars.contains($0) }
        }
    }

    @Test func `a path with a control character or without text is refused by name`() throws {
        func refusal(_ root: FilePath, _ program: FilePath, _ outputs: [FilePath]) -> String? {
            do throws(ServiceUnit.Refusal) {
                _ = try ServiceUnit(root: root, program: .file(program), outsideOutputs: outputs)
                return nil
            } catch {
                return "\(error)"
            }
        }
        #expect(
            refusal("/a\nExecStartPre=x", "/bin/mockd", [])
                == "the project's folder '/a\\nExecStartPre=x' cannot stand in "
                + "a systemd unit, because it contains the control character U+000A; rename the folder")
        #expect(
            refusal("/a", "/b\u{85}/mockd", [])
                == "the path of this program '/b\\u{0085}/mockd' cannot stand in a systemd "
                + "unit, because it contains the control character U+0085; install mockd in another folder")
        #expect(
            refusal("/a", "/it's/mockd", [])
                == "the path of this program '/it's/mockd' cannot stand in a systemd unit, "
                + "because it contains the character '; install mockd in another folder")
        let raw = [CChar(bitPattern: 0x2F), CChar(bitPattern: 0xFF), 0]
        #expect(
            refusal("/a", "/mockd", [FilePath(platformString: raw)])
                == "the output's folder '/\u{FFFD}' cannot stand in a "
                + "systemd unit, because it is not valid UTF-8; choose another output")
        #expect(refusal("/a", "/mockd", ["/%n\\$ \""]) == nil)
    }

    @Test func `an output of the configuration that no unit can name is refused at its line`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write(
            ".mockd.yml",
            "modules:\n  - name: Kitchen\n    sources: [Sources/Kitchen]\n    output: \"../o\\nExecStartPre=/bin/touch X\\n#\"\n"
        )
        let place = package.root.deletingLastPathComponent().path()
        let result = try await package.run("mockd", "service", "print", "--allow-outside")
        #expect(result.status == 78)
        #expect(result.output == "")
        #expect(
            result.errors
                == ".mockd.yml:4: error: the output's folder '\(place)o\\nExecStartPre=/bin/touch X\\n#' cannot stand in a "
                + "systemd unit, because it contains the control character U+000A; choose another output\n")
    }

    @Test func `the service can be removed even if the configuration is wrong`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write(".mockd.yml", "modules: 1\n")
        let result = try await package.run(
            "mockd", "service", "uninstall", variables: ["XDG_CONFIG_HOME": package.url("home").path()])
        #expect(
            result.errors == "error: mockd is not installed as a service; there is no "
                + "\(package.url("home").path())/systemd/user/mockd@.service\n")
    }

    @Test(
        .enabled(
            if: geteuid() == 0
                && ["/lib/systemd/systemd", "/usr/bin/systemd-analyze"].allSatisfy {
                    FileManager.default.isExecutableFile(atPath: $0)
                }, "needs root and systemd"))
    func `a real systemd starts the program with the root in the unit, and lets it write there alone`() async throws {
        let package = try PackageFixture()
        let base = FilePath(package.root.path())
        let cases = Self.cases(in: base)
        try FileManager.default.createDirectory(at: package.url("seen"), withIntermediateDirectories: true)
        var expected: [String: String] = [:]
        for one in cases {
            guard !one.isRefused else {
                #expect(throws: ServiceUnit.Refusal.self, "seed \(one.seed)") {
                    try ServiceUnit(root: one.root, program: .file(one.program), outsideOutputs: [one.output])
                }
                continue
            }
            let unit = try ServiceUnit(root: one.root, program: .file(one.program), outsideOutputs: [one.output])
            let seen = "\(base)/seen/\(one.seed)"
            try write(one, seen: seen)
            try package.write("units/\(unit.name.unit)", unit.text)
            try package.write("units/\(unit.name.dropInFolderName)/outputs.conf", unit.dropIn ?? "")
            try package.write("names/\(one.seed)", unit.name.unit)
            expected["\(one.seed)"] = "watch\n\(one.root)\n\(one.root)\nroot output\n"
        }
        try package.write("driver", Self.driver)

        let ci = PackageFixture.repository.appending(path: ".ci/with-user-systemd").path()
        let result = try await RunningProcess.run(ci, ["bash", "\(base)/driver", base.string], in: package.root)
        for (seed, wanted) in expected {
            #expect(
                package.read("seen/\(seed)") == wanted,
                "seed \(seed): \(package.read("units/\(package.read("names/\(seed)") ?? "")") ?? "")\n\(result.errors)")
        }
        // systemd reported no mistake, and the units contain no other command.
        #expect(result.errors == "")
        #expect(result.output == "")
        #expect(!expected.isEmpty)
    }

    /// Writes the folders of a case, and a program that records its arguments and where it can write.
    private func write(_ one: Case, seen: String) throws {
        for folder in [one.root, one.program.removingLastComponent(), one.output] {
            try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        }
        let script = """
            #!/bin/bash
            writable=()
            touch "$2/probe" 2>/dev/null && writable+=(root)
            touch \(one.output.shellWord)/probe 2>/dev/null && writable+=(output)
            touch \(one.program.shellWord) 2>/dev/null && writable+=(program)
            printf '%s\\n' "$@" "$PWD" "${writable[*]}" > "$2/seen"
            # One of the statuses that no restart follows.
            exit 64

            """
        try Data(script.utf8).write(to: URL(filePath: one.program.string))
        chmod(one.program.string, 0o755)
        try FileManager.default.createSymbolicLink(
            atPath: "\(seen).link", withDestinationPath: one.root.appending("seen").string)
    }

    /// Prints the mistakes in the units, and collects what the programs recorded.
    private static let driver = """
        base=$1
        units=$HOME/.config/systemd/user
        mkdir -p "$units"
        cp -r "$base/units/." "$units"
        # After a colon it expects another name of the unit.
        find "$units" -name '*.service' ! -name '*:*' -exec systemd-analyze verify --user --man=no --recursive-errors=no {} +
        systemctl --user daemon-reload
        for seed in "$base"/names/*; do
            name=$(cat "$seed")
            systemctl --user start -- "$name" 2>/dev/null
            cat "$base/seen/${seed##*/}.link" > "$base/seen/${seed##*/}"
            systemctl --user show -p ExecStartPre -p ExecStartPost -p ExecStop -p ExecCondition -- "$name"
        done

        """
}
