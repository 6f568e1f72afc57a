/// Declarations of Foundation's modules that mocked types often inherit from. A project that needs only these does not
/// wait for Foundation to be printed, which takes longer than reading a thousand sources.
///
/// `KnownInterfaces+Texts.swift` is made from the modules of a compiler (`Tests/MockEngineTests/KnownInterfaceTests`).
/// Another compiler's modules may declare something else, so they are printed.
package enum KnownInterfaces {
    /// The names whose declarations are known in each of the modules, even if it has none.
    package static let names: Set<String> = [
        "ContiguousBytes", "CustomNSError", "DataProtocol", "FileManagerDelegate", "FormatStyle", "LocalizedError",
        "MutableDataProtocol", "NSCacheDelegate", "NSCoding", "NSCopying", "NSKeyedArchiverDelegate",
        "NSKeyedUnarchiverDelegate", "NSLocking", "NSMutableCopying", "NSObject", "NSObjectProtocol", "NSSecureCoding",
        "Operation", "ParseStrategy", "ParseableFormatStyle", "PortDelegate", "ProgressReporting", "RecoverableError",
        "ReferenceConvertible", "SortComparator", "StreamDelegate", "URLAuthenticationChallengeSender",
        "URLProtocolClient", "URLSessionDataDelegate", "URLSessionDelegate", "URLSessionDownloadDelegate",
        "URLSessionStreamDelegate", "URLSessionTaskDelegate", "URLSessionWebSocketDelegate", "XMLParserDelegate",
    ]

    /// Returns all declarations of these names in a module; `nil` if nothing is known of the module.
    package static func interface(of module: String) -> ModuleInterface? {
        texts[module].map { ModuleInterface($0.joined(separator: "\n")) }
    }

    package static func isKnown(_ module: String) -> Bool { texts[module] != nil }
}
