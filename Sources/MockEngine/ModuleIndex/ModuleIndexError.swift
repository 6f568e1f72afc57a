/// The reason why a file cannot be used as the index of a module.
package enum ModuleIndexError: Error, Hashable, Sendable {
    /// It does not begin as an index does.
    case foreign
    case otherVersion
    case damaged
    /// It is the index of this module, and another one was expected.
    case otherModule(String)
    case unreadable(String)

    /// The problem, and the way to mend it.
    ///
    /// - Parameters:
    ///   - file: the path of the index as the user knows it.
    ///   - module: the module whose index it should be.
    func problem(_ file: String, of module: String) -> ConfigurationError.Problem {
        let again = "write it again: mockd index --module \(module) --sources PATH --output \(file)"
        let (message, suggestion, code) =
            switch self {
            case .foreign: ("this is no index of a module", again, "index-damaged")
            case .otherVersion: ("another version of mockd wrote this index", again, "index-version")
            case .damaged: ("this index is damaged or cut off", again, "index-damaged")
            case .otherModule(let other):
                (
                    "this is the index of '\(other)', not of '\(module)'",
                    "name the module as it is called: --dependency \(other)=\(file)", "index-name"
                )
            case .unreadable(let reason):
                ("this index cannot be read: \(reason)", "check its permissions, or \(again)", "index-unreadable")
            }
        return ConfigurationError.Problem(
            file: file, key: "--dependency", message: message, suggestion: suggestion, code: code)
    }
}
