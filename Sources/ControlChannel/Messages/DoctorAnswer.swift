/// The answer to `GET /v1/doctor`.
package struct DoctorAnswer: Codable, Hashable, Sendable {
    package struct Check: Codable, Hashable, Sendable {
        /// A stable kebab-case name, for scripts.
        package var id: String
        package var ok: Bool
        /// The result of the check.
        package var detail: String
        /// The fix for a failed check.
        package var fix: String?

        package init(id: String, ok: Bool, detail: String, fix: String? = nil) {
            self.id = id
            self.ok = ok
            self.detail = detail
            self.fix = fix
        }
    }

    package var checks: [Check]

    package init(checks: [Check]) {
        self.checks = checks
    }
}
