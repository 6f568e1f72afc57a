// swift-format-ignore-file
import Mocking
import Testing
struct Opts: OptionSet, Equatable, Sendable { let rawValue: Int; static let a = Opts(rawValue: 1), b = Opts(rawValue: 2) }
struct Tag: ExpressibleByStringLiteral, Equatable, Sendable { var s: String; init(stringLiteral s: String) { self.s = s } }
extension MatcherProtocol where Subject == Item { static var big: Self { .property(\.id, .greater(than: 9)) } }
func check<T>(_ m: Matcher<T>, _ yes: T, _ no: T, line: Int = #line) {
  #expect(m.matches(yes), "line \(line)"); #expect(!m.matches(no), "line \(line): \(m.mismatch(no) ?? "")")
}
func checkO<T>(_ m: OptionalMatcher<T>, _ yes: T?, _ no: T?, line: Int = #line) {
  #expect(m.matches(yes), "line \(line)"); #expect(!m.matches(no), "line \(line)")
}
@Test func matchers() {
  let w = "x"
  check(2, 2, 3); check(-2, -2, 2); check(1.5, 1.5, 2.0); check(2, 2.0, 3.0); check("a", "a", "b"); check("a\(w)", "ax", "b"); check(true, true, false)
  check([1, 2], [1, 2], [1]); check([], [], [1]); check(["a": 1], ["a": 1], [:]); check([:] as Matcher<[String: Int]>, [:], ["a": 1])
  check([1, 2] as Matcher<Set<Int>>, [2, 1], [1]); check([.a, .b] as Matcher<Opts>, [.a, .b], .a); check([] as Matcher<Opts>, [], .a); check("t" as Matcher<Tag>, "t", "u")
  check(.greater(than: 3) && .less(than: 5), 4, 5); check(.equal(1) || 2, 2, 3); check(!.in(1...3), 4, 2); check(.oneOf(1, 2), 2, 3)
  check(.around(1, tolerance: 0.1), 1.05, 1.2); check(.contains(1, 2), [2, 1, 3], [1]); check(.count(2), [1, 2], [1]); check(.notEmpty, "a", "")
  check(.prefix("ab"), "abc", "b"); check(.big, Item(id: 10, name: ""), Item(id: 1, name: "")); check(.property(\.name, "n"), Item(id: 1, name: "n"), Item(id: 1, name: "m"))
  check(.instance(of: Int.self), 3 as Any, "x" as Any)
  checkO(nil, nil as Int?, 3); checkO(3, 3, nil); checkO(.notNil, 3, nil); checkO("s", "s", "t"); checkO(.some(.greater(than: 2)), 3, nil); checkO(.equal(4), 4, 5)
  let o = NonSendable()
  check(.identical(to: o), o, NonSendable())
  #expect(Matcher<Item>.big.mismatch(Item(id: 1, name: "")) == #"expected a value whose id is greater than 9, was 1 in Item(id: 1, name: "")"#)
  #expect(Matcher<Item>.big.matcherDescription == "a value whose id is greater than 9")
}
