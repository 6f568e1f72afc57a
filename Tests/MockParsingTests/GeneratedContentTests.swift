import MockParsing
import Testing

/// The contents of texts that templates have made.
@Suite struct GeneratedContentTests {
    private static let mock = """
        // A mock.
        import Foundation
        #if os(macOS)
        import AppKit
        #endif

        public final class CookMock<Item: Hashable>: Kitchen.Cook, @unchecked Sendable where Item: Codable {
            public init() {}
            // MARK: - ramen
            @available(macOS 12, *)
            @discardableResult
            public func ramen(bowls: Int, _ soup: String? = nil) async throws -> [String: Int] {
                ramenCallsCount += 1
                guard let closure = ramenClosure else { throw Problem.none }
                return try await closure(bowls, "a \\(soup ?? "b")")
            }
            var ramenClosure: ((Int, String) async throws -> [String: Int])?
            private(set) var ramenCallsCount = 0
            subscript<K>(key: K) -> Int where K: Hashable {
                get { fatalError("none") }
                set { values[key] = newValue }
            }
            static func reset()
            {
                count = -1
            }
            func wait<T>(_ done: @escaping (T) -> Void)
                where T: Sendable
            { done(value as! T) }
        }

        extension CookMock {
            enum Method: Int { case ramen, wait }
        }

        """

    /// Texts that are changed at one place: what is known of a member must not hide that another one is no Swift.
    @Test(arguments: 0..<8)
    func `known shapes change nothing but the time`(part: Int) {
        let known = KnownShapes()
        _ = GeneratedContent.read(Self.mock, known)
        var broken = 0
        for (index, text) in Self.variants.enumerated() where index % 8 == part {
            let (whole, quick) = (GeneratedContent.read(text), GeneratedContent.read(text, known))
            broken += whole.error == nil ? 0 : 1
            #expect(whole.isEmpty == quick.isEmpty && whole.types.map(\.name) == quick.types.map(\.name), "\(index)")
            #expect(whole.types.map(\.inherited) == quick.types.map(\.inherited))
            #expect(whole.error?.message == quick.error?.message && whole.error?.line == quick.error?.line, "\(text)")
        }
        #expect(broken > 12)
    }

    /// The mock without one of its words or lines, with one twice, and with another word in its place.
    private static var variants: [String] {
        let words = mock.split(separator: " ", omittingEmptySubsequences: false)
        let lines = mock.split(separator: "\n", omittingEmptySubsequences: false)
        var variants = [
            mock, "", "import A\n// nothing\n", "let a = 1\n", "func f() {}\n",
            "class A { #if B\n func c() {}\n #endif }",
        ]
        for (parts, separator) in [(words, " "), (lines, "\n")] {
            for index in parts.indices {
                let (before, after) = (Array(parts[..<index]), Array(parts[(index + 1)...]))
                let part = parts[index]
                for middle in [[], [part, part], ["other"], ["{"], ["}"], ["init"], [part + ")"], ["-" + part]]
                    as [[Substring]]
                {
                    variants.append((before + middle + after).joined(separator: separator))
                }
            }
        }
        return variants
    }

    /// The shapes of members have no types: each type must be Swift in exactly the places where a name is.
    @Test(arguments: [
        "[A]", "[A: [B]]", "A<B>", "A<B, [C]>?", "A?", "A??", "A.B", "(A, B)", "(a: A, b: [B])?", "(A, B?) -> C",
        "() -> Void", "(A) async throws -> [C]", "((A) -> B)?", "(@escaping (A) -> B) -> C",
    ])
    func `a type is Swift where a name is`(type: String) {
        for (place, isSwift) in Self.places {
            let (known, others) = (KnownShapes(), KnownShapes())
            #expect(Self.isSwift("Name", in: place, known) == isSwift, "\(place)")
            #expect(Self.isSwift(type, in: place, known) == Self.isSwift(type, in: place, others), "\(place)")
            #expect(Self.isSwift("Name", in: place, others) == isSwift, "\(place)")
        }
    }

    private static func isSwift(_ type: String, in place: String, _ known: KnownShapes) -> Bool {
        GeneratedContent.read("class K {\n\(place.replacing("T", with: type))\n}\n", known).error == nil
    }

    private static let places = [
        ("var x: T", true), ("let x: T = y", true), ("var x: T, y: T", true), ("var x: T!", true),
        ("static var x: [T] = []", true), ("var x: T { y }", true), ("var x: T {\n get async throws { y }\n }", true),
        ("func f(a: T, _ b: T = 1, c: T) async throws -> T { a }", true),
        ("func f(\n a: T,\n b: @escaping T\n )\n -> T\n where X: Y {}", true), ("init?(a: T) throws {}", true),
        ("subscript(a: T) -> T {\n get { a }\n set {}\n }", true), ("func f(a: inout T...) {}", true),
        ("var f: ((T, @escaping T) async -> T)?", true), ("@A(b: c) func f() -> T {}", true),
        ("func f() -> T", true), ("func f() -> T\n throws {}", false), ("var x: T\n async -> A", false),
        ("var x: T =", false), ("func f(a: T b: T) {}", false), ("func f(a: T", false), ("var x: T y", false),
        ("func f(T) {}", false), ("func T() {}", true), ("var T: A", true), ("func f() -> T -> {}", false),
        ("var x: T T", false), ("func f(a: T,) -> {}", false),
    ]

    @Test func `an operator outside of ASCII is no part of a name`() {
        let known = KnownShapes()
        #expect(GeneratedContent.read("class A {\n    var ab: Int = 0\n}\n", known).error == nil)
        #expect(GeneratedContent.read("class A {\n    var a→b: Int = 0\n}\n", known).error != nil)
    }

    @Test func `a text with imports and comments only is empty`() {
        #expect(GeneratedContent.read("import A\n// a comment\n", KnownShapes()).isEmpty)
        #expect(!GeneratedContent.read("class A {}\n", KnownShapes()).isEmpty)
    }
}
