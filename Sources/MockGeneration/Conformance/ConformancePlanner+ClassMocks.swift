internal import MockModel

extension ConformancePlanner {
    /// True if the class has an `init()` that can be called from any isolation.
    var hasNonisolatedInitializer: Bool {
        guard resolved.isClass, let initializer = resolved.plainInitializer else { return false }
        let isOnActor =
            resolved.globalActor != nil || resolved.superclassActor != nil
            || options.isMainActorByDefault && !resolved.isNonisolated
        return !isOnActor && initializer >= min(AccessLevel(modifiers: declaration.modifiers), .public)
    }
}
