internal import Synchronization

/// The modules whose interfaces the toolchain prints at present, for the progress on a terminal: Foundation takes seconds.
package final class ModulesInPrint: Sendable {
    private let names = Mutex<[String]>([])
    private let onChange: @Sendable ([String]) -> Void

    /// - Parameter onChange: receives the modules when one is added, and when none is left. It must neither wait nor ask
    ///   for ``current``.
    package init(onChange: @escaping @Sendable ([String]) -> Void = { _ in }) {
        self.onChange = onChange
    }

    /// The names in the order in which their printing began.
    package var current: [String] { names.withLock { $0 } }

    func printing<Result>(_ module: String, _ work: () -> Result) -> Result {
        // The lock keeps the reports in their order.
        names.withLock { names in
            names.append(module)
            onChange(names)
        }
        defer {
            names.withLock { names in
                if let index = names.firstIndex(of: module) { names.remove(at: index) }
                if names.isEmpty { onChange(names) }
            }
        }
        return work()
    }
}
