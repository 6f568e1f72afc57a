// swift-format-ignore-file
import Mocking

// The effects of a struct that calls are forwarded to.
/// @mockable
protocol Tally: Sendable {
  var sum: Int { get }
  mutating func add(_ n: Int)
  mutating func fail() throws
  mutating func addLater(_ n: Int) async
  mutating func change(_ body: (Int) -> Void)
}
