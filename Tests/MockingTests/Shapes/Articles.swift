// swift-format-ignore-file
import Foundation
import Mocking
import XCTest

// The types in the library's articles and comments; their code is compiled with these.
/// @mockable
protocol Door: Sendable { func open() }
/// @mockable
protocol Till: Sendable { func pay() }
/// @mockable
protocol Waiter: Sendable { func serve(to guest: String?) }
/// @mockable
protocol Light: Sendable { func color() -> LightColor }
enum LightColor: Sendable { case red, green }
/// @mockable
protocol Shelf: Sendable { subscript(key: String) -> Int { get } }
/// @mockable
protocol Session: Sendable {
  init()
  func open() -> Bool
  func close()
}
/// @mockable
protocol Database: Sendable {
  func read<T>(_ query: (Int) -> T) -> T
  func read<T: Sendable>(_ query: @escaping @Sendable (Int) -> T) async -> T
  func run()
  func run(body: () -> Void)
}

struct Bill { struct Line { var price: Int }; var lines: [Line] = [] }
struct Client { var load: (Int) async throws -> String; var log: @Sendable (String) -> Void }
protocol LogOutput { func write(_ text: String) -> Bool }
struct DiskFull: Error {}
struct NotFound: Error {}
struct Refused: Error {}
struct Oven: Sendable { var isHot: Bool { true } }
struct Pantry: Sendable { func item(_ id: Int) async throws -> Item { Item(id: id, name: "") } }
struct MenuScreen: Sendable { func load() async {}; var showsSpinner: Bool { true } }
struct Browser<S: Session> { var sessions: S.Type; func start() { _ = sessions.init().open() } }
struct Restaurant {
  var cook: any Cook
  init(cook: any Cook) { self.cook = cook }
  static func serve(with cook: any Cook) -> Bool { cook.cookRamen(bowls: 2, soup: .miso, extras: ["egg"]) }
}

struct Surroundings: Sendable {
  let cook = MockCook(), door = MockDoor(), till = MockTill(), waiter = MockWaiter(), light = MockLight()
  let database = MockDatabase()
  let shelf = MockShelf(), log = MockGenerics()
  let otherCook = RealCook(), oven = Oven(), pantry = Pantry(), screen = MenuScreen()
  let miso = Item(id: 1, name: "miso"), shoyu = Item(id: 2, name: "shoyu"), count = 2
  var bill: Bill { Bill() }
  var board: MockProps { MockProps() }
  var exotic: MockExotic { MockExotic() }
  var store: MockOverloads { MockOverloads() }
  var tree: MockTree { MockTree(height: 3) }
  var thing: MockFactory { MockFactory() }
  func wait(for expectations: [XCTestExpectation], timeout: TimeInterval) {}
  func verifyServed(_ cook: MockCook) { verify(cook).log("served").wasCalled() }
}

/// @mockable
protocol RecipeStore: Sendable {
    func load(id: Int) async throws -> String
}
