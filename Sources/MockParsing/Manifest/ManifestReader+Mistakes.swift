import MockModel

/// Values in places where no compiler accepts them, as while an element is typed: `.testT`, `.testTarget(name: "A", b)`.
///
/// To read only the rest of such a manifest would take targets away between two keystrokes. A value that no version of
/// SwiftPM accepts is a mistake. A value that a later version may accept is an error, too, but SwiftPM is asked about it
/// first.
extension ManifestReader {
    /// The labels of initializers in `PackageDescription`, of all versions.
    enum Labels {
        static let package: Set = [
            "name", "defaultLocalization", "platforms", "pkgConfig", "providers", "products", "traits", "dependencies",
            "targets", "swiftLanguageModes", "swiftLanguageVersions", "cLanguageStandard", "cxxLanguageStandard",
        ]
        static let target: Set = [
            "name", "dependencies", "path", "exclude", "sources", "resources", "publicHeadersPath", "packageAccess",
            "cSettings", "cxxSettings", "swiftSettings", "linkerSettings", "plugins", "pkgConfig", "providers",
            "capability", "pluginCapability", "url", "checksum", "type", "group",
        ]
        static let targetDependency: Set = ["name", "package", "moduleAliases", "condition"]
    }

    /// The names of `PackageDescription.SwiftSetting`.
    static let settings: Set = [
        "define", "defaultIsolation", "disableWarning", "enableExperimentalFeature", "enableUpcomingFeature",
        "enableWarning", "interoperabilityMode", "strictMemorySafety", "swiftLanguageMode", "swiftLanguageVersion",
        "treatAllWarnings", "treatWarning", "unsafeFlags",
    ]

    /// The names of `PackageDescription.Platform`.
    static let platforms: Set = [
        "android", "driverKit", "freebsd", "iOS", "linux", "macCatalyst", "macOS", "openbsd", "tvOS", "visionOS",
        "wasi",
        "watchOS", "windows",
    ]

    /// Reports arguments without a label, those with unknown labels, and a missing name.
    ///
    /// - Parameter labels: All that SwiftPM has; `nil` if others do not change a mock.
    func check(_ call: ManifestCall, labels: Set<String>?) {
        if !call.arguments.contains(where: { $0.label == "name" }) {
            reportMistake("'\(call.written)' has no 'name:'", at: nil, in: call)
        }
        for argument in call.arguments {
            guard let label = argument.label else {
                reportMistake("an argument of '\(call.written)' has no label", at: argument.value.position, in: call)
                continue
            }
            // The manifest's own types may be called like SwiftPM's.
            if labels?.contains(label) != false || interpreter.declarations.properties[label] != nil { continue }
            reportDoubt(
                "'\(label):'", "parts of '\(call.written)' may be missing", at: argument.value.position ?? call.position
            )
        }
    }

    /// Reports a literal or a bare member that stands where another kind of value belongs.
    ///
    /// - Returns: True if it is one.
    func isMistake(_ value: ManifestValue, insteadOf kind: String, in owner: ManifestCall) -> Bool {
        let text: String
        switch value {
        case .symbol(let name, let position):
            // An enum of the manifest's own: the code that converts it may not have been followed.
            if interpreter.declarations.rawValues[name] != nil {
                reportDoubt("'.\(name)'", "\(kind) may be missing", at: position ?? owner.position)
                return true
            }
            text = ".\(name)"
        case .string(let string): text = "\"\(string)\""
        case .boolean(let boolean): text = "\(boolean)"
        case .integer(let number): text = "\(number)"
        default: return false
        }
        reportMistake("'\(text)' is not \(kind)", at: value.position, in: owner)
        return true
    }

    private func reportMistake(_ message: String, at position: SourcePosition?, in owner: ManifestCall) {
        // A function of the manifest's own may accept it.
        if interpreter.declarations.staticFunctions[owner.name] != nil {
            return reportDoubt("'\(owner.written)'", "targets may be missing", at: position ?? owner.position)
        }
        interpreter.report(mistake: message, at: position ?? owner.position)
    }

    /// Reports a value that may be right in a later version of SwiftPM.
    func reportDoubt(_ subject: String, _ consequence: String, at position: SourcePosition) {
        interpreter.report(
            .error, "\(subject) cannot be known without running the manifest, so \(consequence); " + Self.wayOut,
            "manifest-not-static", at: position)
    }
}

extension ManifestValue {
    /// The place in the text, if it is known.
    fileprivate var position: SourcePosition? {
        switch self {
        case .symbol(_, let position): position
        case .call(let call): call.position
        case .unknown(let unknown): unknown.position
        default: nil
        }
    }
}

extension ManifestCall {
    /// The expression in short: `.target(…)`, `Package(…)`.
    fileprivate var written: String { (name.first?.isUppercase == true ? "" : ".") + name + "(…)" }
}
