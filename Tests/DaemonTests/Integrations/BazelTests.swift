import Foundation
import Testing

/// The rules of `Integrations/bazel`, with the real Bazel: three modules, each importing the one before.
@Suite(.serialized, .enabled(if: BazelWorkspace.isPossible, "bazel-bootstrap or python3 is not installed"))
struct BazelTests {
    /// All outputs of mockd in the workspace. The aspect for rules_swift makes an index of each library, too.
    private static let all = [
        "Kitchen/cooks_of_interface.swift", "Kitchen/kitchen.library.mockd-index", "Kitchen/kitchen_index.mockd-index",
        "Kitchen/kitchen_mocks.swift", "Pantry/pantry.library.mockd-index", "Pantry/pantry_index.mockd-index",
        "Pantry/pantry_mocks.swift", "Tests/waiter_mocks_sources.swift", "Waiter/waiter_index.mockd-index",
        "Waiter/waiter_mocks.swift",
    ]

    @Test func `edits make what they concern, and other machines make nothing`() async throws {
        try await BazelWorkspace.use { workspace in
            let cache = try await workspace.startCache()
            try await workspace.checkOut("first")
            func test(in checkout: String, base: String, _ options: String...) async throws -> BazelWorkspace.Build {
                let command = ["test", "//...", "--remote_cache=\(cache)", "--test_output=errors"] + options
                let build = try await workspace.bazel(command, in: checkout, base: base)
                try #require(build.status == 0, "\(build.messages)")
                return build
            }
            let first = try await test(in: "first", base: "one")
            #expect(first.made == Self.all && first.found == [])

            // A body: the indexes of the module stay as they are, so nothing above it is made again.
            try await workspace.edit("first/Pantry/Shelf.swift") {
                $0.replacing("self.label = label", with: "self.label = String(label)")
            }
            let body = try await test(in: "first", base: "one")
            #expect(body.made == Self.all.filter { $0.hasPrefix("Pantry/") })
            #expect(body.digests.allSatisfy { first.digests[$0] == $1 })

            // A protocol: the mocks of its module and of the module above it, not those below.
            try await workspace.edit("first/Kitchen/Cook.swift") {
                $0.replacing("-> String\n}", with: "-> String\n    func clean()\n}")
            }
            let declaration = try await test(in: "first", base: "one")
            #expect(
                declaration.made == [
                    "Kitchen/cooks_of_interface.swift", "Kitchen/kitchen.library.mockd-index",
                    "Kitchen/kitchen_index.mockd-index", "Kitchen/kitchen_mocks.swift",
                    "Tests/waiter_mocks_sources.swift", "Waiter/waiter_mocks.swift",
                ])

            // Another machine: another path, another folder of outputs, and the sources as they were at first.
            try await workspace.checkOut("elsewhere/below/second")
            let second = try await test(in: "elsewhere/below/second", base: "two")
            #expect(second.made == [] && second.found == Self.all)
            #expect(second.digests == first.digests)

            // The same there without the cache, without a sandbox and with another folder for sandboxes.
            for options in [["--spawn_strategy=local"], ["--spawn_strategy=sandboxed", "--sandbox_base=/dev/shm"]] {
                _ = try await workspace.bazel(["clean"], in: "elsewhere/below/second", base: "two")
                let targets = ["//Pantry:pantry_index", "//Pantry:pantry_mocks", "//Kitchen:kitchen_mocks"]
                let again = try await workspace.bazel(
                    ["build"] + targets + ["//Waiter:waiter_mocks"] + options, in: "elsewhere/below/second", base: "two"
                )
                try #require(again.status == 0, "\(again.messages)")
                #expect(again.made.count == 5 && again.found == [])
                #expect(again.digests.allSatisfy { first.digests[$0] == $1 })
            }
        }
    }

    private static let worker = "--@mockd//:use_worker"

    /// The ways to run an action that can be performed by a worker, with the names that Bazel has for them.
    private static let ways: [(options: [String], runner: String)] = [
        ([worker], "worker"),
        ([worker, "--worker_sandboxing"], "worker"),
        ([worker, "--@mockd//:worker_protocol=json", "--experimental_worker_allow_json_protocol"], "worker"),
        // Where a worker may not last.
        ([worker, "--strategy=MockdIndex=sandboxed", "--strategy=MockdMocks=sandboxed"], "linux-sandbox"),
    ]

    @Test func `workers make the same files as processes of their own`() async throws {
        try await BazelWorkspace.use { workspace in
            try await workspace.checkOut("first")
            let targets = [
                "Pantry:pantry_index", "Pantry:pantry_mocks", "Kitchen:kitchen_index", "Kitchen:kitchen_mocks",
            ]
            func build(_ options: [String], keepingGoing: Bool = false) async throws -> BazelWorkspace.Build {
                let command =
                    ["build", "--keep_going"] + (targets + ["Waiter:waiter_mocks"]).map { "//\($0)" } + options
                let build = try await workspace.bazel(command, in: "first", base: "one")
                try #require(build.status == (keepingGoing ? 1 : 0), "\(build.messages)")
                return build
            }
            let plain = try await build([])
            for (options, runner) in Self.ways {
                _ = try await workspace.bazel(["clean"], in: "first", base: "one")
                let built = try await build(options)
                #expect(built.digests == plain.digests && built.digests.count == 5, "\(options)")
                #expect(built.runners == [runner], "\(options)")
            }
            _ = try await build([Self.worker])
            try await workspace.edit("first/Pantry/Shelf.swift") {
                $0.replacing("self.label = label", with: "self.label = String(label)")
            }
            let body = try await build([Self.worker])
            #expect(body.made == ["Pantry/pantry_index.mockd-index", "Pantry/pantry_mocks.swift"])
            #expect(body.digests.allSatisfy { plain.digests[$0] == $1 } && body.runners == ["worker"])
            // The messages of the worker are those of the action.
            try await workspace.edit("first/Kitchen/Cook.swift") { $0 + "/// @mockable\nprotocol Broken { func\n" }
            let broken = try await build([Self.worker], keepingGoing: true)
            #expect(broken.messages.contains("\nKitchen/Cook.swift:"), "\(broken.messages)")
        }
    }
}
