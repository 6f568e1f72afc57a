import Testing

@testable import MockEngine

@Suite("The flags of a module")
struct KnownFlagsTests {
    @Test(
        "decide what they can of a condition",
        arguments: [
            ("FANCY", []), ("!FANCY", ["false"]), ("TESTS", ["false"]), ("!(TESTS)", []), ("OTHER", ["OTHER"]),
            ("FANCY && os(Linux)", ["os(Linux)"]), ("FANCY || OTHER", []), ("OTHER || TESTS", ["OTHER"]),
            ("!(FANCY) && (OTHER)", ["false"]), ("!(TESTS && OTHER) && FANCY", []),
            ("(FANCY && swift(>=6.0)) || OTHER", ["(swift(>=6.0)) || OTHER"]), ("!OTHER && !TESTS", ["!OTHER"]),
            ("canImport(FANCY)", ["canImport(FANCY)"]), ("os(TESTS) || arch(FANCY)", ["os(TESTS) || arch(FANCY)"]),
            ("BOTH && FANCY", ["BOTH"]), ("SWIFT_PACKAGE", ["SWIFT_PACKAGE"]), ("FANCYOTHER", ["FANCYOTHER"]),
            ("canImport(Foo, _version: \"1.2(3)\") && FANCY", ["canImport(Foo, _version: \"1.2(3)\")"]),
            ("true && FANCY", []), ("", [""]),
        ])
    func decide(condition: String, left: [String]) {
        let module = Module(name: "Kitchen", sources: [], defines: ["FANCY", "BOTH", "SWIFT_PACKAGE"])
        let mocks = Module(name: "KitchenTests", sources: [], defines: ["TESTS", "BOTH"])
        #expect(KnownFlags(of: module, mocks: mocks).decide([condition]) == left)
    }

    @Test("are those of the mocks, too, in the same module")
    func sameModule() {
        let module = Module(name: "Kitchen", sources: [], importStyle: .none, defines: ["FANCY"])
        #expect(KnownFlags(of: module, mocks: nil).decide(["FANCY"]) == ["FANCY"])
    }
}
