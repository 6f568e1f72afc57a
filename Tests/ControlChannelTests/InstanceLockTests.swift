import ControlChannel
import Foundation
import Synchronization
import SystemPackage
import Testing

@Suite("One daemon for one root", .ownThread)
struct InstanceLockTests {
    let directory: TemporaryDirectory
    let rootDirectory: RootDirectory

    init() throws {
        directory = try TemporaryDirectory()
        let runtime = try RuntimeDirectory.prepare(environment: ["XDG_RUNTIME_DIR": directory.path])
        rootDirectory = try runtime.makeRootDirectory(for: "/w/app")
    }

    private func identity(at milliseconds: Int64 = 1_763_682_138_123) -> DaemonIdentity {
        DaemonIdentity(version: "0.1.0", root: "/w/app", startedAt: Timestamp(millisecondsSince1970: milliseconds))
    }

    @Test("The first daemon registers its root, its process and its start")
    func first() throws {
        let lock = try InstanceLock(in: rootDirectory, identity: identity())
        #expect(lock.epoch == 1_763_682_138)
        #expect(try String(contentsOfFile: rootDirectory.rootFile.string, encoding: .utf8) == "/w/app\n")
        #expect(
            try String(contentsOfFile: rootDirectory.lockFile.string, encoding: .utf8)
                == #"{"epoch":1763682138,"pid":\#(getpid()),"startedAt":"2025-11-20T23:42:18.123Z","version":"0.1.0"}"#
                + "\n")
    }

    @Test("The second daemon names the one that watches already, and ends with 75")
    func second() throws {
        let lock = try InstanceLock(in: rootDirectory, identity: identity())
        let failure = #expect(throws: InstanceLock.Failure.self) {
            try InstanceLock(in: rootDirectory, identity: identity())
        }
        let since = identity().startedAt.localText
        #expect(
            failure?.description
                == "mockd is already watching /w/app (pid \(getpid()) since \(since)); see it with: mockctl status")
        #expect(failure?.exitStatus == 75)
        withExtendedLifetime(lock) {}
    }

    @Test("A lock that another process holds ends with that process, however it dies")
    func otherProcess() async throws {
        let flock = try #require(Executables.find("flock"))
        let holder = Process()
        let output = startingAlone { Pipe() }
        holder.executableURL = URL(filePath: flock)
        holder.arguments = ["--no-fork", "-n", rootDirectory.lockFile.string, "sh", "-c", "echo held; read line"]
        holder.standardInput = Pipe()
        holder.standardOutput = output
        try startingAlone { try holder.run() }
        #expect(output.fileHandleForReading.availableData == Data("held\n".utf8))

        let failure = #expect(throws: InstanceLock.Failure.self) {
            try InstanceLock(in: rootDirectory, identity: identity())
        }
        #expect(failure?.description == "mockd is already watching /w/app; see it with: mockctl status")

        kill(holder.processIdentifier, SIGKILL)
        holder.waitUntilExit()
        #expect(throws: Never.self) { try InstanceLock(in: rootDirectory, identity: identity()) }
    }

    @Test("A daemon starts while another process asks if one holds the lock")
    func askedMeanwhile() async throws {
        try InstanceLock(in: rootDirectory, identity: identity()).release()
        let asker = open(rootDirectory.lockFile.string, O_RDONLY | O_CLOEXEC)
        try #require(flock(asker, LOCK_SH) == 0)
        let file = try FileManager.default.attributesOfItem(atPath: rootDirectory.lockFile.string)
        let inode = try #require(file[.systemFileNumber] as? Int)
        let isEnded = Atomic(false)
        async let lock = onThread {
            defer { isEnded.store(true, ordering: .relaxed) }
            return Result { try InstanceLock(in: rootDirectory, identity: identity()) }
        }
        // Until the daemon shares the lock with the one who asks.
        func sharers() throws -> Int {
            let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n")
            return locks.count { $0.contains("FLOCK") && $0.contains("READ") && $0.contains(":\(inode) ") }
        }
        while try sharers() < 2, !isEnded.load(ordering: .relaxed) { await Task.yield() }
        close(asker)
        let result = try await lock
        #expect(throws: Never.self) { try result.get() }
    }

    @Test("Of two that start at once one wins, a hundred times")
    func race() async throws {
        let runtime = try #require(RuntimeDirectory.existing(environment: ["XDG_RUNTIME_DIR": directory.path]).first)
        for number in 0..<100 {
            let rootDirectory = try runtime.makeRootDirectory(for: FilePath("/w/\(number)"))
            let winners = try await withThrowingTaskGroup { group in
                for _ in 0..<2 {
                    group.addTask {
                        try await onThread { try? InstanceLock(in: rootDirectory, identity: identity()) }
                    }
                }
                var winners: [InstanceLock] = []
                for try await lock in group { if let lock { winners.append(lock) } }
                return winners
            }
            #expect(winners.count == 1)
        }
    }

    @Test("Clocks of a later daemon never look like those of an earlier one, even if the wall clock went back")
    func epochs() throws {
        let epochs = try [1_763_682_138_123, 1_763_682_138_900, 1_000_000].map { milliseconds in
            try InstanceLock(in: rootDirectory, identity: identity(at: milliseconds)).epoch
        }
        #expect(epochs == [1_763_682_138, 1_763_682_139, 1_763_682_140])
    }

    @Test("A root can be read back until its daemon lets go")
    func register() throws {
        let runtime = try #require(RuntimeDirectory.existing(environment: ["XDG_RUNTIME_DIR": directory.path]).first)
        let lock = try InstanceLock(in: rootDirectory, identity: identity())
        #expect(runtime.registeredRoots().map(\.root) == ["/w/app"])
        lock.release()
        #expect(runtime.registeredRoots().isEmpty)
    }
}
