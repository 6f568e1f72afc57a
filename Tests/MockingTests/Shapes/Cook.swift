// swift-format-ignore-file
import Mocking

enum Soup: Equatable, Sendable { case miso, shoyu, custom(String) }
struct Item: Equatable, Sendable { var id: Int; var name: String }
struct MyError: Error, Equatable { var code: Int }

/// @mockable
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

