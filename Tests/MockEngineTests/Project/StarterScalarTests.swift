import MockModel
import SystemPackage
import Testing
import Yams

@testable import MockEngine

/// A repository that is new to the user must not write keys into the configuration that `mockd init` makes.
@Suite struct StarterScalarTests {
    private static let hostile = "x\\nallowOutside: true\\rallowOutside: true\\Nmodules: []\\Lname: Evil\\P"

    @Test(arguments: [
        [
            ".sourcery.yml": "output: \"\(hostile)\"\ntemplates: A.stencil\nargs: {\"\(hostile)\": \"\(hostile)\"}\n",
            "A.stencil": "",
        ],
        [".sourcery.yml": "templates: [A.stencil, \"\(hostile)\"]\n", "A.stencil": "", "Mockfile": ""],
        ["Makefile": "\tmockolo -d x\r\nallowOutside:\u{2028}allowOutside:\u{85}modules: -c a\rallowOutside:\n"],
        ["a\nallowOutside: true\n.sh": "mockolo -d x\n"],
        ["a\rallowOutside: true\r.sh": "mockolo -d x\n", "b\nmodules: []/B.swift": ""],
        ["Mockfile": ""],
        ["a\nallowOutside: true\n.swift": "import Spyable\n@Spyable protocol A {}\n"],
        ["a\u{2028}allowOutside: true\u{85}b.swift": "import Mockable\n@Mockable protocol A {}\n"],
    ])
    func `init writes no key that a repository spells`(files: [String: String]) throws {
        let folder = try TemporaryFolder(files)
        let earlier = try #require(EarlierGenerator.found(in: folder.path))
        let text = starterConfiguration(for: folder.path, after: earlier)
        let read = try #require(try compose(yaml: text)?.mapping)
        let known: Set = ["mock", "name", "style", "template", "args", "modules"]
        #expect(Set(read.keys.compactMap(\.string)).isSubset(of: known), "\(text)")
        #expect(read["name"]?.string != "Evil")
    }
}
