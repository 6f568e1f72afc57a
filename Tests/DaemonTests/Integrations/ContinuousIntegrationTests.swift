import ControlChannel
import Foundation
import Testing

/// The action for GitHub, the hooks for pre-commit and the Dockerfile in `Integrations`.
@Suite struct ContinuousIntegrationTests {
    private static let repository = PackageFixture.repository.path()

    private static func text(of path: String) throws -> String {
        try String(contentsOf: PackageFixture.repository.appending(path: path), encoding: .utf8)
    }

    // MARK: GitHub

    @Test func `each step of the action runs a script that is there, with inputs that are declared`() throws {
        let action = try Self.text(of: "Integrations/github/action.yml")
        let scripts = action.matches(of: /\$GITHUB_ACTION_PATH\/(\S+?)"/).map { String($0.output.1) }
        #expect(scripts == ["install.sh", "run.sh"])
        for script in scripts {
            let path = Self.repository + "Integrations/github/" + script
            #expect(FileManager.default.isExecutableFile(atPath: path))
            // Each variable of the script is set by the action.
            let used = try Self.text(of: "Integrations/github/" + script).matches(of: /\$\{?(MOCKD_\w+)/)
            for variable in Set(used.map { String($0.output.1) }) {
                #expect(action.contains("        \(variable): ${{"))
            }
        }
        let declared = action.matches(of: /\n  (\w+):\n    description:/).map { String($0.output.1) }
        let used = Set(action.matches(of: /inputs\.(\w+)/).map { String($0.output.1) })
        #expect(Set(declared) == used)
    }

    // MARK: Workflows of this repository

    @Test(arguments: ["ci", "release", "documentation"])
    func `each script that a workflow runs is there`(workflow: String) throws {
        let text = try Self.text(of: ".github/workflows/\(workflow).yml")
        let scripts = text.matches(of: /(?:\.ci|Integrations)\/[\w\/.]+/).map { String($0.output) }
        #expect(!scripts.isEmpty)
        for script in scripts { #expect(FileManager.default.isExecutableFile(atPath: Self.repository + script)) }
    }

    @Test func `the notes of a release are the changelog's, and the tag is the version of the sources`() async throws {
        let package = try PackageFixture()
        let version = DaemonIdentity.productVersion
        let notes = try await package.shell("\(Self.repository)Integrations/release/notes.sh \(version)")
        #expect(notes.status == 0, "\(notes.errors)")
        #expect(try Self.text(of: ".github/CHANGELOG.md").contains("\n## \(version)\n\(notes.output)"))
        let other = try await package.shell("\(Self.repository)Integrations/release/notes.sh 99.0.0")
        #expect(other.status == 1)
        #expect(
            other.errors == """
                notes.sh: the tag says 99.0.0, Sources/ControlChannel/Messages/DaemonIdentity.swift says \(version); \
                change the one that is wrong

                """)
    }

    private static func runAction(_ command: String, in package: PackageFixture) async throws -> RunningProcess.Result {
        try await package.shell(
            """
            PATH="$BIN:$PATH" GITHUB_ACTIONS=true GITHUB_WORKSPACE="$PWD" MOCKD_ROOT=. MOCKD_COMMAND=\(command) \
                \(repository)Integrations/github/run.sh
            """)
    }

    @Test func `the action generates, checks, and marks what is stale`() async throws {
        let package = try PackageFixture.kitchen()
        let missing = try await Self.runAction("check", in: package)
        #expect(missing.status == 2)
        #expect(
            missing.output.contains(
                "::error file=Tests/KitchenTests/Mocks/Cook.mocks.swift,title=mockd%3A missing-mock::"),
            "\(missing.output)")
        #expect(try await Self.runAction("generate", in: package).status == 0)
        #expect(try await Self.runAction("check", in: package).status == 0)
        let wrong = try await Self.runAction("chekc", in: package)
        #expect(wrong.status == 1)
        #expect(
            wrong.output == "::error title=mockd::the input 'command' is 'chekc'; write 'check' or 'generate'\n")
    }

    private static let installations = [
        (
            "MOCKD_PACKAGE=none.deb",
            "there is no file none.deb; check the input 'package'"
        ),
        (
            "MOCKD_PACKAGE=https://example.org/mockd.deb",
            "the input 'sha256' is missing; copy the checksum of the .deb from SHA256SUMS"
        ),
        (
            "MOCKD_PACKAGE=Package.swift MOCKD_SHA256=0",
            "the checksum of Package.swift is {sum} and not 0; check the inputs 'package' and 'sha256'"
        ),
    ]

    @Test(arguments: installations)
    func `the action installs no package that is not the one that was meant`(
        variables: String, message: String
    ) async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell("\(variables) \(Self.repository)Integrations/github/install.sh")
        #expect(result.status == 1)
        let sum = try await package.shell("sha256sum Package.swift").output.prefix { $0 != " " }
        #expect(result.output == "::error title=mockd::\(message.replacing("{sum}", with: sum))\n")
    }

    // MARK: pre-commit

    /// A repository of git with the hook, which pre-commit would run in the same folder.
    private static func commit(_ hook: String, in package: PackageFixture) async throws -> RunningProcess.Result {
        try await package.shell(
            """
            export PATH="$BIN:$PATH" GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b.c \
                GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b.c
            git init -q . 2>/dev/null
            printf '#!/bin/sh\\nexec \(repository)Integrations/pre-commit/mocks.sh \(hook)\\n' >.git/hooks/pre-commit
            chmod +x .git/hooks/pre-commit
            git add Package.swift Sources && git commit -q -m "A commit"
            """)
    }

    @Test func `the hook stops a commit without its mocks`() async throws {
        let package = try PackageFixture.kitchen()
        let missing = try await Self.commit("check", in: package)
        #expect(missing.status == 1)
        #expect((missing.output + missing.errors).contains("missing Tests/KitchenTests/Mocks/Cook.mocks.swift"))
        let generated = try await Self.commit("generate", in: package)
        #expect(generated.status == 1)
        #expect(
            (generated.output + generated.errors).contains(
                """
                not in git: Tests/KitchenTests/Mocks/Cook.mocks.swift
                add these mocks, or name them in .gitignore

                """), "\(generated.output)\(generated.errors)")
        _ = try await package.shell("git add Tests")
        let whole = try await Self.commit("check", in: package)
        #expect(whole.status == 0, "\(whole.output)\(whole.errors)")
    }

    @Test func `ignored mocks need not be in git`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write(".gitignore", "*.mocks.swift\n")
        let result = try await Self.commit("generate", in: package)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test(.enabled(if: Self.preCommit != nil, "pre-commit is not installed"))
    func `pre-commit understands the list of hooks and runs them`() async throws {
        let package = try PackageFixture.kitchen()
        let preCommit = try #require(Self.preCommit)
        // try-repo takes the hooks from a clone: what is tested is in its last commit.
        let result = try await package.shell(
            """
            export PATH="$BIN:$PATH" HOME="$PWD/.." GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b.c \
                GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b.c
            mkdir ../hooks && cp -r \(Self.repository){.pre-commit-hooks.yaml,Integrations} ../hooks
            git -C ../hooks init -q && git -C ../hooks add . && git -C ../hooks commit -q -m hooks
            git init -q . && git add .
            '\(preCommit)' try-repo ../hooks mockd-check --all-files
            '\(preCommit)' try-repo ../hooks mockd-generate --all-files
            git add . && '\(preCommit)' try-repo ../hooks mockd-check --all-files
            """)
        let results = result.output.matches(of: /(mocks are current|generate mocks)\.+(\w+)/).map { $0.output.2 }
        #expect(results == ["Failed", "Failed", "Passed"], "\(result.output)\(result.errors)")
    }

    private static var preCommit: String? {
        let installed = repository + ".build/pre-commit/bin/pre-commit"
        return [installed, "/usr/bin/pre-commit"].first(where: FileManager.default.isExecutableFile)
    }

    // MARK: Docker

    @Test func `the image installs the package as the test of the release does`() throws {
        let dockerfile = try Self.text(of: "Integrations/docker/Dockerfile")
        #expect(dockerfile.contains("COPY mockd_*.deb /tmp/\n"))
        #expect(dockerfile.contains("ENTRYPOINT [\"mockd\"]\nCMD [\"generate\", \"--check\"]\n"))
        let script = try Self.text(of: "Integrations/release/test-install.sh")
        #expect(script.contains("$here/../docker/Dockerfile"))
    }
}
