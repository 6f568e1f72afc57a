/// The answer to `GET /v1/config`: the settings in force and the origin of each.
package struct ConfigAnswer: Documented, Hashable {
    package static let endpoint = Endpoint<Void, Self>(
        .get, "/v1/config", "The configuration in force, with the origin of each value.")

    package struct Setting: Documented, Hashable {
        package var key: String
        package var value: String
        package var origin: String
        package var reason: String?

        package static let documentation = Documentation(
            "One value.",
            [
                "key": "The key in the configuration: modules.Kitchen.output.",
                "value": "The value in force.",
                "origin": "default, a file with its line, an option of the command line, or a variable.",
                "reason": "The rule that led to the value, such as which test target gets the mocks of a module.",
            ])

        package init(key: String, value: String, origin: String, reason: String? = nil) {
            self.key = key
            self.value = value
            self.origin = origin
            self.reason = reason
        }
    }

    package var files: [String]
    package var settings: [Setting]

    package static let documentation = Documentation(
        "The configuration in force, with the origin of each value.",
        ["files": "The files of the configuration.", "settings": "In the order of the documentation."])

    package init(files: [String], settings: [Setting]) {
        self.files = files
        self.settings = settings
    }
}

/// The answer to `POST /v1/reload` and `POST /v1/config`.
package struct ReloadAnswer: Documented, Hashable {
    package static let check = Endpoint<Void, Self>(
        .post, "/v1/config", "Reads the configuration again and returns what would change; changes nothing.",
        errors: [422: "The configuration is wrong."])
    package static let endpoint = Endpoint<Void, Self>(
        .post, "/v1/reload", "Reads the configuration again and applies it.",
        errors: [409: "The daemon is stopping.", 422: "The configuration is wrong; the one before stays in force."])

    package var changed: [String]

    package static let documentation = Documentation(
        "The result of reading the configuration again.",
        ["changed": "The keys whose values changed, or would change."])

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
