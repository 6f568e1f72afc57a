extension Event: Documented {
    package static let documentation = Documentation(
        "One line of /v1/events or /v1/log: an event of the daemon.",
        [
            "seq": "The number of the event, as in its clock.",
            "clock": "The value for since= that continues the stream after this event.",
            "time": "The time of the event.",
            "type": "The kind of the line.",
            "state": "As in /v1/status.",
            "path": "Relative to the root where it lies below it.",
            "reason": "The reason, as a sentence.",
        ])

    /// The documentation of each type of lines, without the fields that mean the same in all.
    package static let documentationByType: [String: Documentation] = [
        "hello": Documentation(
            "The first line: it identifies the daemon, and the clock where the stream begins.",
            [
                "version": "The version of mockd.",
                "pid": "The process ID of the daemon.",
                "root": "The watched folder.",
                "startedAt": "The time of the daemon's start.",
                "swiftSyntax": "The version of the parser.",
            ]),
        "state-changed": Documentation(
            "The daemon's state or the reasons for it changed.",
            ["reasons": "The reasons for a state other than ready."]),
        "batch-started": Documentation(
            "The daemon began to update mocks after changes.", ["files": "The number of changed files."]),
        "input-changed": Documentation(
            "A source changed. If more than a hundred change at once, only the batch is reported."),
        "input-failed": Documentation(
            "A file has new errors.", ["diagnostics": "The new errors."]),
        "output-written": Documentation(
            "A mock file was written.",
            [
                "sha256":
                    "The hash of the file's bytes, in hexadecimal digits; absent if more than a hundred files were written at once."
            ]),
        "output-unchanged": Documentation(
            "A mock file was rendered again without a difference. If there are more than a hundred, only the batch is reported."
        ),
        "output-removed": Documentation("A mock file was removed."),
        "output-conflict": Documentation(
            "A mock was not written, because the file in its place is not mockd's or was edited.",
            ["message": "edited: the mock was changed by hand; conflict: the file was not written by mockd."]),
        "batch-finished": Documentation(
            "The daemon updated the mocks after changes.", ["batch": "The result of the batch."]),
        "settled": Documentation("All work is done."),
        "rescan": Documentation(
            "Everything was compared with the disk.",
            [
                "files": "The number of watched files.",
                "changed": "The number of files that differed.",
                "ms": "The duration in milliseconds.",
            ]),
        "overflow": Documentation("The kernel lost events; a rescan follows."),
        "config-reloaded": Documentation(
            "The configuration changed.", ["changed": "The keys whose values changed."]),
        "lease": Documentation(
            "A lease that holds back generation began or ended.",
            ["lease": "The lease.", "change": "held, released or expired."]),
        "lagged": Documentation(
            "This subscriber read too slowly and missed events.",
            ["dropped": "The number of missed events.", "resumeClock": "The stream goes on after this clock."]),
        "resync": Documentation(
            "The events after since= are no longer kept.", ["status": "The current status, in their place."]),
        "ping": Documentation("A sign of life while there are no events."),
        "log": Documentation(
            "A line of the daemon's log.",
            [
                "level": "trace, debug, info, notice, warning, error or critical.",
                "message": "The text of the line.",
            ]),
    ]
}
