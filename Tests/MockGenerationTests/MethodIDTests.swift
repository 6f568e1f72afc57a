import MockGeneration
import MockModel
import Testing

/// The ids of methods in style `mocksix`.
@Suite struct MethodIDTests {
    private func diagnostics(_ members: String) -> [String] {
        var fixture = Fixture("/// @mockable\nprotocol Cook { \(members) }")
        fixture.style = MockSixStyle()
        guard let resolved = fixture.resolve("Cook").resolved,
            let conformance = ConformancePlanner(resolved, names: fixture.style.names, options: fixture.options).plan()
                .conformance
        else { return [] }
        return fixture.style.mock(of: conformance).diagnostics.map {
            "\($0.severity.rawValue): \($0.message) [\($0.code)]"
        }
    }

    private func ids(_ members: String) -> [String] {
        var fixture = Fixture("/// @mockable\nprotocol Cook {\n\(members)\n}")
        fixture.style = MockSixStyle()
        return fixture.lines.filter { $0.hasPrefix("case ") }.map { String($0.dropFirst(5)) }
    }

    @Test func `ids consist of the name and the labels and names of parameters`() {
        #expect(
            ids(
                """
                func f(a: Int)
                func f(_ b: Int)
                func f(with c: Int, URLPath: String, for id: Int)
                func urlForID(_ id: Int)
                func move(toPlace place: Int)
                subscript(key: String) -> Int { get set }
                static func + (a: Self, b: Self) -> Self
                var value: Int { get async }
                func `default`()
                """) == [
                    "f_a", "f_b", "f_withC_urlPath_forID", "urlForID_id", "move_toPlace", "subscript_key_getter",
                    "subscript_key_setter", "plus_a_b", "value_getter", "`default`",
                ])
    }

    @Test func `an annotation above a member names it`() {
        let members = """
            // sourcery: mockMethodID = "f_int"
            func f(_ a: Int)
            /// Says something.
            /* sourcery: other, mockMethodID="f_text" */
            @discardableResult func f(_ a: String) -> Int
            #if DEBUG
                // sourcery: mockMethodID = "f_bool"
                func f(_ a: Bool)
            #endif
            """
        #expect(ids(members) == ["f_int", "f_text", "f_bool"])
        #expect(diagnostics(members) == [])
    }

    @Test func `a member with the id of another one is a warning that tells the way out`() {
        #expect(ids("func f(_ a: Int)\nfunc f(_ a: String)") == ["f_a", "f_a2"])
        #expect(
            diagnostics("func f(_ a: Int); func f(_ a: String)") == [
                "warning: 'f(_:)' has the method id 'f_a' of another member, so it gets 'f_a2', which changes when members do; write '// sourcery: mockMethodID = \"…\"' above it to name it [method-id]"
            ])
    }

    @Test func `a result that no library can hold is a note`() {
        #expect(
            diagnostics("func f<T: ~Copyable>() -> T; func g() -> Int") == [
                "note: 'f()' cannot be stubbed in style mocksix, because its result cannot be stored; a mock in style typed can do more: /// @mockable(style: typed) [style-limit]"
            ])
    }
}
