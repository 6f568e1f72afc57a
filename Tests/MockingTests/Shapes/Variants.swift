// swift-format-ignore-file
import Mocking

// Rarer kinds of calls: asynchronous or unforwardable ones with parameters or results that cannot be stored.
/// @mockable
protocol Variants: AnyObject {
  func gather(_ ns: Int...) async throws -> Int
  func fill(_ n: inout Int, by k: Int) async throws -> Bool
  func fillMany(_ n: inout Int, _ others: Int...) async -> Int
  func mark(_ n: inout Int, _ other: Self) -> Int
  func make(_ n: Int) throws -> File
  func makeLater(_ n: Int) async throws -> File
  func makeLike(_ other: Self) throws -> File
  func give(_ x: sending NonSendable, n: Int) throws -> Int
  func pair(_ n: Int) async -> (Int, String)
  var next: Self? { get set }
}

/// @mockable
class Workbench {
  func fill(_ n: inout Int) async throws -> Int { n += 100; return n }
  func each(_ body: (Int) -> Void) { body(42) }
  func wait(_ n: Int) async throws(MyError) -> Int { if n < 0 { throw MyError(code: n) }; return n * 2 }
  func pair() -> (Int, String) { (42, "bench") }
  var tool = "hammer"
  init() {}
}
