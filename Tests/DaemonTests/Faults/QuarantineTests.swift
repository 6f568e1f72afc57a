import Foundation
import Testing

/// Inputs that kill or stop the process are left out after two deaths in a row, and everything else is generated.
@Suite(.serialized) struct QuarantineTests {
    private static let source = "Sources/Kitchen/Deadly.swift"
    private static let mock = "Tests/KitchenTests/Mocks/Deadly.mocks.swift"
    private static let others = 12

    private static func message(_ stage: DeadlyText.Stage) -> String {
        let work =
            stage == .reading
            ? "read this file, so it is left out and its mocks" : "made the mocks of this file, so its mocks"
        return
            "mockd crashed or was killed twice while it \(work) stay as they are; change it, or have it tried again with: mockctl generate --force (without a daemon: mockd generate --force)"
    }

    private static func error(_ stage: DeadlyText.Stage) -> String {
        "\(source): error: \(message(stage)) [quarantined]\n"
    }

    /// Returns a package with mocks of many sources, one of which becomes deadly afterwards.
    private func poisonedKitchen() async throws -> PackageFixture {
        let package = try PackageFixture.kitchen()
        try write("eaten", to: package)
        try package.write(Self.source, "/// @mockable\nprotocol Deadly { func eat() }\n")
        #expect(try await package.run("mockd", "generate", "--quiet").status == 0)
        try write("cooked", to: package)
        try package.write(Self.source, DeadlyText.source)
        return package
    }

    private func write(_ member: String, to package: PackageFixture) throws {
        for number in 0..<Self.others {
            try package.write(
                "Sources/Kitchen/Pan\(number).swift", "/// @mockable\nprotocol Pan\(number) { func \(member)() }\n")
        }
    }

    private func othersWith(_ member: String, in package: PackageFixture) -> Int {
        (0..<Self.others).count { number in
            package.read("Tests/KitchenTests/Mocks/Pan\(number).mocks.swift")?.contains("func \(member)(") == true
        }
    }

    // MARK: One pass

    @Test(arguments: DeadlyText.Stage.allCases, [SIGKILL, SIGSEGV])
    func `an input that killed two processes in a row is left out, its mock stays, and all others are made`(
        _ stage: DeadlyText.Stage, _ signal: Int32
    ) async throws {
        let package = try await poisonedKitchen()
        let deadly = try #require(try await DeadlyText(stage, in: package), "clang is not installed")
        let before = package.read(Self.mock)
        #expect(before?.contains("eat") == true)
        for _ in 0..<2 {
            let died = try await package.run("mockd", "generate", "--quiet", variables: deadly.variables(signal))
            #expect(died.status == signal, "\(died)")
        }
        for _ in 0..<2 {
            let result = try await package.run("mockd", "generate", "--quiet", variables: deadly.variables(signal))
            #expect(result.status == 1)
            #expect(result.errors == Self.error(stage))
            #expect(package.read(Self.mock) == before)
            #expect(othersWith("cooked", in: package) == Self.others)
        }
        let check = try await package.run("mockd", "generate", "--check", variables: deadly.variables(signal))
        #expect(check.status == 1)
        #expect(check.errors.contains(Self.error(stage)))
        let forgetful = try await package.run("mockd", "generate", "--quiet", "--cache", "none")
        #expect(forgetful.status == 0, "without a cache nothing is known of earlier deaths")
    }

    @Test(arguments: DeadlyText.Stage.allCases)
    func `an edit of the input, or --force, makes mockd try it again`(_ stage: DeadlyText.Stage) async throws {
        let package = try await poisonedKitchen()
        let deadly = try #require(try await DeadlyText(stage, in: package), "clang is not installed")
        for _ in 0..<2 { _ = try await package.run("mockd", "generate", variables: deadly.variables(SIGKILL)) }
        try package.write(Self.source, "/// @mockable\nprotocol Deadly { func drink() }\n")
        let edited = try await package.run("mockd", "generate", "--quiet", variables: deadly.variables(SIGKILL))
        #expect(edited.status == 0 && edited.errors == "")
        #expect(package.read(Self.mock)?.contains("drink") == true)

        try package.write(Self.source, DeadlyText.source)
        let again = try await package.run("mockd", "generate", "--quiet")
        #expect(again.status == 1, "the bytes are the deadly ones")
        let forced = try await package.run("mockd", "generate", "--quiet", "--force")
        #expect(forced.status == 0 && forced.errors == "")
        #expect(package.read(Self.mock)?.contains("poison") == true)
        #expect(try await package.run("mockd", "generate", "--check").status == 0)
    }

    @Test(arguments: DeadlyText.Stage.allCases)
    func `without the cache of earlier runs the last good mock stays as well`(_ stage: DeadlyText.Stage) async throws {
        let package = try await poisonedKitchen()
        let deadly = try #require(try await DeadlyText(stage, in: package), "clang is not installed")
        let before = package.read(Self.mock)
        for _ in 0..<2 {
            let died = try await package.run("mockd", "generate", "--quiet", variables: deadly.variables(SIGKILL))
            #expect(died.status == SIGKILL)
            try? FileManager.default.removeItem(at: package.base.appending(path: "cache"))
        }
        let result = try await package.run("mockd", "generate", "--quiet", variables: deadly.variables(SIGKILL))
        #expect(result.errors == Self.error(stage))
        #expect(package.read(Self.mock) == before)
        #expect(othersWith("cooked", in: package) == Self.others)
    }

    @Test func `one death proves nothing, and a run that ends well clears the input`() async throws {
        let package = try await poisonedKitchen()
        let deadly = try #require(try await DeadlyText(.making, in: package), "clang is not installed")
        for _ in 0..<2 {
            _ = try await package.run("mockd", "generate", variables: deadly.variables(SIGKILL))
            try package.write(Self.source, DeadlyText.source)
            #expect(try await package.run("mockd", "generate", "--quiet").status == 0)
            // Without a cache the next run makes this mock again.
            try FileManager.default.removeItem(at: package.base.appending(path: "cache"))
        }
        #expect(package.read(Self.mock)?.contains("poison") == true)
    }

    // MARK: Ends by hand

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `an input is not blamed for an end that the user asked for`(_ signal: Int32) async throws {
        let package = try await poisonedKitchen()
        let deadly = try #require(try await DeadlyText(.reading, in: package), "clang is not installed")
        for _ in 0..<3 {
            let process = try package.startReadingErrors(
                "mockd", "generate", "--quiet", variables: deadly.variables())
            #expect(await process.line { $0 == "deadly" } != nil)
            process.send(signal)
            #expect(await process.finish() == signal)
        }
    }

    // MARK: The daemon

    @Test func `a daemon that hangs in an input and is killed twice goes on without it, until it is edited`()
        async throws
    {
        let package = try await poisonedKitchen()
        let deadly = try #require(try await DeadlyText(.making, in: package), "clang is not installed")
        let before = package.read(Self.mock)
        // SIGABRT is sent by systemd's watchdog; SIGTERM in between is a stop by the user.
        for signal in [SIGABRT, SIGTERM, SIGABRT] {
            let daemon = try package.startReadingErrors("mockd", "watch", ".", variables: deadly.variables())
            #expect(await daemon.line { $0 == "deadly" } != nil)
            daemon.send(signal)
            #expect(await daemon.finish() == (signal == SIGTERM ? 0 : signal))
        }
        let daemon = try package.start("mockd", "watch", ".", "--json", variables: deadly.variables())
        #expect(await daemon.event("state-changed", containing: "\"state\":\"ready\"") != nil)
        #expect(try await package.run("mockctl", "sync").status == 1)
        #expect(try await package.run("mockctl", "errors").output.contains(Self.message(.making)))
        #expect(package.read(Self.mock) == before)
        #expect(othersWith("cooked", in: package) == Self.others)
        // The daemon still generates the mocks of other sources.
        try write("served", to: package)
        #expect(try await package.run("mockctl", "sync").status == 1)
        #expect(othersWith("served", in: package) == Self.others)
        try package.write(Self.source, "/// @mockable\nprotocol Deadly { func drink() }\n")
        #expect(try await package.run("mockctl", "sync").status == 0)
        #expect(package.read(Self.mock)?.contains("drink") == true)
        #expect(try await package.run("mockctl", "errors").status == 0)
        #expect(await daemon.stop() == 0)
    }

    @Test(arguments: DeadlyText.Stage.allCases)
    func `mockctl generate --force has a daemon try it again`(_ stage: DeadlyText.Stage) async throws {
        let package = try await poisonedKitchen()
        let deadly = try #require(try await DeadlyText(stage, in: package), "clang is not installed")
        for _ in 0..<2 { _ = try await package.run("mockd", "generate", variables: deadly.variables(SIGKILL)) }
        let daemon = try await package.watch()
        #expect(try await package.run("mockctl", "sync").status == 1)
        #expect(try await package.run("mockctl", "generate", "--force").status == 0)
        #expect(try await package.run("mockctl", "sync").status == 0)
        #expect(package.read(Self.mock)?.contains("poison") == true)
        #expect(await daemon.stop() == 0)
    }
}
