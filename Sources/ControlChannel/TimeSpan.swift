/// A duration on the command line: `10s`, `500ms`, `2m`, `1h`; a number alone means seconds.
package struct TimeSpan: Hashable, Sendable {
    package var duration: Duration

    package init(duration: Duration) {
        self.duration = duration
    }

    package init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int(digits), count <= 1_000_000 else { return nil }
        switch argument[digits.endIndex...] {
        case "ms": duration = .milliseconds(count)
        case "s", "": duration = .seconds(count)
        case "m": duration = .seconds(count * 60)
        case "h": duration = .seconds(count * 3600)
        default: return nil
        }
    }

    package var defaultValueDescription: String { Self.text(of: duration) }

    /// `90s`, `500ms`
    package static func text(of duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }
}
