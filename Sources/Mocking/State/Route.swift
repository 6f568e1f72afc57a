/// What an unstubbed call means for the value of a property.
enum PropertyAccess {
    case none
    case read
    /// The call sets the property with this name.
    case write(String)
}

/// The ways of answering a call that only the member itself can go.
enum Route {
    /// To the target in a `TargetBox`.
    case forward(AnyObject)
    case callSuper
    /// To the closure in a `Box`.
    case custom(AnyObject)
}
