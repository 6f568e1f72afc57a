import Foundation
import Testing

/// The programs that mockd starts get their standard streams and no other descriptor: neither clients' connections, the
/// socket and the lock, nor those that mockd itself has inherited.
@Suite struct InheritedDescriptorTests {
    /// Prints the descriptors of a program: 3 is the folder that `ls` lists.
    private static let list = "ls /proc/self/fd | xargs"
    private static let streamsOnly = "0 1 2 3"
    /// Opens descriptors that nothing has marked as closed on exec.
    private static let inherit = "exec 7< /dev/null 8> /dev/null 200< /dev/null"

    private func makeTool(_ name: String, _ script: String, in package: PackageFixture) throws {
        try package.write("../bin/\(name)", "#!/bin/sh\n\(script)\n")
        chmod(package.url("../bin/\(name)").standardizedFileURL.path(), 0o755)
    }

    @Test func `the watcher and the command of --exec, while a client is connected`() async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            \(Self.inherit)
            $BIN/mockd watch --exec '\(Self.list) >> ../seen' 2> ../errors & daemon=$!
            until grep -q 'done in' ../errors; do sleep 0.05; done
            $BIN/mockctl events > ../events & client=$!
            until [ -s ../events ]; do sleep 0.05; done
            echo '/// @mockable\nprotocol Waiter {}' > Sources/Kitchen/Waiter.swift
            until [ $(grep -c 'done in' ../errors) = 2 ]; do sleep 0.05; done
            ls -l /proc/$(pgrep -P $daemon -x mockd-watcher)/fd | sed -nE 's/.* ([0-9]+) -> ([a-z_]+:[a-z]*).*/\\1 \\2/p' | sort -n
            kill $daemon; wait $daemon $client; cat ../seen
            """)
        #expect(
            result.output == """
                0 socket:
                1 socket:
                2 socket:
                3 anon_inode:inotify
                \(Self.streamsOnly)
                \(Self.streamsOnly)

                """, "\(result)")
    }

    @Test func `SwiftPM and the tool that prints interfaces`() async throws {
        let package = try PackageFixture.kitchen()
        try makeTool(
            "swift-synthesize-interface",
            "\(Self.list) > \(package.base.path())/printer; echo 'public protocol Wok {}'",
            in: package)
        try package.write("../lib/swift/linux/Pans.swiftmodule", "Wok\0")
        // The answer has them as the folder of a target, which is missing.
        let answer = """
            {"name":"Kitchen", "toolsVersion":{"_version":"6.3.0"}, "products":[], "dependencies":[], "targets":[
            {"name":"Kitchen", "type":"regular", "path":"'"$(\(Self.list))"'", "exclude":[], "dependencies":[], "settings":[]}]}
            """
        try makeTool("swift", "echo '\(answer)'", in: package)
        try package.write("Sources/Kitchen/Cook.swift", "import Pans\n/// @mockable\nprotocol Cook: Wok {}\n")
        let printed = try await package.shell("\(Self.inherit); PATH=$PWD/../bin:$PATH $BIN/mockd generate")
        #expect(printed.status == 0, "\(printed)")
        #expect(package.read("../printer") == Self.streamsOnly + "\n")
        try package.write(
            "Package.swift",
            """
            // swift-tools-version: 6.3
            import Foundation
            import PackageDescription
            let names = try FileManager.default.contentsOfDirectory(atPath: "Sources")
            let package = Package(name: "Kitchen", targets: names.map { .target(name: $0) })
            """)
        let described = try await package.shell("\(Self.inherit); PATH=$PWD/../bin:$PATH $BIN/mockd generate")
        #expect(described.errors.contains("its folder '\(Self.streamsOnly)' does not exist"), "\(described)")
    }

    @Test func `systemctl, and a daemon that mockctl starts`() async throws {
        let package = try PackageFixture.kitchen()
        try makeTool("systemctl", "\(Self.list) > \(package.base.path())/systemctl; exit 1", in: package)
        let result = try await package.shell(
            """
            \(Self.inherit)
            PATH=$PWD/../bin:$PATH HOME=$PWD/.. $BIN/mockd service install > /dev/null 2>&1; cat ../systemctl
            CI= $BIN/mockctl sync --start 2>&1 | grep -o 'started mockd'
            daemon=$($BIN/mockctl status --json | grep -oE '"pid":[0-9]+' | head -1 | cut -d: -f2)
            [ -n "$daemon" ] && ls -l /proc/$daemon/fd | grep -E ' (7|8|200) -> /dev/null'
            $BIN/mockctl stop > /dev/null; echo $?
            """)
        #expect(result.output == "\(Self.streamsOnly)\nstarted mockd\n0\n", "\(result)")
    }

    /// Such as the pipe through which `make` hands out its jobs.
    @Test func `a command that mockctl pause runs gets those of its caller, as under env`() async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            $BIN/mockd watch 2> ../errors & daemon=$!
            until grep -q '^ready in' ../errors; do sleep 0.05; done
            exec 7< /dev/null 8> /dev/null
            $BIN/mockctl pause -- ls /proc/self/fd | grep -xE '7|8' | xargs
            kill $daemon; wait $daemon
            """)
        #expect(result.output == "7 8\n", "\(result)")
    }

    @Test func `a daemon that is killed while its command runs is gone at once for its clients`() async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            $BIN/mockd watch --exec 'echo $$ > ../begun.new; mv ../begun.new ../begun; exec sleep 1000' 2> ../errors & daemon=$!
            until [ -e ../begun ]; do sleep 0.05; done
            $BIN/mockctl events > ../events 2>&1 & client=$!
            until [ -s ../events ]; do sleep 0.05; done
            # The second command begins while the client is connected.
            kill $(cat ../begun); rm ../begun
            echo '/// @mockable\nprotocol Waiter {}' > Sources/Kitchen/Waiter.swift
            until [ -e ../begun ]; do sleep 0.05; done
            kill -9 $daemon; wait $daemon
            timeout 60 tail --pid=$client -f /dev/null; echo client $?
            timeout 60 $BIN/mockctl status > /dev/null 2>&1; echo status $?
            kill -0 $(cat ../begun) && echo the command lives; kill $(cat ../begun)
            """)
        #expect(result.output == "client 0\nstatus 3\nthe command lives\n", "\(result)")
    }

    @Test func `with closed standard streams nothing else is written to`() async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            # It cannot say what it did.
            CI= $BIN/mockctl sync --start <&- >&- 2>&-; echo $?
            daemon=$($BIN/mockctl status --json | grep -oE '"pid":[0-9]+' | head -1 | cut -d: -f2)
            for n in 0 1; do readlink /proc/$daemon/fd/$n; done
            readlink /proc/$daemon/fd/2 | grep -o '^socket'
            $BIN/mockctl stop > /dev/null
            $BIN/mockd watch <&- >&- 2>&- & daemon=$!
            until $BIN/mockctl status > /dev/null 2>&1; do sleep 0.05; done
            for n in 0 1 2; do readlink /proc/$daemon/fd/$n; done
            # Problems are reported again and again.
            echo 'protocol {' > Sources/Kitchen/Cook.swift; $BIN/mockctl sync > /dev/null 2>&1
            $BIN/mockctl stop > /dev/null; echo $?; wait $daemon; echo $?
            """)
        let null = "/dev/null\n"
        #expect(result.output == "74\n\(null)\(null)socket\n\(null)\(null)\(null)0\n0\n", "\(result)")
    }
}
