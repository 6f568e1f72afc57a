internal import ArgumentParser
internal import ControlChannel

/// A duration on the command line: `10s`, `500ms`, `2m`, `1h`; a number alone means seconds.
struct TimeSpan: ExpressibleByArgument {
    var duration: Duration

    init(duration: Duration) {
        self.duration = duration
    }

    init?(argument: String) {
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

    var defaultValueDescription: String { Self.text(of: duration) }

    static func text(of duration: Duration) -> String {
        let milliseconds = duration.milliseconds
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }
}
