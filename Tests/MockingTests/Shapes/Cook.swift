// swift-format-ignore-file
import Mocking

enum Soup: Equatable, Sendable { case miso, shoyu, custom(String) }
struct Item: Equatable, Sendable { var id: Int; var name: String }
struct MyError: Error, Equatable { var code: Int }

protocol Cook: Sendable {
  func cookRamen(bowls: Int, soup: Soup, extras: [String]) -> Bool
  func save(_ item: Item, at path: String, overwrite: Bool) throws
  func fetch(id: Int, options: [String: String]) async throws -> Item
  func log(_ message: String)
  func typed(_ n: Int) throws(MyError) -> Item
  func typedAsync(_ n: Int?) async throws(MyError) -> Item
  func transform(_ body: @escaping @Sendable (Int) -> Int, values: [Int]) -> [Int]
  func pair() -> (Int, String)
  func maker() -> (Int) -> String
  var name: String { get set }
  var level: Int { get async throws }
}

// ---- generated
final class MockCook: Cook, ProtocolMock {
  func cookRamen(bowls: Int, soup: Soup, extras: [String]) -> Bool {
    return mocking.call("cookRamen(bowls:soup:extras:)", (bowls: bowls, soup: soup, extras: extras)) { $0.cookRamen(bowls: bowls, soup: soup, extras: extras) }
  }
  func save(_ item: Item, at path: String, overwrite: Bool) throws {
    return try mocking.call("save(_:at:overwrite:)", (item: item, path: path, overwrite: overwrite)) { try $0.save(item, at: path, overwrite: overwrite) }
  }
  func fetch(id: Int, options: [String: String]) async throws -> Item {
    return try await mocking.callAsync("fetch(id:options:)", (id: id, options: options)) { try await $0.fetch(id: id, options: options) }
  }
  func log(_ message: String) {
    return mocking.call("log(_:)", message) { $0.log(message) }
  }
  func typed(_ n: Int) throws(MyError) -> Item {
    return try mocking.call("typed(_:)", n) { (target) throws(MyError) in try target.typed(n) }
  }
  func typedAsync(_ n: Int?) async throws(MyError) -> Item {
    return try await mocking.callAsync("typedAsync(_:)", n) { (target) async throws(MyError) in try await target.typedAsync(n) }
  }
  func transform(_ body: @escaping @Sendable (Int) -> Int, values: [Int]) -> [Int] {
    return mocking.call("transform(_:values:)", (body: body, values: values)) { $0.transform(body, values: values) }
  }
  func pair() -> (Int, String) {
    return mocking.call("pair()", (), default: (0, "")) { $0.pair() }
  }
  func maker() -> (Int) -> String {
    return mocking.call("maker()", (), default: { _ in "" }) { $0.maker() }
  }
  var name: String {
    get { return mocking.get("name") { $0.name } }
    set { mocking.set("name", newValue) { $0.name = newValue } }
  }
  var level: Int {
    get async throws { return try await mocking.callAsync("level", ()) { try await $0.level } }
  }

  nonisolated struct MockMembers<MockMode>: MemberSet {
    let mocking: MockState<any Cook>
    func cookRamen(bowls: Matcher<Int> = .any, soup: Matcher<Soup> = .any, extras: Matcher<[String]> = .any) -> Clause<MockMode, (bowls: Int, soup: Soup, extras: [String]), Bool, Never> {
      .init(mocking, "cookRamen(bowls:soup:extras:)", bowls, soup, extras)
    }
    func save(_ item: Matcher<Item> = .any, at path: Matcher<String> = .any, overwrite: Matcher<Bool> = .any) -> Clause<MockMode, (item: Item, path: String, overwrite: Bool), Void, any Error> {
      .init(mocking, "save(_:at:overwrite:)", item, path, overwrite)
    }
    func fetch(id: Matcher<Int> = .any, options: Matcher<[String: String]> = .any) -> AsyncClause<MockMode, (id: Int, options: [String: String]), Item, any Error> {
      .init(mocking, "fetch(id:options:)", id, options)
    }
    func log(_ message: Matcher<String> = .any) -> Clause<MockMode, String, Void, Never> {
      .init(mocking, "log(_:)", message)
    }
    func typed(_ n: Matcher<Int> = .any) -> Clause<MockMode, Int, Item, MyError> {
      .init(mocking, "typed(_:)", n)
    }
    func typedAsync(_ n: OptionalMatcher<Int> = .any) -> AsyncClause<MockMode, Int?, Item, MyError> {
      .init(mocking, "typedAsync(_:)", n)
    }
    func transform(_ body: Matcher<@Sendable (Int) -> Int> = .any, values: Matcher<[Int]> = .any) -> Clause<MockMode, (body: @Sendable (Int) -> Int, values: [Int]), [Int], Never> {
      .init(mocking, "transform(_:values:)", body, values)
    }
    func pair() -> Clause<MockMode, Void, (Int, String), Never> { .init(mocking, "pair()") }
    func maker() -> Clause<MockMode, Void, (Int) -> String, Never> { .init(mocking, "maker()") }
    var name: Clause<MockMode, Void, String, Never> { .init(mocking, "name") }
    func name(set newValue: Matcher<String> = .any) -> Clause<MockMode, String, Void, Never> { .init(mocking, "name =", newValue) }
    var level: AsyncClause<MockMode, Void, Int, any Error> { .init(mocking, "level") }
  }

  nonisolated let mocking: MockState<any Cook>
  nonisolated init(mocking: MockState<any Cook>) { self.mocking = mocking }
  typealias MockGiven = MockMembers<SendableStubbing<any Cook>>
  typealias MockVerify = MockMembers<Verifying>
  typealias MockCalls = MockMembers<Recording>
}
