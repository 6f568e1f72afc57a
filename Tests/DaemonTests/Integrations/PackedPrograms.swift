import Foundation
import Testing

/// The programs under test, packed as a release by `Integrations/release/package.sh`.
///
/// The packed programs start those of the build, because packing the real ones takes minutes.
struct PackedPrograms {
    static let isPossible = Tools.has("dpkg-deb", "dpkg-shlibdeps", "zip", "unzip", "cc")

    let fixture: PackageFixture

    /// - Parameter folder: The folder of the programs, which no package may contain.
    init(in folder: String = "programs") async throws {
        fixture = try PackageFixture()
        let result = try await fixture.shell(
            """
            set -e
            umask 077
            mkdir -p '\(folder)'
            for program in mockd mockctl mockd-watcher; do
                printf '#include <unistd.h>\\nint main(int c, char **v) { execv("%s", v); return 127; }\\n' \\
                    "$BIN$program" | cc -s -x c - -o '\(folder)'/$program
            done
            echo licences >'\(folder)/third-party.txt'
            SOURCE_DATE_EPOCH=1700000000 MAINTAINER='mockd <mockd@example.org>' \\
                '\(PackageFixture.repository.path())Integrations/release/package.sh' '\(folder)' packages
            """)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    /// Runs a script in the folder of the packages and returns what it printed.
    func shell(_ script: String) async throws -> String {
        let result = try await fixture.shell("cd packages && " + script)
        return result.output + result.errors
    }
}
