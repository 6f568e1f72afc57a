import Foundation
import Testing

/// A project within a project: a worktree below the checkout, a package in a package, a folder with a configuration.
@Suite(.timeLimit(.minutes(10))) struct InnerProjectTests {
    /// A package with a library whose sources are `folder`/Sources/Pantry.
    private func writePantry(_ folder: String, in package: PackageFixture) throws {
        try package.write(
            "\(folder)/Package.swift", PackageFixture.manifest().replacing("Kitchen", with: "Pantry"))
        try package.write("\(folder)/Sources/Pantry/Jar.swift", WatchedPackage.mocked("Jar"))
        try package.write("\(folder)/Tests/PantryTests/PantryTests.swift", "")
    }

    private func asked(_ command: String, in folder: String, _ package: PackageFixture) async throws
        -> RunningProcess.Result
    {
        try await package.shell("cd '\(folder)' && \"$BIN/mockctl\" \(command)")
    }

    @Test(arguments: [".worktrees/task", "Packages/Pantry"])
    func `a question within an inner project is never answered by the outer daemon`(folder: String) async throws {
        let watched = try await WatchedPackage()
        let package = watched.package
        try writePantry(folder, in: package)
        for command in ["sync", "status", "doctor"] {
            let answer = try await asked(command, in: "\(folder)/Sources/Pantry", package)
            #expect(answer.status == 3, "\(command): \(answer)")
            #expect(
                answer.errors.contains(
                    "; the one of \(package.root.resolvingSymlinksInPath().path()) is for another project; start one"),
                "\(answer)")
        }
        let shown = try await asked("outputs", in: folder, package)
        #expect(shown.output.contains("Jar.mocks.swift") && !shown.output.contains("Cook.mocks.swift"), "\(shown)")
        let started = try await package.shell("cd '\(folder)' && CI= \"$BIN/mockctl\" sync --start")
        #expect(started.status == 0, "\(started)")
        #expect(package.read("\(folder)/Tests/PantryTests/Mocks/Jar.mocks.swift") != nil)
        try await package.expectAgreement("inside", in: folder)
        try await package.expectAgreement("outside")
        #expect(try await asked("stop", in: folder, package).status == 0)
        try await watched.finish()
    }

    /// In a container, root works on the checkout of a user.
    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
    func `the outer daemon answers nothing about an inner project of another user`() async throws {
        let watched = try await WatchedPackage()
        try writePantry("Packages/Pantry", in: watched.package)
        #expect(try await watched.package.shell("chown -R 65534 .").status == 0)
        let answer = try await asked("sync", in: "Packages/Pantry/Sources", watched.package)
        #expect(answer.status == 3, "\(answer)")
        #expect(try await asked("sync", in: "Sources", watched.package).status == 0)
        try await watched.finish()
    }

    @Test func `explain says which project a file belongs to`() async throws {
        let package = try PackageFixture.kitchen()
        try writePantry("Packages/Pantry", in: package)
        let file = "Packages/Pantry/Sources/Pantry/Jar.swift"
        for sources in ["Sources", "."] {
            try package.write(
                ".mockd.yml", "modules:\n  - {name: Kitchen, sources: [\(sources)], output: Doubles}\n")
            let answer = try await package.run("mockctl", "explain", file)
            #expect(
                answer.output
                    == "\(file): not read: it belongs to the project in Packages/Pantry; ask about it from there\n")
        }
    }

    @Test(arguments: ["Package.swift", ".mockd.yml"])
    func `the files of an inner project are left alone for as long as it is one`(file: String) async throws {
        let package = try PackageFixture.kitchen()
        try package.write(".mockd.yml", "modules:\n  - {name: Kitchen, sources: [.], output: Doubles}\n")
        try package.write("Inner/Sources/Jar.swift", WatchedPackage.mocked("Jar"))
        try package.write("Inner/\(file)", "")
        let watched = try await WatchedPackage(package)
        let mock = "Doubles/Jar.mocks.swift"
        func expectMock(_ isThere: Bool, _ what: String) async throws {
            try await package.expectAgreement(what)
            #expect((package.read(mock) != nil) == isThere, "\(what)")
        }
        try await expectMock(false, "at the start")
        try package.write("Inner/Sources/Jar.swift", WatchedPackage.mocked("Jar", member: "other"))
        try await expectMock(false, "after an edit")
        try FileManager.default.removeItem(at: package.url("Inner/\(file)"))
        try await expectMock(true, "a project no more")
        try package.write("Inner/\(file)", "")
        try await expectMock(false, "a project again")
        try FileManager.default.removeItem(at: package.url("Inner"))
        try await expectMock(false, "removed")
        #expect(await watched.daemon.stop() == 0)
    }

    @Test func `SwiftPM compiles a package within the folder of a target, so it stays the target's`() async throws {
        let package = try PackageFixture.kitchen()
        // Without the library, so that SwiftPM needs no other package.
        try package.write("Package.swift", PackageFixture.manifest(tests: #""Kitchen""#))
        try writePantry("Sources/Kitchen/Inner", in: package)
        let jar = "Sources/Kitchen/Inner/Sources/Pantry/Jar.swift"
        let described = try await package.runTool("swift", "package", "describe", "--type", "json")
        #expect(described.output.contains("Inner/Sources/Pantry/Jar.swift"), "\(described)")
        try package.write("Package.swift", PackageFixture.manifest())
        let watched = try await WatchedPackage(package)
        #expect(watched.mock("Jar") != nil)
        try package.write(jar, WatchedPackage.mocked("Jar", member: "other"))
        try await package.expectAgreement("after an edit")
        #expect(watched.mock("Jar")?.contains("other") == true)
        try await watched.finish()
    }

    @Test func `a configuration may name a folder in an inner package`() async throws {
        let package = try PackageFixture()
        try writePantry("Packages/Pantry", in: package)
        try package.write("Packages/Pantry/Sources/Pantry/Nested/Package.swift", "")
        try package.write("Packages/Pantry/Sources/Pantry/Nested/Lid.swift", WatchedPackage.mocked("Lid"))
        try package.write(
            ".mockd.yml", "modules:\n  - {name: Pantry, sources: [Packages/Pantry/Sources/Pantry], output: Doubles}\n")
        let watched = try await WatchedPackage(package)
        #expect(package.read("Doubles/Jar.mocks.swift") != nil)
        #expect(package.read("Doubles/Lid.mocks.swift") == nil)
        try package.write("Packages/Pantry/Sources/Pantry/Jar.swift", WatchedPackage.mocked("Jar", member: "other"))
        try await package.expectAgreement("after an edit")
        #expect(package.read("Doubles/Jar.mocks.swift")?.contains("other") == true)
        try await watched.finish()
    }

    @Test(.enabled(if: Tools.has("git")), arguments: [".claude/worktrees/task", "worktrees/task"])
    func `a worktree below the checkout is a project of its own`(worktree: String) async throws {
        let package = try PackageFixture.kitchen()
        try package.write(".mockd.yml", "modules:\n  - {name: Kitchen, sources: [.], output: Tests/Doubles}\n")
        let git = "git -c user.email=cook@example.com -c user.name=Cook"
        let made = try await package.shell("git init -q . && git add . && \(git) commit -qm first")
        try #require(made.status == 0, "\(made)")
        let watched = try await WatchedPackage(package)
        #expect(try await package.shell("git worktree add -q \(worktree) -b task").status == 0)
        try package.write("\(worktree)/Sources/Kitchen/Task.swift", WatchedPackage.mocked("Task"))
        for command in ["sync", "status"] {
            let answer = try await asked(command, in: "\(worktree)/Sources", package)
            #expect(answer.status == 3, "\(command): \(answer)")
        }
        let started = try await package.shell("cd \(worktree) && CI= \"$BIN/mockctl\" sync --start")
        #expect(started.status == 0, "\(started)")
        #expect(package.read("\(worktree)/Tests/Doubles/Task.mocks.swift") != nil)
        try await package.expectAgreement("in the worktree", in: worktree)
        try await package.expectAgreement("in the checkout")
        #expect(package.read("Tests/Doubles/Task.mocks.swift") == nil)
        #expect(try await asked("stop", in: worktree, package).status == 0)
        #expect(try await package.shell("git worktree remove --force \(worktree)").status == 0)
        try await package.expectAgreement("without the worktree")
        try await watched.finish()
    }
}
