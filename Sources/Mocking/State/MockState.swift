/// The calls and stubs of one mock, and the way its members are answered.
///
/// Generated mocks own one. A mock written by hand uses it in the same way, one line a member; <doc:GettingStarted> has
/// a whole one.
public final class MockState<Target>: MockCore, @unchecked Sendable {  // as its superclass
    /// Makes the state of a mock that has a name in messages and is made by its own code, so that its line says nothing:
    /// failures are reported at the running test.
    public convenience init(_ name: String) {
        self.init(label: .text(name), .default, forwardingTo: nil, location: .unknown)
    }

    /// Makes the state of a mock that has a name in messages, and that may forward calls without a stub to an object.
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

    /// Forwards every call without a stub to an object from now on.
    ///
    /// The object that was forwarded to before takes over again after ``stopForwarding()``, and meanwhile answers what
    /// the new one cannot, because its associated types are others than the mock's.
    public func willForward(to target: Target) {
        add(target: TargetBox(target))
    }

    /// Forwards every call without a stub to an object from now on.
    @available(*, deprecated, renamed: "willForward(to:)")
    public func forward(to target: Target) { willForward(to: target) }

    /// Takes the newest target away; the one before it answers again, if there is one.
    public func stopForwarding() {
        removeLastTarget()
    }

    /// - Parameter box: A `TargetBox` of this mock's kind of target, as every route to one holds.
    func read(_ box: AnyObject) -> Target {
        let box = unsafeDowncast(box, to: TargetBox<Target>.self)
        return lock.locked { box.target }
    }

    /// Lets a call change the target: a struct in the box, as Swift would a variable; an object by itself.
    func change<R, E: Error>(_ box: AnyObject, _ body: (inout Target) throws(E) -> R) throws(E) -> R {
        guard let changes = unsafeDowncast(box, to: TargetBox<Target>.self).changes else {
            var target = read(box)
            return try body(&target)
        }
        return try changes.locked { () throws(E) in
            var target = read(box)
            // What was changed before an error was thrown stays changed, as in a struct.
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
