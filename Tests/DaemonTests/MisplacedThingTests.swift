import Foundation
import Testing

/// A pipe, a device, a folder or two gigabytes stand where mockd expects a small file. `timeout` ends a run that waits.
@Suite struct MisplacedThingTests {
    enum Thing: String, CaseIterable {
        case pipe = "mkfifo"
        case device = "ln -s /dev/zero"
        case folder = "mkdir"
        case huge = "truncate -s 2G"

        var words: String {
            switch self {
            case .pipe: "it is a pipe, not a file; put a file in its place"
            case .device: "it is a device, not a file; put a file in its place"
            case .folder: "it is a folder, not a file; put a file in its place"
            case .huge: "it is larger than 1 MiB; check that it is the file you mean"
            }
        }
    }

    @Test(arguments: Thing.allCases)
    func `a configuration that is no file is refused by all commands, at once`(thing: Thing) async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            \(thing.rawValue) .mockd.yml; \(thing.rawValue) other.yml
            for command in generate watch; do
                timeout 60 "$BIN/mockd" $command .; echo $?
                timeout 60 "$BIN/mockd" $command . --config other.yml; echo $?
            done
            """)
        let lines = [".mockd.yml", "other.yml"].map {
            "\($0): error: this file cannot be read: \(thing.words) [config-unreadable]\n"
        }.joined()
        #expect(result.errors == lines + lines)
        #expect(result.output == "78\n78\n78\n78\n")
    }

    @Test(arguments: Thing.allCases, ["Package@swift-6.swift", "Package.swift"])
    func `a manifest that is no file holds nothing up, and the mocks stay`(thing: Thing, name: String) async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            "$BIN/mockd" generate . --quiet
            rm -f \(name); \(thing.rawValue) \(name)
            timeout 60 "$BIN/mockd" generate . --quiet; [ $? != 124 ] && echo ended; ls Tests/KitchenTests/Mocks
            """)
        #expect(result.output == "ended\nCook.mocks.swift\n", "\(result.errors)")
    }

    @Test(arguments: Thing.allCases)
    func `a daemon starts, generates and ends with it in the place of .git and of another daemon's root`(
        thing: Thing
    ) async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            \(thing.rawValue) .git
            other="$XDG_RUNTIME_DIR/mockd/0123456789abcdef"; mkdir -p -m 700 "$other"; chmod 700 "$XDG_RUNTIME_DIR/mockd"
            \(thing.rawValue) "$other/root"; \(thing.rawValue) "$other/lock"
            "$BIN/mockd" watch . 2> errors & daemon=$!
            timeout 60 bash -c "until grep -q '^ready in' errors; do sleep 0.05; done" || kill -9 $daemon
            timeout 60 "$BIN/mockctl" sync; echo $?; ls Tests/KitchenTests/Mocks
            kill $daemon; wait $daemon; echo $?
            """)
        #expect(result.output == "0\nCook.mocks.swift\n0\n", "\(result.errors)")
    }

    @Test(arguments: [Thing.pipe, .device, .folder])
    func `a lock that is no file is refused with the way out`(thing: Thing) async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            runtime="$XDG_RUNTIME_DIR/mockd"; mkdir -m 700 "$runtime"
            \(thing.rawValue) "$runtime/register"
            timeout 60 "$BIN/mockd" watch .; echo $?
            """)
        let register = package.base.appending(path: "run/mockd/register").path()
        let kind = ["mkfifo": "a pipe", "mkdir": "a folder"][thing.rawValue] ?? "a symbolic link"
        #expect(
            result.errors.hasSuffix("\(register) is \(kind), not a file of mockd; remove it: rm -r \(register)\n"),
            "\(result.errors)")
        #expect(result.output == "73\n")
    }

    @Test(arguments: Thing.allCases)
    func `a cache that is no file costs nothing but the cache`(thing: Thing) async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            run() { timeout 60 "$BIN/mockd" generate . --quiet; echo $?; }
            run; file=$(find "$XDG_CACHE_HOME" -type f); rm "$file"; \(thing.rawValue) "$file"; run; run
            """)
        #expect(result.output == "0\n0\n0\n", "\(result.errors)")
        #expect(package.read(PackageFixture.mockPath) != nil)
    }

    @Test func `a pipe in the place of a completion script is refused`() async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            folder="$PWD/data/bash-completion/completions"; mkdir -p "$folder"; mkfifo "$folder/mockd" "$folder/mockctl"
            XDG_DATA_HOME="$PWD/data" XDG_CONFIG_HOME="$PWD/data" timeout 60 "$BIN/mockctl" completion install; echo $?
            """)
        #expect(result.errors.contains("it is a pipe, not a file\n"), "\(result.errors)")
        #expect(result.output == "73\n")
    }

    /// The link may be a repository's, and lead to a file of the user's; CI publishes messages.
    @Test(arguments: [
        "hunter2: 1", "mock: hunter2", "modules: [{name: hunter2}]", "hunter2", "a: [hunter2", "a: *hunter2",
    ])
    func `a configuration that is a link to a file elsewhere is not quoted`(secret: String) async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            printf '%s\\n' '\(secret)' > ../secret; ln -s ../secret .mockd.yml
            "$BIN/mockd" generate .; echo $?
            mkdir inner; mv ../secret inner/mine.yml; ln -sf inner/mine.yml .mockd.yml
            "$BIN/mockd" generate . > log 2>&1; echo $?; grep -c 'not shown' log
            """)
        // A link within the project hides nothing.
        #expect(result.output == "78\n78\n0\n", "\(result)")
        let target = package.base.appending(path: "secret").path()
        #expect(
            result.errors.contains(
                "error: this is no configuration; what is wrong with it is not shown, because the file is a link to "
                    + "'\(target)', outside of the project; to see it, name that file with --config ["), "\(result)")
        #expect(!result.errors.contains("hunter2"), "\(result)")
    }

    @Test(
        .enabled("bubblewrap is not installed, or may not run here") { try await Tools.canSandbox() },
        arguments: ["let hunter2 =", "hunter2()", "let package = Package(name: \"\", targets: hunter2)"])
    func `a manifest that is a link to a file elsewhere is not quoted`(secret: String) async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            printf '%s\\n' '// swift-tools-version: 6.0' 'import PackageDescription' '\(secret)' > ../secret
            ln -sf ../secret Package.swift
            "$BIN/mockd" generate .; echo $?
            """)
        #expect(result.output == "78\n" && !result.errors.contains("hunter2"), "\(result)")
        #expect(
            result.errors.contains(
                "because the manifest is a link to '\(package.base.appending(path: "secret").path())', outside of the package"
            ),
            "\(result)")
    }
}
