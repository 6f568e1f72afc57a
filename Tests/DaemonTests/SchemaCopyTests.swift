import Foundation
import MockEngine
import Testing

/// The schema of `.mockd.yml` for editors: `mockd config --schema`, and the line in a file that `mockd init` writes.
@Suite struct SchemaCopyTests {
    /// Returns the first line of the configuration that `mockd init` wrote.
    private static func firstLine(in package: PackageFixture) throws -> String {
        let text = try #require(package.read(".mockd.yml"))
        return String(text.prefix { $0 != "\n" })
    }

    private static func line(for path: String) -> String { "# yaml-language-server: $schema=file://\(path)" }

    @Test func `the command prints the schema, and nothing else`() async throws {
        let package = try PackageFixture()
        let result = try await package.run("mockd", "config", "--schema")
        #expect(result.status == 0)
        #expect(try result.output == ConfigurationSchema.text())
        let bare = try await package.run("mockd", "config")
        #expect(bare.status == 64)
        let message = "Error: --schema is missing; 'mockctl config' shows the configuration in force.\n"
        #expect(bare.errors.hasPrefix(message), "\(bare)")
    }

    @Test func `a new configuration names a copy in the cache, which is brought up to date`() async throws {
        let package = try PackageFixture.kitchen()
        let copy = package.base.appending(path: "my cache/mockd/mockd.schema.json")
        let cache = ["XDG_CACHE_HOME": package.base.appending(path: "my cache").path(percentEncoded: false)]
        let line = Self.line(for: copy.path())
        #expect(line.contains("/my%20cache/"))
        let shown = try await package.run("mockd", ["init", "--config", "--dry-run"], variables: cache)
        #expect(shown.output.contains("\n+\(line)\n"), "\(shown)")
        #expect(!FileManager.default.fileExists(atPath: copy.path(percentEncoded: false)))
        for _ in 1...2 {
            let result = try await package.run("mockd", ["init", "--config", "--yes"], variables: cache)
            #expect(result.status == 0, "\(result)")
            #expect(try Self.firstLine(in: package) == line)
            #expect(try String(contentsOf: copy, encoding: .utf8) == ConfigurationSchema.text())
            try FileManager.default.removeItem(at: package.url(".mockd.yml"))
            try Data("of an earlier version".utf8).write(to: copy)
        }
    }

    @Test func `an installed program names the copy of its package, unless that is of another version`() async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            mkdir -p ../prefix/bin ../prefix/share/mockd
            cp "$BIN/mockd" ../prefix/bin
            ../prefix/bin/mockd config --schema >../prefix/share/mockd/mockd.schema.json
            ../prefix/bin/mockd init --config --package-url https://example.org/mockd
            """)
        let installed = package.base.appending(path: "prefix/share/mockd/mockd.schema.json").path()
        #expect(try Self.firstLine(in: package) == Self.line(for: installed), "\(result)")
        let copy = package.base.appending(path: "cache/mockd/mockd.schema.json").path()
        #expect(!FileManager.default.fileExists(atPath: copy))
        _ = try await package.shell(
            """
            rm .mockd.yml
            echo >>../prefix/share/mockd/mockd.schema.json
            ../prefix/bin/mockd init --config --package-url https://example.org/mockd
            """)
        #expect(try Self.firstLine(in: package) == Self.line(for: copy))
    }

    @Test func `without a place for the copy the configuration has no such line, and a note says why`() async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.run(
            "mockd", "init", "--config", variables: ["XDG_CACHE_HOME": "/dev/null/caches"])
        #expect(result.status == 0)
        #expect(
            result.errors.hasPrefix(
                "note: cannot write /dev/null/caches/mockd/mockd.schema.json: Not a directory; editors do not check the "
                    + "new .mockd.yml\n"), "\(result)")
        #expect(try !Self.firstLine(in: package).contains("schema"))
    }
}
