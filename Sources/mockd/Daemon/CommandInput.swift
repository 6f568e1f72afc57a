internal import Glibc
internal import MockModel
internal import SystemPackage

/// The changes that a run of the command of `mockd watch --exec` is about, and the variables that name them.
///
///     MOCKD_MOCKS=Tests/KitchenTests/Mocks/Cook.mocks.swift
///     MOCKD_SOURCES=Sources/Kitchen/Cook.swift
///     MOCKD_TEST_FILTER=^KitchenTests\.
struct CommandInput: Equatable {
    /// The files that were written, relative to the root if they are below it.
    var mocks: Set<String> = []
    /// The sources that were saved.
    var sources: Set<String> = []
    /// The modules of the tests that the written and the removed files may concern.
    var tests: Set<String> = []
    /// True if a file belongs to no known test target.
    var concernsAllTests = false

    /// The kernel refuses a variable of more than 128 KiB, and all of them together may have 2 MiB in most systems.
    static let mostBytes = 65_536

    /// Adds the changes of a later batch.
    mutating func add(_ later: CommandInput) {
        mocks.formUnion(later.mocks)
        sources.formUnion(later.sources)
        tests.formUnion(later.tests)
        concernsAllTests = concernsAllTests || later.concernsAllTests
    }

    /// The variables; `nil` removes one that mockd itself may have got from the command of another mockd.
    func variables(in root: FilePath) -> [String: String?] {
        [
            "MOCKD_MOCKS": list(of: mocks, in: root),
            "MOCKD_SOURCES": list(of: sources, in: root),
            "MOCKD_TEST_FILTER": testFilter,
        ]
    }

    /// A regular expression for `swift test --filter`, which compares it with `Module.Suite/test`.
    private var testFilter: String {
        let all = "."
        if concernsAllTests || tests.isEmpty { return all }
        let names = tests.sorted().joined(separator: "|")
        let filter = tests.count == 1 ? "^\(names)\\." : "^(\(names))\\."
        return filter.utf8.count > Self.mostBytes ? all : filter
    }

    /// Returns the files that are there, one a line; `nil` for a list that is too long.
    private func list(of paths: Set<String>, in root: FilePath) -> String? {
        let present = paths.filter { path in
            var status = stat()
            return lstat(root.pushing(FilePath(path)).string, &status) == 0
        }
        let list = present.sorted().joined(separator: "\n")
        return list.utf8.count > Self.mostBytes ? nil : list
    }
}
