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
}
