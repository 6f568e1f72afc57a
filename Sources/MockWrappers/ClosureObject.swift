/// The objects of a mock that have the closures which any thread may use.
///
/// In a test target where the main actor is the default, a type without an isolation of its own would be on it. One that
/// adopts a protocol with sendable metatypes is not, and property wrappers allow no `nonisolated` class around them.
public protocol ClosureObject: AnyObject, SendableMetatype {}
