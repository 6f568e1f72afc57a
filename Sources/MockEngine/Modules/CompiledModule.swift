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
    private let surfaces = Mutex<[String: String]??>(nil)
    private let nestedExtensions = Mutex<[String: String]??>(nil)
    private let failures = Mutex(Failures())
    private let shortestPause: Duration

    /// The earliest times of the next attempts, of each question whose printing has failed. It may succeed: a busy machine
    /// is a usual cause.
    private struct Failures {
        var interface: ContinuousClock.Instant?
        var surfaces: ContinuousClock.Instant?
        var nestedExtensions: ContinuousClock.Instant?
        var all: [ContinuousClock.Instant] { [interface, surfaces, nestedExtensions].compactMap(\.self) }
    }

    /// - Parameter shortestPause: the time for which the module is not read again after a failure.
    init(at location: Location?, shortestPause: Duration) {
        self.location = location
        self.shortestPause = shortestPause
        version = location?.version
        isLocated = true
    }

    init(expecting version: String?) {
        self.version = version
        location = nil
        shortestPause = .zero
        isLocated = false
    }

    /// True if the module is there and could not be read.
    var isUnread: Bool { failures.withLock { !$0.all.isEmpty } }

    /// True if the module could not be read, and it is time to try again.
    var isDueAgain: Bool { failures.withLock { $0.all.contains { $0 <= .now } } }

    /// - Parameter read: is called once, if there is a file.
    func interface(_ read: (Location) -> ModuleInterface?) -> ModuleInterface? {
        interface.withLock { value in
            Self.value(of: &value, location) { location in noting(\.interface, read, location) }
        }
    }

    /// - Parameter read: is called once, if there is a file.
    func knownInterface(_ read: (Location) -> ModuleInterface?) -> ModuleInterface? {
        knownInterface.withLock { Self.value(of: &$0, location, read) }
    }

    /// - Parameter read: is called once, if there is a file.
    func names(_ read: (Location) -> CompiledModuleNames?) -> CompiledModuleNames? {
        names.withLock { Self.value(of: &$0, location, read) }
    }

    /// Returns everything that the module declares of its outermost types. It is kept until ``forgetSurfaces()``, because
    /// a file may have seams for many types of a module, and printing Foundation takes a third of a second.
    ///
    /// - Parameter print: returns the printed text; is called once, if there is a file.
    func surfaces(_ print: (Location) -> String?) -> [String: String]? {
        surfaces.withLock { value in
            Self.value(of: &value, location) { location in
                noting(\.surfaces, print, location).map(ModuleInterface.surfaces)
            }
        }
    }

    /// Returns the extensions of types that the module has nested in those of other modules, by their outermost types.
    /// They are kept as long as the surfaces.
    ///
    /// - Parameter read: is called once, if there is a file.
    func nestedExtensions(_ read: (Location) -> [String: String]?) -> [String: String]? {
        nestedExtensions.withLock { value in
            Self.value(of: &value, location) { location in noting(\.nestedExtensions, read, location) }
        }
    }

    /// Frees the surfaces, which may have a megabyte.
    func forgetSurfaces() {
        surfaces.withLock { $0 = nil }
        nestedExtensions.withLock { $0 = nil }
    }

    /// Reads, and notes a failure. The next attempt waits 20 times as long as this one took: a pass waits for each.
    private func noting<Value>(
        _ question: WritableKeyPath<Failures, ContinuousClock.Instant?>, _ read: (Location) -> Value?,
        _ location: Location
    ) -> Value? {
        let start = ContinuousClock.now
        let value = read(location)
        let end = ContinuousClock.now
        let next = value == nil ? end + max(shortestPause, (end - start) * 20) : nil
        failures.withLock { $0[keyPath: question] = next }
        return value
    }

    private static func value<Value>(
        of known: inout Value??, _ location: Location?, _ read: (Location) -> Value?
    ) -> Value? {
        if let known { return known }
        let value = location.flatMap(read)
        known = .some(value)
        return value
    }
}
