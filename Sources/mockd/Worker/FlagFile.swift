/// A file with one argument a line, which an argument `@FILE` names.
enum FlagFile {
    /// Returns the path that an argument names; `nil` for any other argument. `@@` begins an ordinary one.
    static func path(in argument: String) -> String? {
        guard argument.hasPrefix("@"), !argument.hasPrefix("@@"), argument.utf8.count > 1 else { return nil }
        return String(argument.dropFirst())
    }

    static func arguments(in bytes: [UInt8]) -> [String] {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }
}
