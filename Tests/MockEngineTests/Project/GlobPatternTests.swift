import MockEngine
import SystemPackage
import Testing

@Suite("A pattern for paths")
struct GlobPatternTests {
    @Test(
        "fits",
        arguments: [
            ("Sources/App/File.swift", "Sources/App/File.swift"), ("Sources/*/File.swift", "Sources/App/File.swift"),
            ("**/Generated/**", "Sources/App/Generated/A.swift"), ("**/Generated/**", "Generated/A/B.swift"),
            ("**/*.pb.swift", "A.pb.swift"), ("**/*.pb.swift", "Sources/A/B.pb.swift"),
            ("*.pb.swift", "Sources/A.pb.swift"),
            ("Generated", "Sources/Generated"), ("Sources/**", "Sources/A/B"), ("**", "anything/at/all"),
            ("Sources/**/Old/*.swift", "Sources/Old/A.swift"), ("Sources/**/Old/*.swift", "Sources/A/B/Old/A.swift"),
            ("?at.swift", "Cat.swift"), ("Sources/?.swift", "Sources/é.swift"), ("a*b*c", "aXbYbZc"),
            ("**/a/**/b", "x/a/y/a/z/b"), ("./Sources/A", "Sources/A"), ("Sources/App/", "Sources/App"),
            ("we\\*ird", "we*ird"), ("[A].swift", "[A].swift"), ("*", ".hidden"),
        ])
    func fits(pattern: String, path: String) {
        #expect(GlobPattern(pattern).matches(path))
    }

    @Test(
        "does not fit",
        arguments: [
            ("Sources/*/File.swift", "Sources/App/Deep/File.swift"), ("Sources/*", "Tests/A.swift"),
            ("Sources/App", "Other/Sources/App"), ("*.swift", "A.swifty"), ("?.swift", "AB.swift"), ("?", "é/ab"),
            ("we\\*ird", "weXird"), ("**/Generated/*", "Generated/A/B"), ("Sources/**/b", "Sources/bb"),
            ("a*b", "ab/b/c"), ("Generated", "Sources/NotGenerated"), ("", "A"),
        ])
    func doesNotFit(pattern: String, path: String) {
        #expect(!GlobPattern(pattern).matches(path))
    }

    @Test("covers everything below a folder that it fits")
    func below() {
        #expect(GlobPattern("Sources/*/Old").covers("/home/me/Sources/App/Old/Deep/A.swift", root: "/home/me"))
        #expect(GlobPattern("Generated").covers("/home/me/Sources/Generated/A.swift", root: "/home/me"))
        #expect(!GlobPattern("Sources/*/Old").covers("/home/me/Sources/App/Older/A.swift", root: "/home/me"))
    }

    @Test("counts from the project's root, and from the file system's if it begins with a slash")
    func roots() {
        #expect(!GlobPattern("Sources/A").covers("/elsewhere/Sources/A", root: "/home/me"))
        #expect(GlobPattern("/elsewhere/*").covers("/elsewhere/Sources/A", root: "/home/me"))
        #expect(!GlobPattern("me").covers("/home/me/Sources/A", root: "/home/me"))
    }

    @Test("made from a path fits that path alone, whatever characters it has")
    func literal() {
        let pattern = GlobPattern(literal: "/home/me/we*ird?/[A]\\B")

        #expect(pattern.covers("/home/me/we*ird?/[A]\\B/C.swift", root: "/home"))
        #expect(!pattern.covers("/home/me/weXird?/[A]\\B", root: "/home"))
    }

    @Test("takes time that grows with the lengths alone", .timeLimit(.minutes(1)))
    func time() {
        let pattern = GlobPattern(String(repeating: "**/a*", count: 50) + "b")

        #expect(!pattern.matches(String(repeating: "aaaaaaaa/", count: 500)))
        #expect(!GlobPattern(String(repeating: "*a", count: 100) + "b").matches(String(repeating: "a", count: 2000)))
    }
}
