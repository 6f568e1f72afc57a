/// The answer to `GET /v1/debug/events`: the latest kernel events, unfiltered.
package struct SeenEventsAnswer: Codable, Hashable, Sendable {
    /// The events, oldest first.
    package var events: [SeenEvent]

    package init(events: [SeenEvent]) {
        self.events = events
    }

    package struct SeenEvent: Codable, Hashable, Sendable {
        /// The age of the event at the time of the answer.
        package var ageMs: Int
        /// The names in `inotify(7)`, without the prefix: `CREATE,ISDIR`.
        package var mask: String
        /// The absolute path; `nil` for an event without one, such as an overflow of the kernel's queue. Bytes that are
        /// not valid UTF-8 become U+FFFD.
        package var path: String?

        package init(ageMs: Int, mask: String, path: String?) {
            self.ageMs = ageMs
            self.mask = mask
            self.path = path
        }
    }
}
