/// The calls and stubs of one mock; answers the calls of its members.
///
/// Generated mocks own one. A handwritten mock uses it in the same way, one line per member; <doc:GettingStarted> shows
/// a complete one.
public final class MockState<Target>: MockCore, @unchecked Sendable {  // as its superclass
    /// Creates the state of a mock that its own code creates. The name appears in messages. Failures are reported at
    /// the running test, because the source line would not help.
    public convenience init(_ name: String) {
        self.init(label: .text(name), .default, forwardingTo: nil, location: .unknown)
    }

    /// Creates the state of a mock that may forward calls without a stub. The name appears in messages.
    public convenience init(
        _ name: String, _ behavior: MockBehavior = .default, forwardingTo target: Target? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        self.init(
            label: .text(name), behavior, forwardingTo: target,
            location: MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    init(label: Label, _ behavior: MockBehavior, forwardingTo target: Target?, location: MockLocation) {
        super.init(label: label, behavior: behavior, location: location)
        if let target { add(target: TargetBox(target)) }
    }

    /// Forwards every future call without a stub to an object.
    ///
    /// The previous target answers again after ``stopForwarding()``. Until then it answers calls that the new one
    /// cannot, because its associated types differ from the mock's.
    public func willForward(to target: Target) {
        add(target: TargetBox(target))
    }

    /// Forwards every future call without a stub to an object.
    @available(*, deprecated, renamed: "willForward(to:)")
    public func forward(to target: Target) { willForward(to: target) }

    /// Removes the newest target; the one before it answers again, if there is one.
    public func stopForwarding() {
        removeLastTarget()
    }

    /// - Parameter box: a `TargetBox` with this mock's target type, as every route has.
    func read(_ box: AnyObject) -> Target {
        let box = unsafeDowncast(box, to: TargetBox<Target>.self)
        return lock.locked { box.target }
    }

    /// Lets a call mutate the target: a struct inside the box, like a variable; an object directly.
    func change<R, E: Error>(_ box: AnyObject, _ body: (inout Target) throws(E) -> R) throws(E) -> R {
        guard let changes = unsafeDowncast(box, to: TargetBox<Target>.self).changes else {
            var target = read(box)
            return try body(&target)
        }
        return try changes.locked { () throws(E) in
            var target = read(box)
            // Changes made before an error is thrown persist, as in a struct.
            defer { write(target, to: box) }
            return try body(&target)
        }
    }

    func write(_ target: Target, to box: AnyObject) {
        let box = unsafeDowncast(box, to: TargetBox<Target>.self)
        let old = lock.locked {
            let old = box.target
            box.target = target
            return old
        }
        _ = old
    }
}
