internal import MockEngine
internal import MockModel
internal import Synchronization

/// A module that was made before, with an engine that knows it.
final class WarmModule: @unchecked Sendable {  // The pool gives it away: one request at a time has it.
    let command: any ModuleCommand
    let files: RequestFiles
    var engine: Engine

    init(_ command: any ModuleCommand, _ files: RequestFiles, _ engine: Engine) {
        self.command = command
        self.files = files
        self.engine = engine
    }

    /// The bytes that it needs, about.
    var size: Int { engine.size + files.size }
}

/// The modules that were made before, as many as there is room for, and the inputs that any of them has read.
final class ModulePool: Sendable {
    /// Identifies requests that describe the same module in the same way.
    struct Key: Hashable, Sendable {
        private let arguments: ContentHash
        /// The paths of all inputs, and the digests of those that are not sources, in any order.
        private var inputs = ContentHash(high: 0, low: 0)

        init(_ request: WorkRequest, arguments: [String]) {
            self.arguments = ContentHash(arguments.joined(separator: "\0"))
            for input in request.inputs {
                var text = input.path
                if !text.hasSuffix(".swift") { text += "\0" + String(decoding: input.digest, as: UTF8.self) }
                let hash = ContentHash(text)
                (inputs.high, inputs.low) = (inputs.high &+ hash.high, inputs.low &+ hash.low)
            }
        }
    }

    let digests: DigestCache
    private let modules: Mutex<RecentlyUsed<Key, WarmModule>>

    /// - Parameter room: The limit in bytes.
    init(room: Int) {
        digests = DigestCache(room: room / 3)
        modules = Mutex(RecentlyUsed(room: room / 3 * 2))
    }

    /// Takes a module out of the pool; `nil` if it is not there, or if another request has it.
    func take(_ key: Key) -> WarmModule? { modules.withLock { $0.remove(key) } }

    func put(_ module: WarmModule, for key: Key) {
        let size = module.size
        if modules.withLock({ $0.put(module, size: size, for: key) }) { ProcessMemory.trim() }
    }
}
