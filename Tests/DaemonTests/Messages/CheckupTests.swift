import ControlChannel
@testable import FileWatching
import Foundation
import Glibc
import MockEngine
import MockModel
import SystemPackage
import Testing

@testable import mockd

/// `mockctl doctor` prints a line for each thing that a daemon needs: its state, the detail, and the way out.
struct CheckupTests {
    private let package: PackageFixture

    init() throws { package = try PackageFixture.kitchen() }

    /// - Returns: the check with this id, in a line.
    private func line(
        _ id: String, root: String? = nil, socket: String = "/run/none",
        _ watch: (inout WatchStatus) -> Void = { _ in },
        board change: (inout StatusBoard.Snapshot) -> Void = { _ in }
    ) -> String {
        var (status, board) = (WatchStatus(), StatusBoard.Snapshot())
        watch(&status)
        change(&board)
        let checkup = Checkup(root: root ?? package.root.path(), watch: status, board: board, socketPath: socket)
        return checkup.checks.filter { $0.id == id }
            .map { "\($0.ok ? "ok" : "BAD") \($0.detail)" + ($0.fix.map { " | \($0)" } ?? "") }.joined(separator: "\n")
    }

    @Test func `the root and its file system`() {
        #expect(
            line("root", root: "/nowhere") == "BAD /nowhere is not there | put it back; the mocks stay until then")
        #expect(line("root", root: "/proc") == "ok /proc is on a local file system (proc)")
    }

    @Test func `the limits of the kernel, and what is watched`() throws {
        let limit = try #require(InotifyLimit.watches.value)
        #expect(line("inotify-limit", { $0.directories = 3 }) == "ok 3 directories, limit \(limit.grouped) watches")
        #expect(line("inotify-limit", { $0.directories = 1 }) == "ok 1 directory, limit \(limit.grouped) watches")
        #expect(
            line("inotify-limit", { $0.directories = limit })
                == "BAD \(limit.grouped) directories, limit \(limit.grouped) watches | "
                + "raise it: sudo sysctl fs.inotify.max_user_watches=\(max(524_288, limit * 2))")
        #expect(line("coverage") == "ok the kernel watches every directory")
        let polled = line("coverage") { ($0.directories, $0.uncovered) = (1_200, 12) }
        #expect(
            polled == "BAD 12 of 1,200 directories are polled every 2 s | see the log: mockctl log --level warning")
    }

    @Test func `a fault of the watcher, with the words of the status`() {
        let reason = Status.Reason(code: "watcher-failing", message: "mockd-watcher does not stay alive", fix: "run it")
        let fault = { (board: inout StatusBoard.Snapshot) in board.concerns[.watcher] = [reason] }
        let known = line("coverage", { ($0.directories, $0.uncovered) = (3, 3) }, board: fault)
        #expect(known == "BAD mockd-watcher does not stay alive | run it")
        // The kernel watches all directories, and some names in them cannot be examined.
        #expect(line("coverage", board: fault) == "BAD mockd-watcher does not stay alive | run it")
        #expect(line("watcher", board: fault) == "BAD mockd-watcher is not running | run it")
        #expect(line("watcher", { $0.watcherProcess = getpid() }, board: fault).hasPrefix("ok mockd-watcher runs"))
    }

    @Test func `the process that watches`() {
        #expect(line("kernel-watches") == "ok what the kernel watches cannot be counted")
        #expect(
            line("kernel-watches", { ($0.watcherProcess, $0.directories, $0.kernelWatches) = (getpid(), 7, 1) })
                == "BAD 0 watches for 7 directories | watch everything anew: mockctl rescan")
        #expect(
            line("watcher")
                == "BAD mockd-watcher is not running | "
                + "mockd starts it again within 5 s; see why it ended: mockctl log --level warning")
        #expect(line("watcher", { $0.watcherProcess = getpid() }) == "ok mockd-watcher runs (pid \(getpid()))")
        #expect(
            line("watcher", { ($0.watcherProcess, $0.restarts) = (getpid(), 1) })
                == "ok mockd-watcher runs (pid \(getpid())), started again once")
        #expect(
            line("watcher", { ($0.watcherProcess, $0.restarts) = (getpid(), 3) })
                == "ok mockd-watcher runs (pid \(getpid())), started again 3 times")
        #expect(
            line("watcher", { ($0.watcherProcess, $0.lastSign) = (getpid(), .now) })
                == "ok mockd-watcher runs (pid \(getpid())), last sign of life 0 s ago")
        #expect(
            line("watcher", { ($0.watcherProcess, $0.lastSign) = (getpid(), .now - .seconds(60)) })
                == "BAD mockd-watcher runs (pid \(getpid())), last sign of life 60 s ago | "
                + "it is replaced when it does not answer within 40 s")
    }

    @Test func `the socket`() throws {
        let again = "start the daemon again: mockctl stop && mockd watch \(package.root.path())"
        #expect(line("socket") == "BAD /run/none is gone | \(again)")
        let path = package.base.appending(path: "S").path()
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
        chmod(path, 0o600)
        #expect(line("socket", socket: path) == "ok \(path) is private")
        chmod(path, 0o666)
        #expect(line("socket", socket: path) == "BAD \(path) is open to others | \(again)")
    }

    @Test func `the configuration, the sources and the outputs`() {
        #expect(line("configuration") == "ok read without a problem")
        let reason = Status.Reason(code: "configuration-invalid", message: ".mockd.yml:1:1: error: no", fix: nil)
        #expect(
            line("configuration", board: { $0.concerns[.configuration] = [reason] })
                == "BAD .mockd.yml:1:1: error: no | see: mockctl config --check")
        #expect(line("sources", board: { $0.files = 1 }) == "ok 1 source, 0 errors")
        let error = Diagnostic(path: "A.swift", position: nil, severity: .error, message: "m", code: "c")
        #expect(
            line(
                "sources",
                board: {
                    $0.files = 2_000
                    $0.updateDiagnostics([error])
                })
                == "BAD 2,000 sources, 1 error | list them: mockctl errors")
        #expect(line("outputs", board: { $0.mocks = 1 }) == "ok the mock is current")
        #expect(line("outputs", board: { $0.mocks = 1_200 }) == "ok all 1,200 mocks are current")
        #expect(
            line("outputs", board: { $0.outputStates = [.current: 3, .edited: 1] })
                == "BAD 1 of 4 output files is not current | list them: mockctl outputs --drifted")
        #expect(
            line("outputs", board: { $0.outputStates = [.current: 2, .edited: 2] })
                == "BAD 2 of 4 output files are not current | list them: mockctl outputs --drifted")
    }

    @Test func `a test target without the library of its mocks`() {
        let warning = Diagnostic(
            path: "Package.swift", position: nil, severity: .warning,
            message: "the mocks in 'A' import Mocking, which …; add …", code: "missing-library")
        #expect(
            line("library", board: { $0.updateDiagnostics([warning]) })
                == "BAD Package.swift: the mocks in 'A' import Mocking, which … | add …")
        #expect(line("library", board: { $0.firstStep = "nothing asks for a mock yet" }) == "")
    }

    @Test func `file systems and limits that this machine does not have`() {
        func line(_ id: String, _ change: (inout Checkup) -> Void) -> String? {
            var checkup = Checkup(
                root: package.root.path(), watch: WatchStatus(), board: StatusBoard.Snapshot(), socketPath: "/run/none")
            change(&checkup)
            return checkup.checks.first { $0.id == id }.map { $0.detail + ($0.fix.map { " | \($0)" } ?? "") }
        }
        #expect(
            line("root") { $0.mounts = "1 2 0:1 / / rw - nfs4 server:/home rw\n" }
                == "\(package.root.path()) is on nfs4, where changes made elsewhere are found only every 10 minutes | "
                + "work on a local file system, or run 'mockctl rescan' after such changes")
        #expect(line("root") { $0.mounts = "" } == "\(package.root.path()) is on a local file system")
        #expect(line("inotify-limit") { $0.watchLimit = nil } == "the limit of watches cannot be read")
        #expect(
            line("open-files") { $0.descriptorLimit = 3 }?.hasSuffix(
                " open, limit 3 | raise it: ulimit -n 4096, or LimitNOFILE= of the service") == true)
        #expect(line("kernel-watches") { $0.watch.watcherProcess = getpid() } == "0 watches for 0 directories")
    }

    @Test func `a program that was replaced while it runs`() async throws {
        let folder = package.base.appending(path: "bin").path()
        let result = try await package.shell(
            """
            mkdir \(folder) && ln "$BIN/mockd" "$BIN/mockd-watcher" \(folder) || cp "$BIN/mockd" "$BIN/mockd-watcher" \(folder)
            \(folder)/mockd watch . --json > out & daemon=$!
            until grep -q '"state":"ready"' out; do sleep 0.05; done
            "$BIN/mockctl" doctor | grep ' program '
            rm \(folder)/mockd
            "$BIN/mockctl" doctor | grep -A 1 ' program '
            "$BIN/mockctl" stop > /dev/null
            """)
        let lines = result.output.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.first?.hasSuffix("  \(folder)/mockd, version \(DaemonIdentity.productVersion)") == true)
        #expect(lines.dropFirst().first?.hasSuffix("  mockd was replaced on disk since it started") == true)
        #expect(lines.last == "-> start the new one: mockctl stop && mockd watch \(package.root.path())")
    }

    @Test func `a watcher that does not stay alive is named once, with its remedy`() async throws {
        let folder = package.base.appending(path: "bin").path()
        _ = try await package.shell(
            """
            mkdir \(folder) && { ln "$BIN/mockd" \(folder) || cp "$BIN/mockd" \(folder); }
            ln -s /bin/false \(folder)/mockd-watcher
            """)
        let daemon = try RunningProcess(
            "\(folder)/mockd", ["watch", "."], in: package.root, variables: package.variables, readsErrors: true)
        #expect(await daemon.line { $0.hasSuffix("[watcher-failing]") } != nil)
        let doctor = try await package.run("mockctl", "doctor").output
        let remedy = "-> run it by hand to see why: \(folder)/mockd-watcher"
        let lines = doctor.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.count { $0 == remedy } == 2, "\(doctor)")
        // A new process is tried, and everything is compared again.
        _ = try await package.run("mockctl", "rescan")
        _ = try await package.run("mockctl", "status", "--wait")
        _ = try await package.run("mockctl", "rescan")
        #expect(await daemon.stop() == 0)
        _ = await daemon.line { _ in false }
        #expect(daemon.lines.count { $0.hasSuffix("[watcher-failing]") } == 1, "\(daemon.lines)")
    }

    @Test func `open files and the program`() {
        #expect(line("open-files").wholeMatch(of: #/ok [\d,]+ open, limit [\d,]+/#) != nil)
        #expect(line("program").hasSuffix(", version \(DaemonIdentity.productVersion)"))
    }
}
