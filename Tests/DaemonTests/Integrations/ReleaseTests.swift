import Foundation
import Testing

/// The packages that `Integrations/release/package.sh` makes. `.ci/full packages` builds them from a clone and installs
/// them in a system without Swift.
@Suite(.enabled(if: PackedPrograms.isPossible, "needs dpkg-dev, zip, unzip and cc"))
struct ReleaseTests {
    private static let version = "0.1.0"

    @Test func `the same programs give the same bytes, whatever the folder and the permissions`() async throws {
        let first = try await PackedPrograms()
        let second = try await PackedPrograms(in: "in/another place")
        let sums = try await first.shell("cat SHA256SUMS")
        #expect(sums.split(separator: "\n").count == 3)
        #expect(try await second.shell("cat SHA256SUMS") == sums)
        #expect(try await first.shell("sha256sum --check --quiet SHA256SUMS") == "")
    }

    @Test func `the Debian package holds programs, unit, pages, completions and licences`() async throws {
        let packed = try await PackedPrograms()
        let files = try await packed.shell("dpkg-deb -c mockd_*.deb | awk '$1 !~ /^d/ {print $1, $2, $6}'")
        #expect(
            files == """
                -rwxr-xr-x root/root ./usr/bin/mockctl
                -rwxr-xr-x root/root ./usr/bin/mockd
                -rwxr-xr-x root/root ./usr/bin/mockd-watcher
                -rw-r--r-- root/root ./usr/lib/systemd/user/mockd@.service
                -rw-r--r-- root/root ./usr/share/bash-completion/completions/mockctl
                -rw-r--r-- root/root ./usr/share/bash-completion/completions/mockd
                -rw-r--r-- root/root ./usr/share/doc/mockd/changelog.gz
                -rw-r--r-- root/root ./usr/share/doc/mockd/copyright
                -rw-r--r-- root/root ./usr/share/doc/mockd/mockd-watcher-source.tar.gz
                -rw-r--r-- root/root ./usr/share/doc/mockd/third-party.gz
                -rw-r--r-- root/root ./usr/share/fish/vendor_completions.d/mockctl.fish
                -rw-r--r-- root/root ./usr/share/fish/vendor_completions.d/mockd.fish
                -rw-r--r-- root/root ./usr/share/lintian/overrides/mockd
                -rw-r--r-- root/root ./usr/share/man/man1/mockctl.1.gz
                -rw-r--r-- root/root ./usr/share/man/man1/mockd-watcher.1.gz
                -rw-r--r-- root/root ./usr/share/man/man1/mockd.1.gz
                -rw-r--r-- root/root ./usr/share/mockd/mockd.schema.json
                -rw-r--r-- root/root ./usr/share/zsh/vendor-completions/_mockctl
                -rw-r--r-- root/root ./usr/share/zsh/vendor-completions/_mockd

                """)
        #expect(try await packed.shell("dpkg-deb -f mockd_*.deb Version") == Self.version + "\n")
        #expect(try await packed.shell("dpkg-deb -f mockd_*.deb Depends").contains("libc6"))
        let copyright = try await packed.shell(
            "dpkg-deb --fsys-tarfile mockd_*.deb | tar -xO ./usr/share/doc/mockd/copyright")
        #expect(copyright.contains("License: Apache-2.0") && copyright.contains("License: GPL-2"))
        // The sources that the GPL asks for.
        let sources = try await packed.shell(
            "dpkg-deb --fsys-tarfile mockd_*.deb | tar -xO ./usr/share/doc/mockd/mockd-watcher-source.tar.gz | tar -tz")
        #expect(sources.contains("mockd-watcher-\(Self.version)/Sources/mockd-watcher/MockdWatcher.swift\n"))
        #expect(sources.contains("mockd-watcher-\(Self.version)/Sources/WatcherFrames/FrameKind.swift\n"))
    }

    @Test(.enabled(if: Tools.has("lintian"), "needs lintian"))
    func `lintian finds nothing but what is listed`() async throws {
        let packed = try await PackedPrograms()
        // The programs are others here, and so are their findings.
        let programs = "/usr\\/bin\\/|usr\\/bin/"
        let found = try await packed.shell(
            "lintian --allow-root --tag-display-limit 0 mockd_*.deb | awk '!\(programs)'")
        #expect(found == "")
    }

    @Test(.enabled(if: Tools.has("systemd-analyze"), "needs systemd"))
    func `the unit of the package is valid, and 'mockd service' does not claim it`() async throws {
        let packed = try await PackedPrograms()
        let report = try await packed.shell(
            """
            mkdir unit && dpkg-deb --fsys-tarfile mockd_*.deb | tar -xO ./usr/lib/systemd/user/mockd@.service |
                sed 's|/usr/bin/mockd|/bin/true|' >unit/mockd@.service && cd unit && ln -s mockd@.service mockd@tmp.service &&
            systemd-analyze verify --user --man=no --recursive-errors=yes ./mockd@tmp.service
            """)
        #expect(report == "")
        let unit = try await packed.shell("cat unit/mockd@.service")
        #expect(unit.contains("\nExecStart=:/bin/true watch %f\n"))
        #expect(!unit.contains("Written by"))
    }

    @Test func `the bundle describes each program to SwiftPM`() async throws {
        let packed = try await PackedPrograms()
        let text = try await packed.shell("unzip -p *.artifactbundle.zip mockd.artifactbundle/info.json")
        let document = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(document["schemaVersion"] as? String == "1.0")
        let artifacts = try #require(document["artifacts"] as? [String: [String: Any]])
        #expect(Set(artifacts.keys) == ["mockd", "mockctl", "mockd-watcher"])
        let names = try await packed.shell("unzip -Z1 *.artifactbundle.zip").split(separator: "\n")
        for (name, artifact) in artifacts {
            #expect(artifact["type"] as? String == "executable")
            #expect(artifact["version"] as? String == Self.version)
            let variant = try #require((artifact["variants"] as? [[String: Any]])?.first)
            let path = try #require(variant["path"] as? String)
            #expect(path.hasSuffix("/bin/\(name)"))
            #expect(names.contains("mockd.artifactbundle/\(path)"))
            #expect((variant["supportedTriples"] as? [String])?.first?.hasSuffix("-unknown-linux-gnu") == true)
        }
    }

    @Test func `the script installs the tarball without root, and removes what it installed alone`() async throws {
        let packed = try await PackedPrograms()
        let script = "\(PackageFixture.repository.path())Integrations/install.sh"
        let output = try await packed.shell(
            """
            sum=$(sha256sum mockd-*.tar.gz | cut -d ' ' -f 1)
            mkdir -p own/bin own/share/man/man1 && touch own/bin/other
            \(script) mockd-*.tar.gz "${sum%?}x" own 2>&1 | sed 's/is [0-9a-f]* and not [0-9a-f]*x/is A and not B/'
            \(script) mockd-*.tar.gz "$sum" own && own/bin/mockd --version
            \(script) mockd-*.tar.gz "$sum" own >/dev/null && ls own/bin
            \(script) --remove own && find own
            \(script) --remove own; echo $?
            """)
        let place = packed.fixture.root.appending(path: "packages/own").path()
        #expect(
            output.replacing(/mockd-\S+\.tar\.gz/, with: "ARCHIVE") == """
                install.sh: the checksum of ARCHIVE is A and not B; nothing was installed
                installed mockd \(PackedPrograms.version) in \(place)
                add it to the PATH, in ~/.profile: export PATH="\(place)/bin:$PATH"
                \(PackedPrograms.version)
                mockctl
                mockd
                mockd-watcher
                other
                removed mockd from \(place)
                own
                own/bin
                own/bin/other
                1
                install.sh: \(place)/share/doc/mockd/installed is missing, so nothing was installed in \(place) by this script

                """)
    }

    @Test(.enabled(if: Tools.has("git", "objcopy"), "needs git and binutils"))
    func `programs are stamped with the commit of a clone whose sources are committed`() async throws {
        let package = try PackageFixture()
        let release = "\(PackageFixture.repository.path())Integrations/release"
        let result = try await package.shell(
            """
            set -e
            mkdir -p clone/Integrations/release clone/Sources programs
            cp '\(release)/stamp.sh' clone/Integrations/release
            cp "$BIN"/mockd "$BIN"/mockctl programs
            chmod u+w programs/*
            stamp() { clone/Integrations/release/stamp.sh programs/mockd programs/mockctl; }
            show() { programs/mockd --version; programs/mockctl --version; }
            stamp; show
            export GIT_CONFIG_GLOBAL=/dev/null GIT_COMMITTER_DATE='2026-11-29T23:30:00-0200' TZ=America/New_York
            git -C clone init -q
            git -C clone add .
            git -C clone -c user.name=A -c user.email=a@example.org commit -qm A
            touch clone/notes
            stamp; show
            cp programs/mockctl first
            stamp; cmp first programs/mockctl
            programs/mockctl version /
            git -C clone rev-parse HEAD | cut -c 1-7
            touch clone/Sources/New.swift
            stamp
            """)
        let place = package.root.appending(path: "clone").path()
        let commit = result.output.split(separator: "\n").dropFirst(5).first.map(String.init) ?? ""
        let version = "\(Self.version) (\(commit) 2026-11-30)"
        #expect(
            result.output
                == "\(Self.version)\n\(Self.version)\n\(version)\n\(version)\nmockctl \(version)\n\(commit)\n",
            "\(result)")
        #expect(
            result.errors.split(separator: "\n").filter { $0.hasPrefix("stamp.sh: ") } == [
                "stamp.sh: \(place) is no clone, so the programs name no commit",
                "stamp.sh: \(place) has sources that are not committed, so the programs name no commit",
            ], "\(result)")
    }

    @Test func `the tarball runs where it is unpacked`() async throws {
        let packed = try await PackedPrograms()
        let name = "mockd-\(Self.version)-linux-*"
        #expect(
            try await packed.shell("tar -xzf \(name).tar.gz && \(name)/bin/mockd --version")
                == PackedPrograms.version + "\n")
        let texts = try await packed.shell("cd \(name)/share/doc/mockd && ls && head -n 2 GPL-2")
        #expect(
            texts == """
                Apache-2.0
                GPL-2
                copyright
                mockd-watcher-source.tar.gz
                third-party.txt
                                    GNU GENERAL PUBLIC LICENSE
                                       Version 2, June 1991

                """)
    }
}
