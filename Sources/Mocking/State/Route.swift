/// The way a call accesses a property, if it does.
enum PropertyAccess {
    case none
    case read
    /// The call sets the property with this name.
    case write(String)
}

/// The ways of answering a call that require code of the member itself.
enum Route {
    /// Forwards to the target in a `TargetBox`.
    case forward(AnyObject)
    case callSuper
    /// Calls the closure in a `Box`.
    case custom(AnyObject)
}
