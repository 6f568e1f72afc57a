internal import MockParsing
internal import Synchronization
internal import SystemPackage

/// A compiled module that was looked up, as far as it has been read.
///
/// Each has its own lock, which is held while it is read: concurrent lookups of a module need the same answer, and those
/// of another one need not wait.
final class CompiledModule: Sendable {
    /// The place of a module, and the state of its file and of the toolchain.
    struct Location: Sendable {
        var file: FilePath
        var version: String
    }

    /// `nil` if there is no file.
    let version: String?
    /// `nil` if there is no file, or if only the version is known, from an earlier run.
    let location: Location?
    /// False if only the version is known.
    let isLocated: Bool
    // The outer optional is `nil` until the first question.
    private let interface = Mutex<ModuleInterface??>(nil)
    private let knownInterface = Mutex<ModuleInterface??>(nil)
    private let names = Mutex<CompiledModuleNames??>(nil)
    private let text = Mutex<String??>(nil)

    init(at location: Location?) {
        self.location = location
        version = location?.version
        isLocated = true
    }

    init(expecting version: String?) {
        self.version = version
        location = nil
        isLocated = false
    }

    /// - Parameter read: is called once, if there is a file.
    func interface(_ read: (Location) -> ModuleInterface?) -> ModuleInterface? {
        interface.withLock { Self.value(of: &$0, location, read) }
    }

    /// - Parameter read: is called once, if there is a file.
    func knownInterface(_ read: (Location) -> ModuleInterface?) -> ModuleInterface? {
        knownInterface.withLock { Self.value(of: &$0, location, read) }
    }

    /// - Parameter read: is called once, if there is a file.
    func names(_ read: (Location) -> CompiledModuleNames?) -> CompiledModuleNames? {
        names.withLock { Self.value(of: &$0, location, read) }
    }

    /// Returns the printed text. It is kept until ``forgetText()``, because a file may have seams for many types of a
    /// module, and printing Foundation takes a third of a second.
    ///
    /// - Parameter print: is called once, if there is a file.
    func text(_ print: (Location) -> String?) -> String? {
        text.withLock { Self.value(of: &$0, location, print) }
    }

    /// Frees the printed text, which may have a megabyte.
    func forgetText() { text.withLock { $0 = nil } }

    private static func value<Value>(
        of known: inout Value??, _ location: Location?, _ read: (Location) -> Value?
    ) -> Value? {
        if let known { return known }
        let value = location.flatMap(read)
        known = .some(value)
        return value
    }
}
