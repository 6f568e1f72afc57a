/// The default values that a mock gets from providers; the newest provider takes precedence.
final class ProvidedDefaults: @unchecked Sendable {  // `lock` guards the list
    private let lock = Lock()
    private var entries: [(provider: DefaultTable, values: DefaultTable)] = []

    /// Adds the provider's current values; values that are registered with it later are not used.
    func add(_ provider: DefaultTable) {
        let values = provider.copy
        lock.locked { entries.append((provider, values)) }
    }

    func remove(_ provider: DefaultTable) { drop { $0 === provider } }

    func removeAll() { drop { _ in true } }

    private func drop(where isDropped: (DefaultTable) -> Bool) {
        let dropped = lock.locked {
            let old = entries
            entries.removeAll { isDropped($0.provider) }
            return old
        }
        _ = dropped
    }

    func value<T>(of type: T.Type) -> T? {
        let entries = lock.locked { self.entries }
        for entry in entries.reversed() {
            if let value = entry.values.value(of: type) { return value }
        }
        return nil
    }
}
