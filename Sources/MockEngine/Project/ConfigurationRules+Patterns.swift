extension ConfigurationRules {
    /// The rules as expressions of ECMA-262, for the schema.
    ///
    /// Swift's parser decides what is a name. The expressions exclude only what no name contains, so the schema rejects no
    /// valid file, and accepts names such as `class`.
    enum Pattern {
        /// `$`, letters, digits, `_`, and all characters beyond ASCII.
        private static let character = #"[^\x00-#%-/:-@\[-^`{-\x7F]"#
        private static let name = "(?![0-9$])\(character)+"

        static let moduleName = "^\(name)$"
        static let importedModule = #"^\#(name)(?:\.\#(name))*$"#
        static let mockName = #"^(?!\{name\}$)(?![0-9$])\#(character)*\{name\}\#(character)*$"#
        static let suffix = #"^[^\x00-\x1F`\x7F]+$"#
        static let path = #"[\s\S]"#
        static let template = #"^(?![\s\S]*\.(?:swifttemplate|ejs)$)[\s\S]"#
        static let seamType = #"^(?:\#(name)|`[^`.]+`)(?:\.(?:\#(name)|`[^`.]+`))*$"#
        static let seamProtocol = "^(?:\(name)|`[^`]+`)$"
        static let seamMember = #"^(?:\#(character)|`)+(?:\([\s\S]*\))?$"#
        static let seamFile = #"(?:^|/)Seams\.swift$"#
    }
}
