/// The answer to `GET /v1/config`: the settings in force and the origin of each.
package struct ConfigAnswer: Codable, Hashable, Sendable {
    package struct Setting: Codable, Hashable, Sendable {
        /// The key as in the configuration file: `modules[Kitchen].output`.
        package var key: String
        package var value: String
        /// `default`, a file with its line, or a command-line option.
        package var origin: String
        /// The rule that led to the value, where the origin alone does not explain it.
        package var reason: String?

        package init(key: String, value: String, origin: String, reason: String? = nil) {
            self.key = key
            self.value = value
            self.origin = origin
            self.reason = reason
        }
    }

    /// The configuration files that were read, relative to the root.
    package var files: [String]
    package var settings: [Setting]

    package init(files: [String], settings: [Setting]) {
        self.files = files
        self.settings = settings
    }
}

/// The answer to `POST /v1/reload` and `POST /v1/config`.
package struct ReloadAnswer: Codable, Hashable, Sendable {
    /// The keys whose values changed; for `POST /v1/config`, those that would change.
    package var changed: [String]

    package init(changed: [String]) {
        self.changed = changed
    }

    /// Summarizes the changes in one line: all keys if they are few, else the first ones and the number of the others. A
    /// module that is new, has other sources or several changed settings is named once.
    ///
    /// - Parameter verb: `changed`, or `would change` for a dry run.
    package func summary(_ verb: String = "changed") -> String {
        let shown = 3
        if changed.isEmpty { return "nothing \(verb)" }
        let counts = Dictionary(changed.map { (Self.module(of: $0), 1) }, uniquingKeysWith: +)
        var names: [String] = []
        for key in changed {
            let module = Self.module(of: key)
            let isWhole = counts[module, default: 0] > 1 || key.hasSuffix(".sources")
            let name = module.flatMap { isWhole ? "module \($0)" : nil } ?? key
            if !names.contains(name) { names.append(name) }
        }
        if names.count <= shown { return "\(names.joined(separator: ", ")) \(verb)" }
        return "\(names.prefix(shown).joined(separator: ", ")) and \(names.count - shown) more \(verb)"
    }

    /// Returns `Kitchen` for `modules.Kitchen.output`; `nil` for a setting of all modules.
    private static func module(of key: String) -> Substring? {
        let parts = key.split(separator: ".")
        return parts.count > 2 && parts[0] == "modules" ? parts[1] : nil
    }
}
