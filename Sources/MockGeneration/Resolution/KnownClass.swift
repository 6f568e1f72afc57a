/// Classes outside the project that are known without their declarations, because protocols often require them.
enum KnownClass {
    /// The class that a mock with such a parent inherits from; `nil` for every other name.
    static func superclass(for name: String) -> String? {
        if name == "NSObjectProtocol" { return "NSObject" }
        return names.contains(name) ? name : nil
    }

    private static let names: Set<String> = [
        "NSObject", "Operation", "Thread", "Formatter", "NumberFormatter", "DateFormatter", "JSONDecoder",
        "JSONEncoder", "URLProtocol", "Stream", "InputStream", "OutputStream", "NotificationCenter", "FileManager",
        "UserDefaults", "Bundle", "Progress", "XMLParser", "Process", "ProcessInfo", "UndoManager",
    ]
}
