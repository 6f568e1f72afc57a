extension FieldDescriptions {
    static let events: [String: FieldDescriptions] = [
        "Event": FieldDescriptions(
            "One line of /v1/events or /v1/log: something that happened.",
            [
                "seq": "The number of the event, as in its clock.",
                "clock": "For since=, to go on after this event.",
                "time": "When it happened.",
                "type": "What kind of line this is.",
                "state": "As in /v1/status.",
                "path": "Relative to the root where it lies below it.",
                "reason": "Why, in words.",
            ]),
        "Event.hello": FieldDescriptions(
            "The first line: which daemon this is, and where the stream begins.",
            [
                "version": "The version of mockd.",
                "pid": "The daemon's process.",
                "root": "The watched folder.",
                "startedAt": "When the daemon started.",
                "swiftSyntax": "The version of the parser.",
            ]),
        "Event.state-changed": FieldDescriptions(
            "The daemon's state or the reasons for it changed.", ["reasons": "Why the state is not simply ready."]),
        "Event.batch-started": FieldDescriptions("Work on changes began.", ["files": "Files that had changed."]),
        "Event.input-changed": FieldDescriptions(
            "A source changed; of more than a hundred at once only the batch tells."),
        "Event.input-failed": FieldDescriptions(
            "Something in a file is wrong that was not before.", ["diagnostics": "The errors that are new."]),
        "Event.output-written": FieldDescriptions(
            "A mock file was written.",
            ["sha256": "Of its bytes, in hexadecimal digits; absent where more than a hundred were written at once."]),
        "Event.output-unchanged": FieldDescriptions(
            "A mock file was rendered again and came out as it was; of more than a hundred only the batch tells."),
        "Event.output-removed": FieldDescriptions("A mock file was removed."),
        "Event.output-conflict": FieldDescriptions(
            "A mock was not written because of what is in its place.",
            ["message": "edited: somebody changed it; conflict: somebody else wrote it."]),
        "Event.batch-finished": FieldDescriptions("Work on changes ended.", ["batch": "What it came to."]),
        "Event.settled": FieldDescriptions("Nothing is left to do."),
        "Event.rescan": FieldDescriptions(
            "Everything was compared with the disk.",
            [
                "files": "Files that are watched.",
                "changed": "Files that differed.",
                "ms": "How long it took.",
            ]),
        "Event.overflow": FieldDescriptions("The kernel lost events; a rescan makes up for it."),
        "Event.config-reloaded": FieldDescriptions(
            "Another configuration is in force.", ["changed": "The keys whose values changed."]),
        "Event.lease": FieldDescriptions(
            "Somebody holds back generation, or no longer does.",
            ["lease": "Who.", "change": "What became of the lease."]),
        "Event.lagged": FieldDescriptions(
            "This subscriber was too slow.",
            ["dropped": "Events that are lost to it.", "resumeClock": "The stream goes on after this clock."]),
        "Event.resync": FieldDescriptions(
            "What since= asked for is not remembered.", ["status": "How things are now, instead."]),
        "Event.ping": FieldDescriptions("Nothing happened for a while, and the daemon is there."),
        "Event.log": FieldDescriptions(
            "A line of the daemon's log.",
            [
                "level": "trace, debug, info, notice, warning, error or critical.",
                "message": "The line.",
            ]),
    ]
}
