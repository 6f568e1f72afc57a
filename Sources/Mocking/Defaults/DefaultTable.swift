/// Closures that create default values, by type.
final class DefaultTable: @unchecked Sendable {  // `lock` guards the makers
    private let lock = Lock()
    private var makers: [ObjectIdentifier: any Sendable] = [:]

    func register<T>(_ type: T.Type, _ make: @escaping @Sendable () -> T) {
        let maker = Maker(make: make)
        lock.locked { makers[ObjectIdentifier(type)] = maker }
    }

    func unregister<T>(_ type: T.Type) {
        _ = lock.locked { makers.removeValue(forKey: ObjectIdentifier(type)) }
    }

    func unregisterAll() {
        let dropped = lock.locked {
            defer { makers = [:] }
            return makers
        }
        _ = dropped
    }

    func merge(_ other: DefaultTable) {
        let others = other.lock.locked { other.makers }
        lock.locked { makers.merge(others) { _, new in new } }
    }

    func value<T>(of type: T.Type) -> T? {
        let maker = lock.locked { makers.isEmpty ? nil : makers[ObjectIdentifier(type)] }
        return (maker as? Maker<T>)?.make()
    }

    /// A copy that does not change with this table.
    var copy: DefaultTable {
        let copy = DefaultTable()
        copy.merge(self)
        return copy
    }

    private struct Maker<T>: Sendable {
        let make: @Sendable () -> T
    }
}
