internal import Mocking

/// The locks of mocks that are objects.
enum ObjectLocks {
    private struct Entry {
        /// `nil` once the object is gone, even if another one is at its address.
        weak var object: AnyObject?
        let lock: MockSixLock
    }

    private static let guardian = Lock()
    nonisolated(unsafe) private static var entries: [ObjectIdentifier: Entry] = [:]  // `guardian` guards it
    nonisolated(unsafe) private static var staticLocks: [ObjectIdentifier: MockSixLock] = [:]  // `guardian` guards it
    /// The number of entries at which those of objects that are gone are removed.
    nonisolated(unsafe) private static var limit = 64  // `guardian` guards it

    static func lock(of object: AnyObject) -> MockSixLock {
        let key = ObjectIdentifier(object)
        // Freed without the lock: freeing stubs, or an object of which this has the last reference, may run code of the test
        // that calls a mock.
        var dropped: [Entry] = []
        var objects: [AnyObject?] = []
        let lock = guardian.locked {
            if let entry = entries[key], entry.object === object { return entry.lock }
            if entries.count >= limit {
                for (key, entry) in entries {
                    let object = entry.object
                    objects.append(object)
                    if object == nil { dropped.append(entry) }
                    if object == nil { entries[key] = nil }
                }
                limit = max(64, entries.count * 2)
            }
            let entry = Entry(object: object, lock: MockSixLock())
            if let old = entries.updateValue(entry, forKey: key) { dropped.append(old) }
            return entry.lock
        }
        withExtendedLifetime((dropped, objects)) {}
        return lock
    }

    static func lock(ofType type: Any.Type) -> MockSixLock {
        guardian.locked {
            let key = ObjectIdentifier(type)
            if let lock = staticLocks[key] { return lock }
            let lock = MockSixLock()
            staticLocks[key] = lock
            return lock
        }
    }
}

/// The mock of a type's static members: `MockParser.classMock.stub(.make, andReturn: …)`.
public struct ClassMock<Base: Mock>: Mock {
    /// The ids of the mock.
    public typealias MockMethod = Base.MockMethod

    init() {}

    /// The calls and stubs of the static members.
    public var mockSixLock: MockSixLock { ObjectLocks.lock(ofType: Base.self) }
}
