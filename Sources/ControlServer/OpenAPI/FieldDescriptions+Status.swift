extension FieldDescriptions {
    static let statusParts: [String: FieldDescriptions] = [
        "Status": FieldDescriptions(
            "The state of the daemon, and its last work.",
            [
                "api": "The version of the interface, as in the paths.",
                "version": "The version of mockd.",
                "pid": "The process ID of the daemon.",
                "root": "The watched folder, with links resolved.",
                "state": """
                One of starting, scanning, ready, generating, paused, deferred-vcs, degraded, waiting-for-root, \
                read-only-output, looping, failed, stopping.
                """,
                "stateSince": "The time at which the state began.",
                "reasons": "The reasons for a state other than ready.",
                "clock": "The clock of the last event; /v1/events?since= continues from it.",
                "startedAt": "The time of the daemon's start.",
                "uptimeMs": "The time since the start, in milliseconds.",
                "ready": "True once the first scan is done and its mocks are written.",
                "idle": "True if nothing is pending or being generated.",
                "watch": "The watched files, and the state of watching.",
                "pipeline": "The current work.",
                "cache": "The cache between two starts; absent without one.",
                "outputs": "The number of mocks in each state.",
                "errors": "The errors in the sources.",
                "clients": "The connected clients.",
                "resources": "The resources that the process uses.",
            ]),
        "Status.Reason": FieldDescriptions(
            "A reason for a state other than ready.",
            [
                "code": "A stable word for scripts, such as inotify-watches-exhausted or output-enospc.",
                "message": "A sentence.",
                "fix": "The remedy.",
            ]),
        "Status.Watch": FieldDescriptions(
            "The watched files, and the state of watching.",
            [
                "backend": "inotify, or polling if the kernel cannot watch.",
                "directories": "Directories below the root.",
                "files": "Files below the root that may be sources.",
                "kernelWatches": "Kernel watches of this daemon.",
                "deadEntries": "Entries of libinotifytools for deleted directories.",
                "events": "Events of the kernel since the start.",
                "overflows": "The number of times that the kernel lost events.",
                "rescans": "The comparisons of everything with the disk.",
                "limits": "The kernel's limits for this user.",
                "uncovered": "Directories that no kernel watch covers; they are polled.",
                "audit": "The search for changes that the kernel did not report.",
            ]),
        "Status.Watch.Rescans": FieldDescriptions(
            "The comparisons of everything with the disk.",
            ["count": "Times since the start.", "last": "The last of them."]),
        "Status.Watch.Rescans.Last": FieldDescriptions(
            "A comparison of everything with the disk.",
            [
                "reason": "The reason: requested, overflow, compaction, or a sentence about a fault.",
                "ms": "The duration in milliseconds.",
                "changed": "The number of files that differed.",
            ]),
        "Status.Watch.Limits": FieldDescriptions(
            "The kernel's limits for this user.",
            [
                "maxUserWatches": "The kernel's fs.inotify.max_user_watches.",
                "maxQueuedEvents": "The kernel's fs.inotify.max_queued_events.",
            ]),
        "Status.Watch.Audit": FieldDescriptions(
            "The search for changes that the kernel did not report.",
            [
                "lastMs": "The duration of the last audit, in milliseconds.",
                "driftFound": "The number of changes that only audits found.",
            ]),
        "Status.Pipeline": FieldDescriptions(
            "The current work.",
            [
                "pending": "Changed files that wait for a batch.",
                "inFlight": "Jobs that are queued or under way.",
                "deferredBy": "The holder that delays work: git, or the name of a lease.",
                "lastBatch": "The result of the last batch.",
            ]),
        "BatchReport": FieldDescriptions(
            "The result of one batch of changed files.",
            [
                "files": "The number of changed files, or of the files that a scan read.",
                "scan":
                    "The cause of a scan of everything: start, configuration, rescan or request; absent for changed files.",
                "reparsed": "Files that were parsed.",
                "written": "Mock files whose text changed.",
                "unchanged": "Mock files that are unchanged after a comparison.",
                "removed": "Mock files that were removed because they are no longer asked for.",
                "failed": "Mock files that could not be written or removed.",
                "ms": "The time from the batch's start to its end, in milliseconds.",
                "latencyMs":
                    "The time from the batch's first event to its end, in milliseconds; absent without an event.",
            ]),
        "Status.Cache": FieldDescriptions(
            "The cache between two starts.",
            [
                "entries": "Sources in the cache.",
                "hits": "Sources found in the cache since the start.",
                "misses": "Sources that were parsed since the start.",
                "bytes": "The size on the disk.",
                "path": "The folder of the cache.",
                "recovered": "The reason for a rebuild, if there was one.",
            ]),
        "Status.Outputs": FieldDescriptions(
            "The number of mocks in each state.",
            [
                "current": "Up to date.",
                "stale": "Out of date, or missing.",
                "edited": "Edited by hand, and kept.",
                "orphaned": "No longer asked for, and kept because they were edited.",
                "failed": "Not written, because of an error or a file that is not mockd's.",
            ]),
        "Status.Errors": FieldDescriptions(
            "The errors in the sources.",
            ["count": "How many errors.", "first": "The first of them.", "others": "How many warnings and notes."]),
        "Status.Clients": FieldDescriptions(
            "The connected clients.",
            [
                "connected": "Connections.",
                "subscribers": "Connections that read events.",
                "dropped": "Events that slow subscribers have missed since the start.",
            ]),
        "Status.Resources": FieldDescriptions(
            "The resources that the process uses.",
            [
                "rssBytes": "Resident memory.",
                "fds": "Open file descriptors.",
                "threads": "Threads.",
                "cpuMs": "Time on processors since the start.",
            ]),
        "ReportedDiagnostic": FieldDescriptions(
            "A diagnostic, as compilers print it.",
            [
                "file": "Relative to the root where it lies below it.",
                "line": "The line, counted from 1; absent if the whole file is meant.",
                "column": "The column in bytes, counted from 1.",
                "severity": "error, warning or note.",
                "code": "A stable word for scripts.",
                "message": "The problem and its remedy.",
                "since": "The time of its first report.",
            ]),
    ]
}
