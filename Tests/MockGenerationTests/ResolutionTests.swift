import MockGeneration
import MockModel
import Testing

@Suite struct ResolutionTests {
    private func members(_ files: [String: String], _ name: String = "P") -> [String] {
        Fixture(files).resolve(name).resolved?.members.map(\.member.displayName) ?? []
    }

    @Test func `requirements of parents in other files come first`() {
        let files = [
            "A.swift": "protocol A { func a() }", "B.swift": "protocol B: A { func b() }",
            "P.swift": "/// @mockable\nprotocol P: B { func p() }",
        ]
        #expect(members(files) == ["a()", "b()", "p()"])
    }

    @Test func `a parent reached twice is read once`() {
        let text = """
            protocol A { func a() }; protocol B: A {}; protocol C: A {}
            /// @mockable
            protocol P: B, C { func a() }
            """
        #expect(members(["P.swift": text]) == ["a()"])
    }

    @Test func `parents are found through typealias compositions and where clauses`() {
        let text = """
            typealias Both = A & B
            protocol A { func a() }; protocol B { func b() }; protocol C { func c() }
            /// @mockable
            protocol P: Both where Self: C {}
            """
        #expect(members(["P.swift": text]) == ["a()", "b()", "c()"])
    }

    @Test func `the innermost scope wins`() {
        let text = """
            protocol A { func outer() }
            enum N { protocol A { func inner() }; /// @mockable
            protocol P: A {} }
            """
        #expect(members(["P.swift": text]) == ["inner()"])
    }

    @Test func `of equal requirements the one with fewer effects is kept`() {
        let text = """
            protocol A { func f() async throws; var v: Int { get } }
            /// @mockable
            protocol P: A { func f(); var v: Int { get set } }
            """
        let resolved = Fixture(text).resolve("P").resolved
        guard case .function(let function) = resolved?.members[0].member.kind,
            case .property(let property) = resolved?.members[1].member.kind
        else { return #expect(Bool(false)) }
        #expect(function.effects == .none)
        #expect(property.accessors.hasSetter)
    }

    @Test func `names that were not found are dependencies as well`() {
        let asked = Fixture("/// @mockable\nprotocol P: Missing { func f(_ x: Unknown) }\nstruct Matcher {}").resolve(
            "P"
        ).asked
        #expect(asked.isSuperset(of: ["Missing", "Unknown", "Matcher"]))
    }

    @Test func `associated types are fixed by where clauses, arguments and annotations`() {
        let store = "protocol Store<Key> { associatedtype Key; associatedtype Value }\n"
        let texts = [
            "/// @mockable\nprotocol P: Store where Key == Int {}", "/// @mockable\nprotocol P: Store<Int> {}",
            "/// @mockable\nprotocol P: Store { typealias Key = Int }",
            "/// @mockable(typealias: Key = Int)\nprotocol P: Store {}",
        ]
        for text in texts {
            #expect(Fixture(store + text).resolve("P").resolved?.fixedTypes["Key"]?.description == "Int", "\(text)")
        }
    }

    @Test func `generic superclasses are read with the child's arguments`() {
        let files = [
            "A.swift": "class A<T> { func a(_ t: T) -> [T] { [] }; func hidden() {} }",
            "P.swift": "/// @mockable\nclass P: A<Int> { override func hidden() {} }",
        ]
        let resolved = Fixture(files).resolve("P").resolved
        #expect(resolved?.members.map(\.member.displayName) == ["hidden()", "a(_:)"])
        guard case .function(let function) = resolved?.members.last?.member.kind else { return #expect(Bool(false)) }
        #expect(function.result?.description == "[Int]")
        #expect(resolved?.members.allSatisfy(\.isOverride) == true)
    }

    @Test func `imports are repeated only when a signature needs them`() {
        let plain = "import Foundation\n/// @mockable\nprotocol P { func f(_ n: Int) }"
        let foreign = "import Foundation\n/// @mockable\nprotocol P { func f(_ url: URL) }"
        #expect(Fixture(plain).resolve("P").resolved?.imports == [])
        #expect(Fixture(foreign).resolve("P").resolved?.imports.map(\.module) == ["Foundation"])
    }

    @Test func `the order of the files changes nothing`() {
        let fixture = Fixture([
            "A.swift": "protocol A { func a() }", "P.swift": "/// @mockable\nprotocol P: A {}",
            "Z.swift": "enum Result {}",
        ])
        var turned = fixture
        turned.files.reverse()
        #expect(fixture.generate("P.swift") == turned.generate("P.swift"))
    }

    @Test func `a parent reached in several ways adds no conditions that follow from others`() {
        let base = "protocol Base {\n#if DEBUG\nfunc debug()\n#endif\nfunc always()\n}"
        let fixture = Fixture([
            "A.swift": "#if DEBUG\n#else\nprotocol Way: Base {}\n#endif",
            "B.swift": "#if DEBUG\nprotocol Way: Base {}\n#endif",
            "Base.swift": base, "P.swift": "/// @mockable\nprotocol P: Way {}",
        ])
        let members = fixture.resolve("P").resolved?.members.map(\.member)
        #expect(members?.map(\.displayName) == ["always()", "debug()", "always()"])
        #expect(members?.map(\.conditions) == [["!(DEBUG)"], ["DEBUG"], ["DEBUG", "!(!(DEBUG))"]])
        let narrow = Fixture([
            "A.swift": "#if A\nprotocol Way: Base {}\n#elseif B\nprotocol Way: Base {}\n#endif",
            "Base.swift": "protocol Base { func f() }", "P.swift": "/// @mockable\nprotocol P: Way, Base {}",
            "Q.swift": "/// @mockable\nprotocol Q: Base, Way {}",
        ])
        #expect(narrow.resolve("P").resolved?.members.count == 3)
        #expect(narrow.resolve("Q").resolved?.members.map(\.member.conditions) == [[]])
    }

    @Test func `a class that replaces a protocol under other conditions is overridden`() {
        let fixture = Fixture([
            "Base.swift": "#if os(macOS)\nprotocol Base {}\n#else\nclass Base { init() {}; func cook() {} }\n#endif",
            "P.swift": "/// @mockable\nprotocol P: Base { func own() }",
        ])
        #expect(fixture.resolve("P").resolved?.members.map(\.member.displayName) == ["cook()", "own()"])
    }

    @Test func `a typealias counts whether it is written with Self or without`() {
        let text =
            "/// @mockable\nprotocol P { typealias Done = (Int) -> Void; func f(_ done: Self.Done); func g<Done>(_ x: Done) }"
        let aliases = Fixture(text).resolve("P").resolved?.functionAliases
        #expect(aliases?["Done"] != nil && aliases?["Self.Done"] != nil)
    }

    @Test func `a generic parameter hides the typealias of its name`() {
        let text = "typealias Done = (Int) -> Void\n/// @mockable\nprotocol P { func g<Done>(_ x: Done) }"
        #expect(Fixture(text).resolve("P").resolved?.functionAliases.isEmpty == true)
    }

    /// The compiler rejects all of these, but they occur in the middle of an edit.
    @Test(arguments: [
        "protocol P: P { func f() }",
        "class P: Q { init() {}; func f() {} }\nprotocol Q: Q {}",
        "class P: A { init() {}; func f() {} }\ntypealias A = B\ntypealias B = A",
        "protocol P: A { func f() }\ntypealias A = A",
        "protocol P: D where A == Int { func f() }\nprotocol C { associatedtype A; associatedtype B }\n"
            + "protocol D: C { typealias A = B; typealias B = A }",
    ])
    func `a declaration that refers to itself is resolved`(source: String) {
        let members = Fixture("/// @mockable\n\(source)").resolve("P").resolved?.members
        #expect(members?.contains { $0.member.displayName == "f()" } == true)
    }
}
