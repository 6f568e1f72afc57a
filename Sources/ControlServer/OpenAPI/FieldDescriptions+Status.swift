extension FieldDescriptions {
    static let statusParts: [String: FieldDescriptions] = [
        "Status": FieldDescriptions(
            "How the daemon is and what it did last.",
            [
                "api": "The version of the interface, as in the paths.",
                "version": "The version of mockd.",
                "pid": "The daemon's process.",
                "root": "The watched folder, without links on its way.",
                "state": """
                One of starting, scanning, ready, generating, paused, deferred-vcs, degraded, waiting-for-root, \
                read-only-output, looping, failed, stopping.
                """,
                "reasons": "Why the state is not simply ready.",
                "clock": "The clock of the last event; /v1/events?since= goes on from there.",
                "startedAt": "When the daemon started.",
                "uptimeMs": "Milliseconds since then.",
                "ready": "The first scan is done, and every mock that it asked for has been written.",
                "idle": "Nothing is pending, and nothing is being generated.",
                "watch": "What is watched, and how well.",
                "pipeline": "What is being worked on.",
                "cache": "What is remembered from one start to the next; absent if nothing is.",
                "outputs": "How many mocks there are in each state.",
                "errors": "What is wrong in the sources.",
                "clients": "Who is connected.",
                "resources": "What the process uses.",
            ]),
        "Status.Reason": FieldDescriptions(
            "Why the daemon is not simply ready.",
            [
                "code": "A stable word for scripts, such as inotify-watches-exhausted or output-enospc.",
                "message": "A sentence.",
                "fix": "What to do about it.",
            ]),
        "Status.Watch": FieldDescriptions(
            "What is watched, and how well.",
            [
                "backend": "inotify, or polling where the kernel watches nothing for us.",
                "directories": "Directories below the root.",
                "files": "Files below the root that may be sources.",
                "kernelWatches": "Watches that the kernel keeps for this daemon.",
                "deadEntries": "Entries of libinotifytools for directories that are gone.",
                "events": "Events of the kernel since the start.",
                "overflows": "How often the kernel lost events.",
                "rescans": "How often everything was compared with the disk.",
                "limits": "What the kernel allows this user.",
                "uncovered": "Directories that no kernel watch covers; they are polled.",
                "audit": "The search for changes that the kernel did not tell.",
            ]),
        "Status.Watch.Rescans": FieldDescriptions(
            "How often everything was compared with the disk.",
            ["count": "Times since the start.", "last": "The last of them."]),
        "Status.Watch.Rescans.Last": FieldDescriptions(
            "A comparison of everything with the disk.",
            [
                "reason": "What for: requested, overflow, compaction, or a trouble in words.",
                "ms": "How long it took.",
                "changed": "Files that differed.",
            ]),
        "Status.Watch.Limits": FieldDescriptions(
            "What the kernel allows this user.",
            [
                "maxUserWatches": "The kernel's fs.inotify.max_user_watches.",
                "maxQueuedEvents": "The kernel's fs.inotify.max_queued_events.",
            ]),
        "Status.Watch.Audit": FieldDescriptions(
            "The search for changes that the kernel did not tell.",
            ["lastMs": "How long the last one worked.", "driftFound": "Changes that only audits found."]),
        "Status.Pipeline": FieldDescriptions(
            "What is being worked on.",
            [
                "pending": "Changed files that no batch has taken yet.",
                "inFlight": "Jobs that are queued or under way.",
                "deferredBy": "What holds work back: git, or the name of a lease.",
                "lastBatch": "What the last batch came to.",
            ]),
        "BatchReport": FieldDescriptions(
            "What one batch of changed files came to.",
            [
                "files": "Files that had changed.",
                "reparsed": "Files that were parsed.",
                "written": "Mock files whose text changed.",
                "unchanged": "Mock files that were looked at and are as they should be.",
                "removed": "Mock files that are gone because nothing asks for them any more.",
                "failed": "Mock files that could not be written or removed.",
                "ms": "From the start of the batch to its end.",
                "latencyMs": "From the first event of the batch to its end; absent if no event led to it.",
            ]),
        "Status.Cache": FieldDescriptions(
            "What is remembered from one start to the next.",
            [
                "entries": "Sources that it knows.",
                "hits": "Sources that did not have to be parsed, since the start.",
                "misses": "Sources that had to be.",
                "bytes": "Its size on the disk.",
                "path": "Where it is.",
                "recovered": "Why it was rebuilt, if it was.",
            ]),
        "Status.Outputs": FieldDescriptions(
            "How many mocks there are in each state.",
            [
                "current": "As they should be.",
                "stale": "Not what the sources ask for, or missing.",
                "edited": "Changed by hand, and left alone.",
                "orphaned": "Files that nothing asks for any more, kept because somebody edited them.",
                "failed": "Not to be written, or in the way of a file of somebody else.",
            ]),
        "Status.Errors": FieldDescriptions(
            "What is wrong in the sources.", ["count": "How many errors.", "first": "The first of them."]),
        "Status.Clients": FieldDescriptions(
            "Who is connected.",
            [
                "connected": "Connections.",
                "subscribers": "Of them, those that read events.",
                "dropped": "Events that slow subscribers missed, since the start.",
            ]),
        "Status.Resources": FieldDescriptions(
            "What the process uses.",
            [
                "rssBytes": "Resident memory.",
                "fds": "Open file descriptors.",
                "threads": "Threads.",
                "cpuMs": "Time on processors since the start.",
            ]),
        "ReportedDiagnostic": FieldDescriptions(
            "Something that is wrong, as compilers print it.",
            [
                "file": "Relative to the root where it lies below it.",
                "line": "Counted from 1; absent when the file as a whole is meant.",
                "column": "In bytes, counted from 1.",
                "severity": "error, warning or note.",
                "code": "A stable word for scripts.",
                "message": "What is wrong, and what to do.",
                "since": "When it was seen first.",
            ]),
    ]
}
