/// What an unstubbed call means for the value of a property.
enum PropertyAccess {
    case none
    case read
    /// The call sets the property with this name.
    case write(String)
}

/// The ways of answering a call that only the member itself can go.
enum Route<Target> {
    case forward(TargetBox<Target>)
    case callSuper
    case custom(AnyObject)
}
