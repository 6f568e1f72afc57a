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

    /// Summarizes the changes in one line: all keys if they are few, else their number and the first ones.
    ///
    /// - Parameter verb: `changed`, or `would change` for a dry run.
    package func summary(_ verb: String = "changed") -> String {
        let shown = 3
        if changed.isEmpty { return "nothing \(verb)" }
        if changed.count <= shown { return "\(changed.joined(separator: ", ")) \(verb)" }
        let first = changed.prefix(shown).joined(separator: ", ")
        return "\(changed.count) settings \(verb): \(first) and \(changed.count - shown) more"
    }
}
