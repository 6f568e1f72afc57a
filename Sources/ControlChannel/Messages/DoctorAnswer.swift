/// The answer to `GET /v1/doctor`.
package struct DoctorAnswer: Documented, Hashable {
    package static let endpoint = Endpoint<Void, Self>(.get, "/v1/doctor", "Checks the daemon's environment.")

    package struct Check: Documented, Hashable {
        package var id: String
        package var ok: Bool
        package var detail: String
        package var fix: String?

        package static let documentation = Documentation(
            "The result of one check.",
            [
                "id": "A stable word for scripts.",
                "ok": "True if nothing is wrong.",
                "detail": "The finding.",
                "fix": "The remedy; absent if nothing is wrong.",
            ])

        package init(id: String, ok: Bool, detail: String, fix: String? = nil) {
            self.id = id
            self.ok = ok
            self.detail = detail
            self.fix = fix
        }
    }

    package var checks: [Check]

    package static let documentation = Documentation(
        "The results of checking the daemon's environment.", ["checks": "One after the other."])

    package init(checks: [Check]) {
        self.checks = checks
    }
}
