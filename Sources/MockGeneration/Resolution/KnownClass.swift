internal import MockModel

/// Classes outside the project that are known without a declaration, because protocols often require them.
enum KnownClass {
    /// The superclass of a mock with this parent; `nil` for any other name.
    static func superclass(for name: String) -> String? {
        if name == "NSObjectProtocol" { return "NSObject" }
        return names.contains(name) ? name : nil
    }

    /// Members by which `NSObject` and its subclasses compare, copy and describe objects.
    static let identityMembers: WordSet = [
        "hash", "isEqual(_:)", "description", "debugDescription", "copy()", "mutableCopy()", "self()", "isProxy()",
        "classForCoder", "classForKeyedArchiver", "replacementObject(for:)",
    ]

    /// Open members that an extension in another module redeclares, by class name: the compiler accepts no override of
    /// either.
    static let redeclaredMembers: [String: Set<String>] = ["FileManager": ["url(for:in:appropriateFor:create:)"]]

    /// Classes whose objects only a function of theirs makes: no subclass has an initializer.
    static let withoutInitializer: Set<String> = ["ManagedBuffer"]

    private static let names: Set<String> = [
        "NSObject", "Operation", "Thread", "Formatter", "NumberFormatter", "DateFormatter", "JSONDecoder",
        "JSONEncoder", "URLProtocol", "Stream", "InputStream", "OutputStream", "NotificationCenter", "FileManager",
        "UserDefaults", "Bundle", "Progress", "XMLParser", "Process", "ProcessInfo", "UndoManager",
    ]
}
