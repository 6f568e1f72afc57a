import Foundation
import Testing

/// mockd handles inputs of unusual size.
@Suite struct LargeInputTests {
    @Test func `a protocol with three hundred requirements has a mock that compiles`() async throws {
        let package = try PackageFixture()
        let members = (1...300).map { number in
            switch number % 6 {
            case 0: "    var value\(number): [Int] { get set }"
            case 1: "    func load\(number)(id: Int, name: String?) async throws -> [String]"
            case 2: "    func f(_ a\(number): (Int) -> Bool, x\(number): Int)"
            case 3: "    func overloaded(_ a: Type\(number))"
            case 4: "    static func make\(number)<T: Hashable>(_ value: T) -> T"
            default: "    subscript(key\(number) key: Int) -> String { get }"
            }
        }
        let types = (1...300).map { "struct Type\($0) {}" }.joined(separator: "\n")
        try package.write(
            "Kitchen/Large.swift", "/// @mockable\nprotocol Large {\n\(members.joined(separator: "\n"))\n}\n\(types)\n")
        let mocks = try await package.mocksThatCompile()
        #expect(mocks.contains("func load295("))
    }

    /// mockd reads at most two mebibytes of a file.
    @Test func `the largest file that is read has mocks that compile`() async throws {
        let package = try PackageFixture()
        let plain = (0..<60).map {
            "/// @mockable\nprotocol P\($0) { func f(_ n: Int) -> [String]; var v: Int { get set } }\n"
        }
        let filler = "func filler() { /* } protocol { */ let text = \"protocol X {\"; _ = text }\n"
        var text = ""
        for protocolText in plain { text += protocolText + "enum Space\(text.utf8.count) {\n" + filler + "}\n" }
        let line = "// protocol Comment { func nothing() } and \"quotes, and { braces\n"
        text += String(repeating: line, count: ((1 << 21) - text.utf8.count) / line.utf8.count)
        #expect(text.utf8.count > (1 << 21) - 100)
        try package.write("Kitchen/Large.swift", text)
        let mocks = try await package.mocksThatCompile()
        #expect(mocks.split(separator: "final class MockP").count == 61)
    }

    @Test func `a chain of sixty protocols and a class of forty superclasses have mocks that compile`() async throws {
        let package = try PackageFixture()
        let protocols = (0..<60).map { "protocol P\($0)\($0 > 0 ? ": P\($0 - 1)" : "") { func f\($0)() -> Int }" }
        let classes = (0..<40).map { number in
            number == 0
                ? "class C0 { init() {}; func f() -> Int { 0 } }"
                : "class C\(number): C\(number - 1) { func f\(number)() {}; override func f() -> Int { \(number) } }"
        }
        let last = ["/// @mockable\nprotocol Last: P59 {}", "/// @mockable\nclass Bottom: C39 {}"]
        try package.write("Kitchen/Deep.swift", (protocols + classes + last).joined(separator: "\n"))
        let mocks = try await package.mocksThatCompile()
        #expect(mocks.contains("func f59()") && mocks.contains("override func f39()"))
    }
}

extension PackageFixture {
    /// Returns the mocks of the folder `Kitchen`, and checks that they compile.
    fileprivate func mocksThatCompile() async throws -> String {
        let generated = try await run(
            "mockd", "generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Mocks.swift", "--import",
            "none", "--cache", "none")
        #expect(generated.status == 0, "\(generated.errors)")
        let errors = try await swiftc(
            ["-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-module-name", "Kitchen", "-I", Self.modules],
            files: ["Kitchen", "Mocks.swift"])
        #expect(errors.map(\.description) == [])
        return read("Mocks.swift") ?? ""
    }
}
