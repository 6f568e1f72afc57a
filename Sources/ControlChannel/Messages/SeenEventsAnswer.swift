/// The answer to `GET /v1/debug/events`: the latest kernel events, unfiltered.
package struct SeenEventsAnswer: Documented, Hashable {
    package static let endpoint = Endpoint<Void, Self>(
        .get, "/v1/debug/events", "The last thousand events of the kernel, unprocessed.")

    package var events: [SeenEvent]

    package static let documentation = Documentation(
        "The last events of the kernel, unprocessed.", ["events": "Oldest first."])

    package init(events: [SeenEvent]) {
        self.events = events
    }

    package struct SeenEvent: Documented, Hashable {
        package var ageMs: Int
        package var mask: String
        /// Bytes that are not valid UTF-8 become U+FFFD.
        package var path: String?

        package static let documentation = Documentation(
            "An event of the kernel.",
            [
                "ageMs": "The age in milliseconds when the answer was sent.",
                "mask": "The names of inotify(7) without their prefix: CREATE,ISDIR.",
                "path": "The absolute path; absent for an event without a path, such as an overflow.",
            ])

        package init(ageMs: Int, mask: String, path: String?) {
            self.ageMs = ageMs
            self.mask = mask
            self.path = path
        }
    }
}
