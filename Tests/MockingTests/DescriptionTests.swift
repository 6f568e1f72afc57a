import Foundation
import Mocking
import Testing

private enum Level: Int { case low, high }
private enum Shape { case circle(radius: Int), box(Int, Int), point, wrapped(Item) }
private enum Named: CustomStringConvertible {
    case one
    var description: String { "Number One" }
}
private struct Money: CustomStringConvertible {
    var description: String { "3 €" }
}
private struct Empty {}
private indirect enum Chain { case end, link(Chain) }

@Suite struct DescriptionTests {
    private func text(_ value: Any) -> String { MockDescription.text(of: value) }

    @Test func `simple values`() {
        #expect(text(3) == "3" && text(1.5) == "1.5" && text(true) == "true" && text(UInt8(3)) == "3")
        #expect(text("a\n\"b\"") == #""a\n\"b\"""# && text(Character("a")) == #""a""#)
        #expect(text("abc".dropFirst()) == #""bc""#)
        let long = String(repeating: "ä", count: 501)
        #expect(text(long) == "\"\(long.dropFirst())…\" (501 characters)" && text(long.dropFirst()).hasSuffix("ä\""))
        #expect(text(Int?.none as Any) == "nil" && text(Int?.some(3) as Any) == "3")
        #expect(text(Int.self) == "Int.self" && text([Item].self) == "Array<Item>.self")
        #expect(text(()) == "()")
    }

    @Test func `collections`() {
        #expect(text([1, 2]) == "[1, 2]" && text([Int]()) == "[]")
        #expect(text(["b": 1, "a": 2]) == #"["a": 2, "b": 1]"# && text([Int: Int]()) == "[:]")
        #expect(text(Set(["b", "a"])) == #"["a", "b"]"#)
        #expect(text(Array(0..<60)).hasSuffix("48, 49, … 60 in all]"))
        #expect(text((1, b: "x")) == #"(1, b: "x")"#)
        #expect(text(1...3) == "1...3" && text(UInt8(1)...3) == "1...3")
        #expect(text(Data([1, 255])) == "Data([1, 255])" && text([UInt8(1)]) == "[1]")
        #expect(text(Data(count: 60)).hasSuffix("0, 0, … 60 in all])"))
    }

    @Test func `enums and structs`() {
        #expect(text(Level.low) == ".low" && text(Shape.point) == ".point")
        #expect(text(Shape.circle(radius: 2)) == ".circle(radius: 2)" && text(Shape.box(1, 2)) == ".box(1, 2)")
        #expect(text(Shape.wrapped(Item(id: 1, name: "a"))) == #".wrapped(Item(id: 1, name: "a"))"#)
        #expect(text(Named.one) == "Number One" && text(Money()) == "3 €" && text(Empty()) == "Empty()")
    }

    @Test func `objects, mocks, closures and key paths`() {
        #expect(text(NonSendable()) == "NonSendable")
        #expect(text(MockCook()) == "MockCook" && text(MockTree(height: 1)) == "MockTree")
        #expect(text({ (n: Int) in n }) == "a closure")
        #expect(text(\Item.name) == ".name" && text(\Item.name.count) == ".name.<computed (Int)>")
        #expect(text(MyError(code: 1)) == "MyError(code: 1)")
        #expect(text(Unrecorded<Int>()) == "not recorded")
    }

    @Test func `deep values end somewhere`() {
        var chain = Chain.end
        for _ in 0..<20 { chain = .link(chain) }
        #expect(text(chain) == ".link(.link(.link(.link(.link(.link(Chain(…)))))))")
    }

    @Test func `another tool can tell values apart`() {
        MockDescription.difference = { expected, actual in
            guard expected is Special, actual is Special else { return nil }
            return "- 1\n+ 2"
        }
        defer { MockDescription.difference = nil }
        #expect(Matcher.equal(Special(id: 1)).mismatch(Special(id: 2)) == "expected Special(id: 1), - 1\n+ 2")
        #expect(Matcher.equal(1).mismatch(2) == "expected 1, was 2")
    }

    private struct Special: Equatable { var id: Int }
}
