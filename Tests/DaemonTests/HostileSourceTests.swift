import Foundation
import LinuxSystem
import Testing

/// Inputs that take too much work or memory cost one diagnostic, and the other mocks are made.
@Suite struct HostileSourceTests {
    private static func times(_ count: Int, _ text: (Int) -> String) -> String { (0..<count).map(text).joined() }

    static let sources: [(String, String)] = [
        (
            "tuples of tuples",
            times(40) { "typealias C\($0) = (C\($0 + 1), C\($0 + 1))\n" }
                + "typealias C40 = Int\n/// @mockable\nprotocol Bad { func f(_ a: C0); func f(_ a: Int) }\n"
        ),
        (
            "a chain of parents",
            times(20_000) { "protocol U\($0): U\($0 + 1) {}\n" }
                + "protocol U20000 {}\n/// @mockable\nprotocol Bad: U0 {}\n"
        ),
    ]

    @Test(arguments: sources.indices)
    func `a source that takes too much work costs one diagnostic, and every other mock is made`(
        _ index: Int
    ) async throws {
        let package = try PackageFixture.kitchen()
        try package.write("Sources/Kitchen/Bad.swift", Self.sources[index].1)
        let result = try await package.run("mockd", "generate", "--quiet")
        #expect(result.status == 1)
        let lines = [
            "Sources/Kitchen/Bad.swift:43:10: error: a mock of 'Bad' would take too much work: its parents, typealiases and members lead to more than 3000000 steps, so it is not made, and one that was made before stays; split it, or write out the targets of its typealiases [too-complex]\n",
            "Sources/Kitchen/Bad.swift:20003:10: error: a mock of 'Bad' would take too much work: its parents, typealiases and members lead to more than 3000000 steps, so it is not made, and one that was made before stays; split it, or write out the targets of its typealiases [too-complex]\n",
        ]
        #expect(result.errors == lines[index])
        #expect(FileManager.default.fileExists(atPath: package.url(PackageFixture.mockPath).path()))
    }

    @Test func `a manifest that is too deep costs one diagnostic and no crash`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write("Package.swift", "let a = " + Self.times(20_000) { _ in "try " } + "b\n")
        let result = try await package.run("mockd", "generate", "--quiet")
        #expect(result.status == 78)
        #expect(result.errors.hasPrefix("Package.swift:1:4092: error: what ends here is too complex for this file"))
    }

    @Test(arguments: [
        (
            "-d 30000",
            "error: this process may have 29 MiB of data, and mockd needs 256; raise the limit with: ulimit -d 262144"
        ),
        (
            "-v 400000",
            "error: this process may have 390 MiB of address space, and mockd needs 512; raise the limit with: ulimit -v 524288"
        ),
    ])
    func `too little memory to begin with is reported`(_ limit: String, _ message: String) async throws {
        let package = try PackageFixture.kitchen()
        let mockd = PackageFixture.products.appending(path: "mockd").path()
        let result = try await RunningProcess.run(
            "/bin/sh", ["-c", "ulimit \(limit); exec '\(mockd)' generate"], in: package.root)
        #expect(result.status == 1)
        #expect(result.errors == message + "\n")
    }

    @Test(arguments: [20, 24, 40])
    func `too few descriptors are reported, and a low soft limit is raised`(limit: Int) async throws {
        let package = try PackageFixture.kitchen()
        let few = try await package.shell(
            "ulimit -n \(limit); $BIN/mockd generate; echo $?; $BIN/mockd watch; echo $?")
        let needed = DescriptorLimit.needed
        let message =
            "error: this process may open \(limit) files, and mockd needs \(needed); raise the limit with 'ulimit -n \(needed)', or LimitNOFILE= of the service\n"
        #expect((few.output, few.errors) == ("1\n1\n", message + message))
        let soft = try await package.shell(
            """
            ulimit -Sn \(limit)
            $BIN/mockd watch 2> ../errors & daemon=$!
            until grep -q '^ready in' ../errors; do sleep 0.05; done
            awk '/open files/ { print $4 }' /proc/$daemon/limits
            for n in $(seq 30); do $BIN/mockctl events > /dev/null & clients+=($!); done
            echo '/// @mockable\nprotocol Waiter {}' > Sources/Kitchen/Waiter.swift
            $BIN/mockctl sync; ls Tests/KitchenTests/Mocks
            kill ${clients[@]} $daemon; wait $daemon; echo $?
            """)
        #expect(soft.output == "1024\nCook.mocks.swift\nWaiter.mocks.swift\n0\n", "\(soft)")
    }

    /// As many as the least limit permits: a daemon with clients finds each edit.
    @Test func `the least number of descriptors is enough`() async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            ulimit -n \(DescriptorLimit.needed)
            $BIN/mockd watch 2> ../errors & daemon=$!
            until grep -q '^ready in' ../errors; do sleep 0.05; done
            for n in $(seq 8); do
                $BIN/mockctl events > ../events.$n & clients+=($!)
                until [ -s ../events.$n ]; do sleep 0.05; done
            done
            for n in $(seq 20); do
                for m in $(seq 40); do printf "/// @mockable\nprotocol W$m { func f$n() }\n" > Sources/Kitchen/W$m.swift; done
                $BIN/mockctl sync || echo $?
                cat Tests/KitchenTests/Mocks/W*.swift | grep -c "func f$n() {"
            done | sort -u
            kill ${clients[@]} $daemon; wait $daemon; echo $?
            """)
        #expect(result.output == "40\n0\n", "\(result)")
    }
}
