internal import Logging

/// Prints the log of the libraries as lines of the console, for `-vv`.
struct ConsoleLogHandler: LogHandler {
    let console: Console
    var logLevel = Logger.Level.debug
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let values = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        let text = "\(event.message)" + values.map { " \($0.key)=\($0.value)" }.joined()
        console.message(text, Severity(event.level))
    }
}

extension Severity {
    init(_ level: Logger.Level) {
        self =
            switch level {
            case .trace, .debug: .debug
            case .info: .info
            case .notice: .notice
            case .warning: .warning
            case .error, .critical: .error
            }
    }
}
