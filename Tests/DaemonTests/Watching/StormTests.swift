import Foundation
import Glibc
import Testing

/// Changes everything at random for a while; then the daemon's mocks must be those of a run from scratch, byte for
/// byte.
@Suite(.timeLimit(.minutes(15))) struct StormTests {
    /// `MOCKD_STORM_SECONDS=30` runs longer.
    static let seconds = ProcessInfo.processInfo.environment["MOCKD_STORM_SECONDS"].flatMap(Double.init) ?? 8

    @Test func `after a storm of edits, moves and checkouts the mocks are those of a run from scratch`() async throws {
        let package = try PackageFixture.kitchen()
        for number in 0..<30 { try package.write(Self.path(number), Self.text(number, "first")) }
        try await Self.git(package, "init", "-q", "-b", "first")
        try await Self.git(package, "add", "Sources", "Package.swift")
        try await Self.git(package, "commit", "-q", "-m", "first")
        try await Self.git(package, "checkout", "-q", "-b", "second")
        for number in 0..<30 { try package.write(Self.path(number), Self.text(number, "second")) }
        try await Self.git(package, "commit", "-q", "-a", "-m", "second")
        let watched = try await WatchedPackage(package)

        var generator = SystemRandomNumberGenerator()
        let end = ContinuousClock.now + .seconds(Self.seconds)
        var steps = 0
        while ContinuousClock.now < end {
            // Some steps are impossible, as when two people work in one folder.
            try? await Self.step(package, steps, &generator)
            steps += 1
        }
        try await Self.git(package, "checkout", "-q", "-f", "first")
        // Deletes the untracked sources: a broken one would keep its last mock, which a run from scratch does not have.
        try await Self.git(package, "clean", "-f", "-d", "-q", "Sources")
        let answer = try await package.run("mockctl", "sync", "--timeout", "5m")
        #expect(answer.status == 0, "\(answer.errors)")
        print("storm: \(steps) steps in \(Self.seconds) s;", try await watched.status())

        try await package.expectAgreement("after the storm")

        // Copies the sources to another place, without their mocks.
        let fresh = try PackageFixture()
        try FileManager.default.removeItem(at: fresh.root)
        try FileManager.default.copyItem(at: package.root, to: fresh.root)
        try FileManager.default.removeItem(at: fresh.url("Tests/KitchenTests/Mocks"))
        let generated = try await fresh.run("mockd", "generate", ".")
        #expect(generated.status == 0, "\(generated.errors)")
        let (made, expected) = try (Self.mocks(of: package), Self.mocks(of: fresh))
        #expect(made.keys.sorted() == expected.keys.sorted())
        #expect(made.filter { expected[$0.key] != $0.value }.keys.sorted() == [])

        let (directories, watches) = try Self.directories(of: watched)
        // The kernel also watches the root's parent, git's directory and the folder of cookies.
        #expect(watches == directories + 3)
        #expect(await watched.daemon.stop() == 0)
    }

    private static func path(_ number: Int) -> String { "Sources/Kitchen/D\(number % 5)/P\(number).swift" }

    private static func text(_ number: Int, _ member: String) -> String {
        WatchedPackage.mocked("P\(number)", member: member + "\(number)")
    }

    private static func step(
        _ package: PackageFixture, _ step: Int, _ generator: inout SystemRandomNumberGenerator
    ) async throws {
        let number = Int.random(in: 0..<40, using: &generator)
        let files = FileManager.default
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<60: try package.write(path(number), text(number, "edit\(step)x"))
        case 60..<75: try files.removeItem(at: package.url(path(number)))
        case 75..<85:
            let (from, to) = (
                package.url("Sources/Kitchen/D\(number % 5)"), package.url("Sources/Kitchen/M\(number % 3)")
            )
            try files.moveItem(at: from, to: to)
        case 85..<90: try files.removeItem(at: package.url("Sources/Kitchen/M\(number % 3)"))
        case 90..<96: try package.write(path(number), "/// @mockable\nprotocol P\(number) {\n    func broken(\n")
        case 96..<98: try files.removeItem(at: package.url(WatchedPackage.mockPath("P\(number)")))
        default: try await git(package, "checkout", "-q", "-f", step % 2 == 0 ? "first" : "second")
        }
    }

    private static func git(_ package: PackageFixture, _ arguments: String...) async throws {
        let identity = ["-c", "user.name=T", "-c", "user.email=t@example.invalid"]
        let result = try await RunningProcess.run("/usr/bin/env", ["git"] + identity + arguments, in: package.root)
        #expect(result.status == 0, "\(arguments): \(result.errors)")
    }

    /// Returns all files of the folder of mocks, so that unexpected ones are found.
    private static func mocks(of package: PackageFixture) throws -> [String: Data] {
        let folder = package.url("Tests/KitchenTests/Mocks")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appending(path: $0))) })
    }

    /// Returns the number of directories below the root, and the number of directories that the kernel watches.
    private static func directories(of watched: WatchedPackage) throws -> (Int, Int) {
        var count = 1
        let all = FileManager.default.enumerator(atPath: watched.package.root.path())
        while let path = all?.nextObject() as? String {
            guard all?.fileAttributes?[.type] as? FileAttributeType == .typeDirectory else { continue }
            if path == ".git" { all?.skipDescendants() } else { count += 1 }
        }
        let child = try #require(try watched.daemon.children().first)
        return (count, try FileDescriptors.inotifyWatches(of: child))
    }
}

/// Reads the descriptors of a process from `/proc`.
enum FileDescriptors {
    static func inotifyWatches(of process: Int32) throws -> Int {
        let folder = "/proc/\(process)/fdinfo"
        return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) { count, name in
            let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
            return count + text.split(separator: "\n").count { $0.hasPrefix("inotify wd") }
        }
    }
}

extension RunningProcess {
    /// Returns the running child processes.
    func children() throws -> [Int32] {
        let tasks = "/proc/\(pid)/task"
        return try FileManager.default.contentsOfDirectory(atPath: tasks).flatMap { task in
            let text = (try? String(contentsOfFile: "\(tasks)/\(task)/children", encoding: .utf8)) ?? ""
            return text.split(separator: " ").compactMap { Int32($0) }
        }
    }
}
