/// The answer to `GET /v1/debug/events`: what the kernel said last, before anything was made of it.
package struct SeenEventsAnswer: Codable, Hashable, Sendable {
    /// Oldest first.
    package var events: [SeenEvent]

    package init(events: [SeenEvent]) {
        self.events = events
    }

    package struct SeenEvent: Codable, Hashable, Sendable {
        /// How long before the answer it was.
        package var ageMs: Int
        /// As `inotify(7)` names it, without the prefix: `CREATE,ISDIR`.
        package var mask: String
        /// Absolute; `nil` for what is about no path, such as an overflow of the kernel's queue. Bytes that are no text
        /// are U+FFFD.
        package var path: String?

        package init(ageMs: Int, mask: String, path: String?) {
            self.ageMs = ageMs
            self.mask = mask
            self.path = path
        }
    }
}
