import Foundation
import Testing

/// `mockd index` and `mockd generate` as build systems call them: the code of the article, and what a sandbox sees.
@Suite struct BuildSystemTests {
    private static let shelf = "public protocol Shelf { func put(_ jar: Jar) -> Int }\npublic struct Jar {}\n"
    private static let cook = "import Pantry\n/// @mockable\nprotocol Cook: Shelf { func cook() }\n"
    private static let hermetic = ["--cache", "none", "--no-toolchain"]

    private func kitchen(_ files: [String: String] = [:]) throws -> PackageFixture {
        let package = try PackageFixture()
        try package.write("Sources/Pantry/Shelf.swift", Self.shelf)
        try package.write("Sources/Kitchen/Cook.swift", Self.cook)
        for (path, text) in files { try package.write(path, text) }
        return package
    }

    /// Returns the first block of code in that language of the article.
    private static func block(_ language: String) throws -> String {
        let article = PackageFixture.repository.appending(path: "Sources/Mocking/Mocking.docc/BuildSystems.md")
        let text = try String(contentsOf: article, encoding: .utf8)
        let start = try #require(text.range(of: "```\(language)\n")).upperBound
        return String(text[start..<(try #require(text.range(of: "```", range: start..<text.endIndex))).lowerBound])
    }

    private static func find(_ program: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }

    // MARK: Make, CMake, ninja

    /// The edits of a test, with the commands of mockd that each of them runs.
    private static let edits: [(name: String, script: String, commands: [String])] = [
        ("nothing", "true", []),
        ("a body", "echo 'private func free() {}' >> Sources/Pantry/Shelf.swift", ["index"]),
        ("nothing after a body", "true", []),
        ("a protocol", "sed -i s/put/lay/ Sources/Pantry/Shelf.swift", ["index", "generate"]),
        ("nothing after a protocol", "true", []),
        ("the mocked protocol", "sed -i 's/func cook/func bake/' Sources/Kitchen/Cook.swift", ["generate"]),
        ("nothing at the end", "true", []),
    ]

    /// Builds after each edit; `build` ends with the log of a mockd that notes its commands.
    private func build(_ package: PackageFixture, with build: String) async throws {
        try package.write(
            "bin/mockd", "#!/bin/sh\necho \"$1\" >> \"$LOG\"\nexec \"\(PackageFixture.products.path())/mockd\" \"$@\"\n"
        )
        func run(_ edit: String) async throws -> [String] {
            // The file system's clock has ticks, and equal times count as current.
            let result = try await package.shell(
                """
                chmod +x bin/mockd; export PATH="$PWD/bin:$PATH" LOG="$PWD/log"; : > log
                touch tick; while [ ! tock -nt tick ]; do touch tock; done
                \(edit); { \(build); } > out 2>&1 || { cat out >&2; exit 1; }
                cat log
                """)
            #expect(result.status == 0, "\(edit): \(result.errors)")
            return result.output.split(separator: "\n").map(String.init)
        }
        #expect(try await run("true") == ["index", "generate"])
        for (name, script, commands) in Self.edits {
            #expect(try await run(script) == commands, "\(name)")
        }
    }

    @Test func `a depfile replaces no source, no other input, no output and no pipe`() async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            mkfifo pipe; echo 'public protocol Wok {}' > Pans.interface; cp Pans.interface before
            generate() {
                $BIN/mockd generate --module Kitchen --sources Sources --output Mocks.swift --cache none --no-toolchain \\
                    --interface Pans=Pans.interface --depfile $1 > log 2>&1; echo $?
            }
            echo 'import Pans' >> Sources/Kitchen/Cook.swift; cp Sources/Kitchen/Cook.swift source
            for file in Sources/Kitchen/Cook.swift Mocks.swift pipe mocks.d; do generate $file; done
            cmp source Sources/Kitchen/Cook.swift && cmp before Pans.interface && [ -p pipe ] && echo same
            head -c 12 mocks.d; echo; head -c 12 Mocks.swift; echo
            """)
        #expect(result.output == "64\n64\n73\n0\nsame\nMocks.swift:\n// Generated\n", "\(result)")
    }

    @Test(.enabled(if: find("make"), "make is not installed"))
    func `the Makefile of the article runs what an edit concerns`() async throws {
        let package = try kitchen(["Makefile": Self.block("make")])
        try await build(package, with: "make")
        #expect(package.read("build/Mocks/Cook.mocks.swift")?.contains("func lay(_ jar: Jar) -> Int") == true)
        // A source that is deleted stops nothing.
        try package.write("Sources/Pantry/Lid.swift", "public protocol Lid {}\n")
        let result = try await package.shell(
            "PATH=\"$PWD/bin:$PATH\"; export LOG=log; make && rm Sources/Pantry/Lid.swift && make")
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test(.enabled(if: find("cmake") && find("ninja"), "cmake and ninja are not installed"))
    func `the CMake project of the article runs what an edit concerns`() async throws {
        let package = try kitchen(["CMakeLists.txt": Self.block("cmake")])
        try await build(
            package, with: "{ [ -d out-of-source ] || cmake -G Ninja -B out-of-source; } && ninja -C out-of-source")
        let mocks = try #require(package.read("out-of-source/KitchenMocks.swift"))
        #expect(mocks.hasPrefix("// Generated by mockd from Sources/Kitchen/Cook.swift. Do not edit.\n"))
    }

    @Test(.enabled(if: find("make"), "make is not installed"), arguments: ["make", "ninja"])
    func `a depfile names paths with every sign that has a meaning there`(tool: String) async throws {
        guard Self.find(tool) else { return }
        let package = try PackageFixture()
        let names = ["Plain", "With space", "Dollar$x", "Hash#tag", "Colon:on", "Back\\slash", #"Both\ space"#]
        for (number, name) in names.enumerated() {
            try package.write("Sources/\(name).swift", "/// @mockable\nprotocol P\(number) {}\n")
        }
        let command =
            "mockd generate --module Kitchen --sources Sources --output Mocks.swift --cache none --no-toolchain --depfile d"
        try package.write("Makefile", "Mocks.swift:\n\t\(command)\n-include d\n")
        try package.write(
            "build.ninja", "rule m\n  command = \(command)\n  depfile = d\n  deps = gcc\nbuild Mocks.swift: m\n")
        // A rule per input says by its name what would be made again.
        let result = try await package.shell(
            """
            export PATH="$BIN:$PATH"; \(tool) > first 2>&1 || { cat first; exit 1; }
            \(tool) > second 2>&1; grep -q -e 'up to date' -e 'no work' second || { echo again; cat second; }
            for file in Sources/*; do
              touch tick; while [ ! tock -nt tick ]; do touch tock; done
              touch Mocks.swift; \(tool) > between 2>&1
              touch tick; while [ ! tock -nt tick ]; do touch tock; done
              touch "$file"; \(tool) > out 2>&1; grep -q 'mockd generate\\|^\\[1/1\\]' out || { echo "$file"; cat out; }
            done
            """)
        #expect(result.output == "" && result.status == 0, "\(result.output)\(result.errors)")
    }

    // MARK: Sandboxes

    @Test func `two checkouts and a sandbox of links give the same bytes`() async throws {
        let files = [
            "Sources/Pantry/Shelf.swift": Self.shelf,
            "Sources/Kitchen/Cook.swift": Self.cook
                + "enum Heat { case low, high }\n/// @mockable\nprotocol Oven { func set(_ heat: Heat) }\n",
        ]
        let plain = try kitchen(files)
        let elsewhere = try kitchen(files)
        let commands = """
            set -e; cd "$1"
            "$BIN/mockd" index --module Pantry --sources Sources/Pantry/Shelf.swift --output out/Pantry.mockd-index \
              --cache none --no-toolchain --depfile out/Pantry.d
            "$BIN/mockd" generate --module Kitchen --sources Sources/Kitchen/Cook.swift --output out/Mocks \
              --dependency Pantry=out/Pantry.mockd-index --cache none --no-toolchain --depfile out/Kitchen.d
            find out -type f | sort | xargs sha256sum; cat out/*.d
            """
        func run(_ package: PackageFixture, in folder: String, before: String = "true") async throws -> String {
            let result = try await package.shell("\(before); set -- \(folder)\n\(commands)")
            #expect(result.status == 0, "\(result.errors)")
            return result.output
        }
        let expected = try await run(plain, in: ".")
        #expect(expected.contains("out/Mocks/Matcher+Kitchen.mocks.swift") && !expected.contains(plain.base.path()))
        #expect(try await run(elsewhere, in: ".") == expected)
        let sandbox =
            "mkdir -p box/Sources/Pantry box/Sources/Kitchen; for f in Sources/*/*.swift; do ln -s \"$PWD/$f\" box/$f; done"
        #expect(try await run(elsewhere, in: "box", before: sandbox) == expected)
    }

    @Test func `a prefix map names generated sources, and their mocks have everything`() async throws {
        let text =
            "public enum Heat { case low, high }\n/// @mockable\npublic protocol Oven: Gone { func set(_ heat: Heat) }\n"
        let package = try kitchen(["out/k8-fastbuild/gen/Oven.swift": text, "out/k8-opt/gen/Oven.swift": text])
        func generate(_ mode: String) async throws -> RunningProcess.Result {
            try await package.run(
                "mockd",
                [
                    "generate", "--module", "Kitchen", "--sources", "out/\(mode)/gen/Oven.swift", "--output",
                    "\(mode).swift",
                ]
                    + ["--path-prefix-map", "out/\(mode)="] + Self.hermetic)
        }
        let (first, second) = (try await generate("k8-fastbuild"), try await generate("k8-opt"))
        #expect(first.errors.hasPrefix("gen/Oven.swift:3:17: error: "), "\(first.errors)")
        #expect(first.status == 1 && second.status == 1)
        let mocks = try #require(package.read("k8-fastbuild.swift"))
        #expect(mocks == package.read("k8-opt.swift"))
        #expect(mocks.hasPrefix("// Generated by mockd from gen/Oven.swift. Do not edit.\n"))
        #expect(mocks.contains("CaseMatcher where") && mocks.contains("static var low"))
    }

    @Test(.enabled(if: Tools.has("strace"), "strace is not installed"))
    func `a run opens its inputs, its outputs, the program and its libraries`() async throws {
        let package = try kitchen(["Package.swift": "broken", "Shop.interface": "public protocol Till {\n}\n"])
        let result = try await package.shell(
            """
            trace() { strace -f -qq -e trace=open,openat,openat2,execve,connect -o "../trace.$1" "$BIN/mockd" "$@" || exit; }
            mkdir out
            trace index --module Pantry --sources Sources/Pantry --output out/Pantry.mockd-index --cache none --no-toolchain
            trace generate --module Kitchen --sources Sources/Kitchen --output out/Mocks --cache none --no-toolchain \
              --dependency Pantry=out/Pantry.mockd-index --interface Shop=Shop.interface --depfile out/d
            cat ../trace.index ../trace.generate
            """)
        #expect(result.status == 0, "\(result.errors)")
        #expect(!result.output.contains("connect("))
        let opened = result.output.split(separator: "\n").filter { !$0.contains("ENOENT") }.compactMap { line in
            line.firstMatch(of: /(?:open|openat|openat2|execve)\([^"]*"([^"]*)"/).map { String($0.output.1) }
        }
        #expect(opened.contains { $0.hasSuffix("Sources/Kitchen/Cook.swift") })
        let root = package.root.path()
        let allowed = [
            "\(root)/Sources", "\(root)/out", PackageFixture.products.path(),
            PackageFixture.products.resolvingSymlinksInPath().path(),
            "/lib", "/usr/lib", "/etc/ld.so", "/proc/", "/sys/devices/system/cpu", "/sys/fs/cgroup", "/dev/null",
        ]
        let others = opened.filter { path in
            path.hasPrefix("/") && path != root && !path.contains("/usr/lib/swift/linux/")
                && !allowed.contains { path.hasPrefix($0) }
        }
        #expect(others == [])
        // Names relative to an open folder: the parts of the paths of the outputs, and temporary files.
        let relative = Set(opened.filter { !$0.hasPrefix("/") && !$0.contains(".tmp") })
        #expect(relative.isSubset(of: ["", ".", "..", "out", "Mocks", "Cook.mocks.swift"]), "\(relative)")
    }

    // MARK: Interfaces of compiled modules

    @Test func `an interface that is given takes the place of the toolchain`() async throws {
        let package = try PackageFixture()
        try package.write("Shop.swift", "public protocol Till { func open(_ drawer: Int) -> Bool }\n")
        try package.write("Kitchen/Cook.swift", "import Shop\n/// @mockable\nprotocol Cook: Till {}\n")
        let printed = try await package.shell(
            """
            swiftc -emit-module -module-name Shop Shop.swift -o Shop.swiftmodule
            swift-synthesize-interface -module-name Shop -I . -target $(uname -m)-unknown-linux-gnu > Shop.interface
            rm Shop.swiftmodule Shop.swift
            """)
        #expect(printed.status == 0, "\(printed.errors)")
        let arguments =
            ["generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Mocks"] + Self.hermetic
        let without = try await package.run("mockd", arguments)
        #expect(without.status == 1)
        #expect(
            without.errors.contains(
                "give the interface of 'Shop' with --interface NAME=FILE, or its declarations with --dependency"))
        let with = try await package.run("mockd", arguments + ["--interface", "Shop=Shop.interface", "--depfile", "d"])
        #expect(with.status == 0, "\(with.errors)")
        #expect(package.read("Mocks/Cook.mocks.swift")?.contains("func open(_ drawer: Int) -> Bool") == true)
        #expect(
            package.read("d")?.hasPrefix("Mocks/Cook.mocks.swift: \\\n  Kitchen/Cook.swift \\\n  Shop.interface\n")
                == true)
    }

    // MARK: The command

    @Test func `an equal index is not written again unless it is missing, and broken sources are reported`()
        async throws
    {
        let package = try kitchen()
        let arguments = ["index", "--module", "Pantry", "--sources", "Sources/Pantry", "--output", "p.mockd-index"]
        func run() async throws -> (status: Int32, output: String, errors: String) {
            let result = try await package.run("mockd", arguments + Self.hermetic)
            return (result.status, result.output, result.errors)
        }
        #expect(try await run() == (0, "wrote p.mockd-index\n", ""))
        let time = package.modified("p.mockd-index")
        #expect(try await run() == (0, "", ""))
        #expect(package.modified("p.mockd-index") == time)
        try FileManager.default.removeItem(at: package.url("p.mockd-index"))
        try package.write("Sources/Pantry/Lid.swift", "public protocol Lid {\n    func close(\n}\n")
        let broken = try await run()
        #expect(broken.status == 1 && broken.output == "wrote p.mockd-index\n")
        #expect(broken.errors.hasPrefix("Sources/Pantry/Lid.swift:"), "\(broken.errors)")
        let wrong = try await package.run("mockd", ["index", "--module", "P", "--sources", "Gone", "--output", "p"])
        #expect(wrong.status == 64)
        #expect(
            wrong.errors.contains(
                "error: --output 'p' does not end in .mockd-index; that end tells an index from other files, so add it [usage]\n"
            ))
    }

    @Test func `a file for all mocks is written even if it is empty, where a build system waits for it`() async throws {
        let package = try kitchen(["Sources/Kitchen/Cook.swift": "protocol Cook {}\n"])
        let arguments = ["generate", "--module", "Kitchen", "--sources", "Sources/Kitchen", "--quiet"] + Self.hermetic
        func generate(_ more: String...) async throws -> RunningProcess.Result {
            try await package.run("mockd", arguments + ["--output", "Mocks.swift", "--depfile", "d"] + more)
        }
        #expect(try await generate().status == 0)
        #expect(package.read("Mocks.swift") == nil)
        #expect(try await generate("--even-empty").status == 0)
        #expect(package.read("Mocks.swift") == "")
        #expect(package.read("d")?.hasPrefix("Mocks.swift: \\\n  Sources/Kitchen/Cook.swift\n") == true)
        let time = package.modified("Mocks.swift")
        #expect(try await generate("--even-empty").status == 0)
        #expect(package.modified("Mocks.swift") == time)
        // The empty file is ours: a mock takes its place, and leaves it again.
        try package.write("Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook {}\n")
        #expect(try await generate("--even-empty", "--extra-import", "Pantry").status == 0)
        #expect(package.read("Mocks.swift")?.contains("import Mocking\nimport Pantry\n") == true)
        try package.write("Sources/Kitchen/Cook.swift", "protocol Cook {}\n")
        #expect(try await generate("--even-empty").status == 0)
        #expect(package.read("Mocks.swift") == "")
        let wrong = try await package.run("mockd", arguments + ["--output", "Mocks", "--even-empty"])
        #expect(wrong.status == 64)
        #expect(
            wrong.errors.hasPrefix(
                "Error: --even-empty is for an --output that ends in .swift: one file for all mocks.\n"))
    }

    @Test func `a damaged index ends with 78 and the next command`() async throws {
        let package = try kitchen(["p.mockd-index": "mockd module index\n"])
        let result = try await package.run(
            "mockd",
            ["generate", "--module", "Kitchen", "--sources", "Sources/Kitchen", "--output", "Mocks"]
                + ["--dependency", "Pantry=p.mockd-index"] + Self.hermetic)
        #expect(result.status == 78)
        #expect(
            result.errors
                == "p.mockd-index: error: this index is damaged or cut off; write it again: mockd index --module Pantry --sources PATH --output p.mockd-index [index-damaged]\n"
        )
    }
}
