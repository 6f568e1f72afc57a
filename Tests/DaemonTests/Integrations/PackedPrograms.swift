import Foundation
import Testing

/// The programs under test, packed as a release by `Integrations/release/package.sh`.
///
/// The packed programs start those of the build, because packing the real ones takes minutes. Asked for their version,
/// they print ``version``, as a release does.
struct PackedPrograms {
    static let isPossible = Tools.has("dpkg-deb", "dpkg-shlibdeps", "zip", "unzip", "cc")

    static let version = "0.1.0 (1a2b3c4 2026-11-29)"

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
                cc -s -x c - -o '\(folder)'/$program <<END
            #include <stdio.h>
            #include <string.h>
            #include <unistd.h>
            int main(int c, char **v) {
                if (c == 2 && strcmp(v[1], "--version") == 0) return puts("\(Self.version)") < 0;
                execv("$BIN$program", v);
                return 127;
            }
            END
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
