import FileWatching
import Foundation
import MockModel
import SystemPackage
import Testing

extension KernelTests {
    /// Roots on mounts, and file systems that do not report every change.
    @Suite(.enabled(if: Tools.hasMountNamespaces, "needs the right to mount in a namespace of its own"))
    struct MountTests {
        @Test func `a root that is unmounted keeps its files until it is mounted again`() async throws {
            let playground = try Playground()
            let image = playground.base.appending("image")
            try playground.makeDirectory(image)
            try playground.write(image.appending("A.swift"), "before")
            let mount = "mount --bind '\(image)' '\(playground.root)'"
            let namespace = try Namespace(mount)
            try await watching(playground) {
                $0.root = namespace.path(playground.root)
                $0.rootCheckInterval = .milliseconds(50)
            } _: { watched in
                #expect(watched.watcher.status().files == 1)
                try namespace.run("umount '\(playground.root)'")
                _ = try await watched.first { $0 == .stateChanged(.waitingForRoot) ? true : nil }
                // Nothing was removed: an empty mount point is no project.
                #expect(try await watched.settled() == [:])
                try playground.write(image.appending("A.swift"), "after, and longer")
                try playground.write(image.appending("B.swift"), "new")
                try namespace.run(mount)
                #expect(try await watched.batch() == ["A.swift": .changed, "B.swift": .changed])
                try playground.write(image.appending("B.swift"), "newer")
                #expect(try await watched.settled() == ["B.swift": .changed])
            }
        }

        @Test func `a root on a file system of its own is not confused with its mount point`()
            async throws
        {
            let playground = try Playground()
            let namespace = try Namespace("mount -t tmpfs none '\(playground.root)'")
            let root = namespace.path(playground.root)
            try playground.write(root.appending("A.swift"), "before")
            try await watching(playground) {
                $0.root = root
            } _: { watched in
                try namespace.run("umount -l '\(playground.root)'")
                _ = try await watched.first { $0 == .stateChanged(.waitingForRoot) ? true : nil }
                try namespace.run("mount -t tmpfs none '\(playground.root)'; echo new > '\(playground.root)/B.swift'")
                // The mount may be noticed before it has files.
                var changes: [String: FileChange.Kind] = [:]
                while changes.count < 2 { changes.merge(try await watched.batch()) { $1 } }
                #expect(changes == ["A.swift": .removed, "B.swift": .changed])
            }
        }

        @Test func `a change below an overlay is found by the audit`()
            async throws
        {
            let playground = try Playground()
            let base = playground.base
            for name in ["lower", "upper", "work"] { try playground.makeDirectory(base.appending(name)) }
            try playground.write(base.appending("lower/A.swift"), "before")
            // An overlay cannot be stacked on another one, which /tmp may be in a container.
            let namespace = try Namespace(
                """
                mkdir '\(base)/layers'; mount -t tmpfs none '\(base)/layers'; mkdir '\(base)/layers/up' '\(base)/layers/work'
                mount -t overlay overlay -o 'lowerdir=\(base)/lower,upperdir=\(base)/layers/up,workdir=\(base)/layers/work' \
                '\(playground.root)'
                """)
            try await watching(playground) {
                $0.root = namespace.path(playground.root)
                $0.auditInterval = .milliseconds(20)
            } _: { watched in
                try playground.overwrite(base.appending("lower/A.swift"), "after, and longer")
                #expect(try await watched.batch() == ["A.swift": .changed])
                #expect(watched.watcher.status().driftFound >= 1)
                try playground.write(namespace.path(playground.root).appending("A.swift"), "through the top")
                #expect(try await watched.settled() == ["A.swift": .changed])
            }
        }

        @Test func `one directory at two places is watched at one and swept at the other`() async throws {
            let playground = try Playground()
            try playground.makeDirectories("a")
            try playground.makeDirectories("b")
            try playground.write("a/A.swift", "before")
            let namespace = try Namespace("mount --bind '\(playground.path("a"))' '\(playground.path("b"))'")
            try await watching(playground) {
                $0.root = namespace.path(playground.root)
                $0.sweepInterval = .milliseconds(50)
            } _: { watched in
                #expect((watched.watcher.status().files, watched.watcher.status().uncovered) == (2, 1))
                try playground.write("a/A.swift", "after, and longer")
                #expect(try await watched.settled() == ["a/A.swift": .changed, "b/A.swift": .changed])
            }
        }
    }
}
