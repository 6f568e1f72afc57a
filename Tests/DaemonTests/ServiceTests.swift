import Foundation
import SystemPackage
import Testing

@testable import mockd

/// The user service works without and with a real systemd.
@Suite struct ServiceTests {
    private static let header =
        "# Written by 'mockd service install', which may replace it, and 'mockd service uninstall'."

    private static func hasTool(_ tool: String) -> Bool {
        ["/usr/bin/", "/bin/", "/lib/systemd/", "/usr/sbin/"].contains {
            FileManager.default.isExecutableFile(atPath: $0 + tool)
        }
    }

    /// Writes a `systemctl` that records its arguments and fails for those that contain a word; returns the environment
    /// for it.
    private func fakeSystemctl(_ package: PackageFixture, failing word: String = "none") throws -> [String: String] {
        try package.write(
            "bin/systemctl",
            """
            #!/bin/sh
            echo "$*" >> calls
            case "$*" in
            *daemon-reload) [ '\(word)' != daemon-reload ] || { echo "Failed to connect to bus" >&2; exit 1; } ;;
            *'\(word)'*) exit 1 ;;
            esac

            """)
        chmod(package.url("bin/systemctl").path(), 0o755)
        return [
            "PATH": "\(package.url("bin").path()):/usr/bin:/bin", "HOME": package.url("home").path(),
            "XDG_CONFIG_HOME": package.url("home/.config").path(),
        ]
    }

    private func instance(_ package: PackageFixture) -> String {
        "mockd@\(ServiceName.escaped(path: FilePath(package.root.path()))).service"
    }

    @Test func `the unit in this repository is the one that install writes`() throws {
        let file = PackageFixture.repository.appending(path: "systemd/mockd@.service")
        let unit = try ServiceUnit(root: "/home/me/App", program: .inHome(".local/bin/mockd"))
        #expect(try String(contentsOf: file, encoding: .utf8) == unit.text)
    }

    @Test(arguments: [
        ("/home/me/My App-2", "home-me-My\\x20App\\x2d2"), ("/", "-"), ("//a///b/", "a-b"),
        ("/.hidden/x.y", "\\x2ehidden-x.y"),
        ("/Küche", "K\\xc3\\xbcche"), ("/a_b:c", "a_b:c"), ("/x\u{1}", "x\\x01"),
    ])
    func `paths are escaped as systemd-escape does`(path: String, escaped: String) async throws {
        #expect(ServiceName.escaped(path: FilePath(path)) == escaped)
        guard Self.hasTool("systemd-escape") else { return }
        let result = try await RunningProcess.run(
            "/usr/bin/env", ["systemd-escape", "--path", path], in: PackageFixture.repository)
        #expect(result.output == escaped + "\n")
    }

    @Test func `a path that makes too long a name gets a unit of its own`() throws {
        let root = "/work/" + String(repeating: "ü", count: 70) + "/100% \"App\""
        let unit = try ServiceUnit(root: .init(root), program: .file("/opt/my mockd"), outsideOutputs: ["/out side"])
        #expect(unit.name.unit == unit.name.file)
        #expect(unit.name.unit.wholeMatch(of: /mockd-[0-9a-f]{16}\.service/) != nil)
        let escaped = root.replacing("%", with: "%%")
        let word = "\"\(escaped.replacing("\"", with: "\\\""))\""
        #expect(unit.text.contains("\nExecStart=:\"/opt/my mockd\" watch \(word)\n"))
        #expect(unit.text.contains("\nWorkingDirectory=\(escaped)/\n"))
        #expect(unit.text.contains("\nReadWritePaths=\(word) %C/mockd %t/mockd\n"))
        #expect(unit.dropIn == "\(Self.header)\n[Service]\nReadWritePaths=\"/out side\"\n")
    }

    @Test(.enabled(if: hasTool("systemd-analyze"), "systemd-analyze is not installed"))
    func `systemd accepts the unit, its instance and its confinement without a word`() async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            "$BIN/mockd" service print . > 'mockd@.service' &&
            ln -s 'mockd@.service' 'mockd@tmp.service' &&
            "$BIN/mockd" service print . --on-demand | sed '1,/\\.socket$/d' > 'mockd@tmp.socket' &&
            grep -q '^ListenStream=%t/mockd/.*/control.sock$' 'mockd@tmp.socket' &&
            systemd-analyze verify --user --man=no ./mockd@tmp.socket &&
            systemd-analyze verify --user --man=no --recursive-errors=yes ./mockd@tmp.service &&
            systemd-analyze --user security --offline=true --threshold=70 ./mockd@tmp.service > /dev/null
            """)
        #expect(result.status == 0)
        #expect(result.errors == "")
    }

    @Test func `the status of a service that is not installed says how to install it`() async throws {
        let package = try PackageFixture.kitchen()
        let (root, variables) = (package.root.path(), try fakeSystemctl(package, failing: "status"))
        let file = package.url("home/.config/systemd/user/mockd@.service").path()
        let missing = try await package.run("mockd", "service", "status", variables: variables)
        #expect(missing.status == 4)
        #expect(
            missing.errors
                == "error: mockd is not installed as a service; there is no \(file); install it with: mockd service install \(root)\n"
        )
        _ = try await package.run("mockd", "service", "install", variables: variables)
        #expect(try await package.run("mockd", "service", "status", variables: variables).status == 1)
        #expect(package.read("calls")?.hasSuffix("--user --no-pager status \(instance(package))\n") == true)
    }

    @Test func `install reports what it did and how to undo it, and can be run twice`() async throws {
        let package = try PackageFixture.kitchen()
        let variables = try fakeSystemctl(package)
        let (root, name) = (package.root.path(), instance(package))
        let file = package.url("home/.config/systemd/user/mockd@.service").path()
        let hints = """
            enabled and started \(name)
            how it is:             mockd service status \(root)
            what it says:          journalctl --user -u '\(name)'
            also when logged out:  loginctl enable-linger
            undo all of this:      mockd service uninstall \(root)

            """
        let first = try await package.run("mockd", "service", "install", variables: variables)
        #expect(first.output == "wrote \(file)\n" + hints)
        #expect(first.errors == "")
        let second = try await package.run("mockd", "service", "install", variables: variables)
        #expect(second.output == "\(file) is current\n" + hints)
        let printed = try await package.run("mockd", "service", "print")
        #expect(printed.output == package.read("home/.config/systemd/user/mockd@.service"))
        #expect(
            package.read("calls") == """
                --user daemon-reload
                --user daemon-reload
                --user try-restart \(name)
                --user enable --quiet --now \(name)
                --user daemon-reload
                --user daemon-reload
                --user enable --quiet --now \(name)

                """)

        let removed = try await package.run("mockd", "service", "uninstall", variables: variables)
        #expect(removed.output == "stopped and disabled \(name)\nremoved \(file)\n")
        let again = try await package.run("mockd", "service", "uninstall", variables: variables)
        #expect(again.status == 1)
        #expect(again.errors == "error: mockd is not installed as a service; there is no \(file)\n")
    }

    @Test func `a service on demand has a socket that systemd opens, and can be taken back`() async throws {
        let package = try PackageFixture.kitchen()
        let variables = try fakeSystemctl(package)
        let (name, folder) = (instance(package), "home/.config/systemd/user")
        let socket = "\(name.dropLast("service".count))socket"
        let first = try await package.run("mockd", "service", "install", "--on-demand", variables: variables)
        #expect(first.status == 0)
        #expect(
            first.output.contains(
                "enabled \(socket): the first mockctl starts the daemon, which ends after 30m without use\n"))
        let program = PackageFixture.products.appending(path: "mockd").path()
        #expect(
            package.read("\(folder)/\(name).d/outputs.conf")
                == "\(Self.header)\n[Service]\nExecStart=\nExecStart=:\"\(program)\" watch --idle-exit 30m %f\n")
        #expect(package.read("\(folder)/\(socket)")?.contains("\nListenStream=%t/mockd/") == true)
        #expect(package.read("calls")?.hasSuffix("--user enable --quiet --now \(socket)\n") == true)
        // As systemd enables it.
        try package.write("\(folder)/sockets.target.wants/\(socket)", "")

        let back = try await package.run("mockd", "service", "install", variables: variables)
        #expect(back.output.contains("enabled and started \(name)\n"))
        #expect(package.read("\(folder)/\(socket)") == nil && package.read("\(folder)/\(name).d/outputs.conf") == nil)
        #expect(
            package.read("calls")?.hasSuffix(
                """
                --user disable --quiet --now \(socket)
                --user disable --quiet --now \(name)
                --user daemon-reload
                --user try-restart \(name)
                --user enable --quiet --now \(name)

                """) == true, "\(package.read("calls") ?? "")")
    }

    /// Each start that fails would bring systemd closer to giving up on the socket.
    @Test(.enabled(if: hasTool("systemd-socket-activate"), "systemd-socket-activate is not installed"))
    func `a daemon that a socket starts answers with a wrong configuration, and starts once it is mended`() async throws
    {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            socket=$XDG_RUNTIME_DIR$("$BIN/mockd" service print . --on-demand | sed -n 's/^ListenStream=%t//p')
            mkdir -p -m 700 $XDG_RUNTIME_DIR/mockd; mkdir -m 700 "$(dirname "$socket")"
            echo 'odd: 1' > .mockd.yml
            systemd-socket-activate -E XDG_RUNTIME_DIR -E XDG_CACHE_HOME -l "$socket" \\
                "$BIN/mockd" watch --idle-exit 30m "$PWD" 2> ../errors & daemon=$!
            until [ -S "$socket" ]; do sleep 0.05; done
            for n in 1 2 3 4 5 6 7; do "$BIN/mockctl" sync 2>&1; echo $?; done | sort | uniq -c | tr -s ' '
            kill -0 $daemon && rm .mockd.yml
            "$BIN/mockctl" sync; echo $?; ls Tests/KitchenTests/Mocks
            grep -c 'error: ' ../errors
            kill $daemon; wait $daemon; echo $?
            """)
        #expect(
            result.output.hasSuffix(
                "7 mockd starts with the first question after it is mended\n0\nCook.mocks.swift\n1\n0\n"),
            "\(result)")
        #expect(
            result.output.contains("\n 7 78\n") && result.output.contains(" 7 .mockd.yml:1:1: error: "), "\(result)")
    }

    @Test func `a service on demand that cannot be had leaves the service as it was`() async throws {
        let package = try PackageFixture.kitchen()
        let (name, folder) = (instance(package), "home/.config/systemd/user")
        let socket = "\(name.dropLast("service".count))socket"
        _ = try await package.run("mockd", "service", "install", variables: try fakeSystemctl(package))
        try package.write("\(folder)/default.target.wants/\(name)", "")
        let failed = try await package.run(
            "mockd", "service", "install", "--on-demand",
            variables: try fakeSystemctl(package, failing: "enable --quiet --now \(socket)"))
        #expect(failed.errors.hasPrefix("error: the service is as it was before: "), "\(failed)")
        #expect(package.read("\(folder)/\(socket)") == nil && package.read("\(folder)/\(name).d/outputs.conf") == nil)
        #expect(
            package.read("calls")?.hasSuffix(
                "--user enable --quiet --now \(name)\n--user restart --quiet \(name)\n") == true)
    }

    @Test func `an output outside of the project gets an addition to the unit`() async throws {
        let package = try PackageFixture.kitchen()
        let variables = try fakeSystemctl(package)
        let outside = package.root.deletingLastPathComponent().appending(path: "Mocks").path()
        try package.write(
            ".mockd.yml", "modules:\n  - {name: Kitchen, sources: [Sources/Kitchen], output: ../Mocks}\n")
        let refused = try await package.run("mockd", "service", "install", variables: variables)
        #expect(refused.status == 78)
        #expect(package.read("calls") == nil)
        let result = try await package.run("mockd", "service", "install", "--allow-outside", variables: variables)
        let folder = package.url("home/.config/systemd/user").path()
        let dropIn = "\(instance(package)).d/outputs.conf"
        let program = PackageFixture.products.appending(path: "mockd").path()
        #expect(result.output.hasPrefix("wrote \(folder)/mockd@.service\nwrote \(folder)/\(dropIn)\n"))
        #expect(
            package.read("home/.config/systemd/user/\(dropIn)")
                == "\(Self.header)\n[Service]\nExecStart=\nExecStart=:\"\(program)\" watch --allow-outside %f\n"
                + "ReadWritePaths=\"\(outside)\"\n")
        // The daemon reads the user's configuration by itself.
        try package.write("home/.config/mockd/config.yml", "allowOutside: true\n")
        #expect(try await package.run("mockd", "service", "install", variables: variables).status == 0)
        #expect(
            package.read("home/.config/systemd/user/\(dropIn)")
                == "\(Self.header)\n[Service]\nReadWritePaths=\"\(outside)\"\n")
    }

    @Test func `failures of install and uninstall are reported with the way out`() async throws {
        let package = try PackageFixture.kitchen()
        let variables = try fakeSystemctl(package)
        let file = "home/.config/systemd/user/mockd@.service"
        try package.write(file, "# mine\n")
        let refused = try await package.run("mockd", "service", "install", variables: variables)
        #expect(refused.status == 73)
        #expect(
            refused.errors
                == "error: \(package.url(file).path()) was not written by mockd and is left as it is; move it "
                + "away first\n")
        let kept = try await package.run("mockd", "service", "uninstall", variables: variables)
        #expect(kept.status == 73)
        #expect(
            kept.errors
                == "error: \(package.url(file).path()) was not written by mockd and is left as it is; remove it yourself\n"
        )
        #expect(package.read(file) == "# mine\n")
    }

    @Test func `without a manager of the user's services nothing is installed or removed`() async throws {
        let package = try PackageFixture.kitchen()
        let variables = try fakeSystemctl(package, failing: "daemon-reload")
        func message(_ consequence: String, _ alternative: String) -> String {
            "error: systemd manages no services of this user here, so \(consequence) "
                + "('systemctl --user daemon-reload' ended with status 1); have it do so with 'loginctl enable-linger' "
                + "and XDG_RUNTIME_DIR=/run/user/\(getuid()), and try again; without systemd, as in most containers, "
                + "\(alternative)\n"
        }
        let failed = try await package.run("mockd", "service", "install", variables: variables)
        #expect(failed.status == 1)
        #expect(failed.output == "")
        #expect(failed.errors == message("nothing was installed", "run: mockd watch \(package.root.path())"))
        #expect(!FileManager.default.fileExists(atPath: package.url("home").path()))

        let file = "home/.config/systemd/user/mockd@.service"
        let unit = try await package.run("mockd", "service", "print").output
        try package.write(file, unit)
        let kept = try await package.run("mockd", "service", "uninstall", variables: variables)
        #expect(kept.status == 1)
        #expect(kept.errors == message("nothing was removed", "delete \(package.url(file).path())"))
        #expect(package.read(file) == unit)
    }

    @Test func `an installation that fails leaves everything as it was`() async throws {
        let package = try PackageFixture.kitchen()
        var variables = try fakeSystemctl(package, failing: "enable")
        let outside = package.root.deletingLastPathComponent().appending(path: "Away/Mocks").path()
        try package.write(
            ".mockd.yml", "modules:\n  - {name: Kitchen, sources: [Sources/Kitchen], output: \(outside)}\n")
        let install = ["service", "install", "--allow-outside"]
        let name = instance(package)
        let cause =
            "'systemctl --user enable --quiet --now \(name)' ended with status 1; see what systemd says: "
            + "journalctl --user -u '\(name)'\n"
        let failed = try await package.run("mockd", install, variables: variables)
        #expect(failed.status == 1)
        #expect(failed.errors == "error: nothing was installed: \(cause)")
        #expect(!FileManager.default.fileExists(atPath: package.url("home").path()))
        #expect(!FileManager.default.fileExists(atPath: package.url("../Away").path()))
        #expect(
            package.read("calls")?.hasSuffix(
                """
                --user disable --quiet --now \(name)
                --user daemon-reload
                --user reset-failed --quiet \(name)

                """) == true, "\(package.read("calls") ?? "")")

        // A service that is there keeps its unit.
        variables = try fakeSystemctl(package)
        #expect(try await package.run("mockd", install, variables: variables).status == 0)
        let folder = "home/.config/systemd/user"
        try package.write("\(folder)/default.target.wants/\(name)", "")
        let files = ["\(folder)/mockd@.service", "\(folder)/\(name).d/outputs.conf"]
        try package.write(files[0], (package.read(files[0]) ?? "") + "# An earlier one.\n")
        let texts = files.map(package.read)
        variables = try fakeSystemctl(package, failing: "try-restart")
        let update = try await package.run("mockd", install, variables: variables)
        #expect(update.status == 1)
        #expect(update.errors.hasPrefix("error: the service is as it was before: 'systemctl --user try-restart "))
        #expect(files.map(package.read) == texts)
        #expect(package.read("calls")?.hasSuffix("--user restart --quiet \(name)\n") == true)
    }

    @Test func `a service is not installed beside a daemon in a terminal`() async throws {
        let package = try PackageFixture.kitchen()
        let variables = try fakeSystemctl(package)
        let daemon = try await package.watch()
        let root = package.root.path()
        let refused = try await package.run("mockd", "service", "install", variables: variables)
        #expect(refused.status == 75)
        #expect(
            refused.errors == "error: mockd is already watching \(root), so nothing was installed; stop it and try "
                + "again: mockctl stop \(root)\n")
        #expect(!FileManager.default.fileExists(atPath: package.url("home").path()))
        let stop = try await package.run("mockctl", "stop")
        #expect(stop.output == "stopped mockd (pid \(daemon.pid)) of \(root)\n")
        #expect(await daemon.finish() == 0)
        #expect(try await package.run("mockd", "service", "install", variables: variables).status == 0)
    }

    @Test func `the unit stays while another project uses it`() async throws {
        let package = try PackageFixture.kitchen()
        let variables = try fakeSystemctl(package)
        let file = package.url("home/.config/systemd/user/mockd@.service").path()
        #expect(try await package.run("mockd", "service", "install", variables: variables).status == 0)
        try package.write("home/.config/systemd/user/default.target.wants/mockd@other.service", "")
        let removed = try await package.run("mockd", "service", "uninstall", variables: variables)
        #expect(
            removed.output == "stopped and disabled \(instance(package))\nkept \(file), which other projects use\n")
        #expect(package.read("home/.config/systemd/user/mockd@.service") != nil)
    }

    private static var reasonToSkip: Comment { "needs root, systemd and journald" }

    @Test(
        .enabled(
            if: geteuid() == 0 && hasTool("systemd") && hasTool("systemd-journald") && hasTool("unshare"), reasonToSkip)
    )
    func `a real systemd starts, reloads, watches over, restarts and stops it`() async throws {
        let folder = PackageFixture.repository.appending(path: ".ci")
        let package = try PackageFixture()
        let deadly = try #require(try await DeadlyText(.reading, in: package), "clang is not installed")
        let result = try await RunningProcess.run(
            folder.appending(path: "with-user-systemd").path(),
            [
                folder.appending(path: "test-service").path(), PackageFixture.products.path(),
                deadly.library.path(),
            ], in: folder)
        #expect(!result.output.contains("not ok"), "\(result.output)\(result.errors)")
        #expect(result.output.hasSuffix("ok a unit of somebody else is not touched\n"), "\(result.errors)")
    }
}
