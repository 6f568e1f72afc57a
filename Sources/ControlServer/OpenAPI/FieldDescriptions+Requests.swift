extension FieldDescriptions {
    static let requests: [String: FieldDescriptions] = [
        "SyncRequest": FieldDescriptions(
            "How long to wait.", ["timeoutMs": "At most so many milliseconds; 10,000 if nobody says."]),
        "GenerateRequest": FieldDescriptions(
            "Which mocks are wanted.",
            [
                "paths": "Sources or outputs, absolute or relative to the root; all if there are none.",
                "force": "Overwrite mocks that were edited by hand.",
            ]),
        "RescanRequest": FieldDescriptions(
            "Why everything is to be compared.", ["reason": "For people; it does not change what is done."]),
        "LeaseRequest": FieldDescriptions(
            "Who holds back generation.",
            [
                "name": "Who it is, or what for.",
                "ttlMs": "How long at most; without it, as long as the connection lasts.",
            ]),
    ]

    static let answers: [String: FieldDescriptions] = [
        "VersionAnswer": FieldDescriptions(
            "Which daemon this is, and what it can be asked.",
            [
                "version": "The version of mockd.",
                "api": "The versions of the interface that it speaks.",
                "capabilities": "The endpoints by name: debug-events is /v1/debug/events.",
                "swiftSyntax": "The version of the parser.",
                "pid": "The daemon's process.",
                "root": "The watched folder.",
                "startedAt": "When the daemon started.",
            ]),
        "VersionAnswer.API": FieldDescriptions(
            "Versions of the interface.", ["min": "The oldest that is spoken.", "max": "The newest."]),
        "SyncAnswer": FieldDescriptions(
            "Everything written before the request has been generated.",
            [
                "clock": "The clock of the last event.",
                "waitedMs": "How long that took.",
                "generation": "Batches since the start of the daemon.",
                "errors": "Errors in the sources, if any: the mocks that they concern are the last good ones.",
                "unwritten": "Mocks that could not be written, if any.",
                "rejected": "Mistakes in .mockd.yml and Package.swift, if any: those from before are in force.",
                "notCurrent": "The first ten of these mistakes and of the mocks that are not written, if any.",
            ]),
        "GenerateAnswer": FieldDescriptions(
            "What became of the outputs that were asked for.",
            ["outputs": "Those that are not simply current.", "ms": "How long it took."]),
        "GenerateAnswer.Output": FieldDescriptions(
            "What became of one output.",
            [
                "path": "Relative to the root where it lies below it.",
                "result": "written, removed, edited, conflict or failed.",
            ]),
        "RescanAnswer": FieldDescriptions(
            "Everything has been compared with the disk, and what differed has been generated.",
            [
                "rescanId": "How many rescans there were since the start of the daemon, this one included.",
                "files": "Sources that are read.",
                "changed": "Files that had changed without being noticed.",
                "ms": "How long it took.",
            ]),
        "OutputsAnswer": FieldDescriptions("The files of mocks.", ["outputs": "In the order of their paths."]),
        "OutputsAnswer.Output": FieldDescriptions(
            "One file of mocks.",
            [
                "path": "Relative to the root where it lies below it.",
                "source": "The first source that it is made from.",
                "types": "The types that it mocks.",
                "sha256":
                    "Of its bytes on the disk, in hexadecimal digits; absent if nobody asked or it cannot be read.",
                "state": "current, stale, edited, missing, orphaned, conflict or failed.",
            ]),
        "InputsAnswer": FieldDescriptions("The sources that are read.", ["inputs": "In the order of their paths."]),
        "InputsAnswer.Input": FieldDescriptions(
            "One source.",
            [
                "path": "Relative to the root where it lies below it.",
                "module": "The module that it is part of.",
                "state": "current, or failed while its last good state is used.",
                "types": "The types in it that have mocks.",
                "diagnostics": "What is wrong in it.",
                "lastParseMs": "How long its content was parsed; absent if a cache knew it.",
            ]),
        "DiagnosticsAnswer": FieldDescriptions(
            "What is wrong at the moment.", ["diagnostics": "In the order of the paths."]),
        "Explanation": FieldDescriptions(
            "Why something is, or is not, watched or generated.",
            [
                "subject": "What was found for the question.",
                "kind": "mock, type, source, output, or ignored for a file that is not read.",
                "summary": "One sentence.",
                "source": "Where it is declared.",
                "output": "Where its mock is.",
                "details": "Further sentences, in order.",
                "dependsOn": "The names that were looked up for it, found or not.",
            ]),
        "ConfigAnswer": FieldDescriptions(
            "What the daemon goes by, and who says so.",
            ["files": "The files that were read for it.", "settings": "In the order of the documentation."]),
        "ConfigAnswer.Setting": FieldDescriptions(
            "One value.",
            [
                "key": "As the configuration calls it: modules.Kitchen.output.",
                "value": "The value in force.",
                "origin": "default, a file with its line, an option of the command line, or a variable.",
                "reason": "The rule that led to the value, such as which test target gets the mocks of a module.",
            ]),
        "ReloadAnswer": FieldDescriptions(
            "What another look at the configuration brought.",
            ["changed": "The keys whose values changed, or would."]),
        "Lease": FieldDescriptions(
            "Somebody's wish that nothing be generated for a while.",
            [
                "id": "For DELETE /v1/leases?id=.",
                "name": "Who it is, or what for.",
                "since": "When it began.",
                "until": "When it ends by itself; absent if it ends with the connection that asked for it.",
            ]),
        "LeasesAnswer": FieldDescriptions("Leases.", ["leases": "Oldest first."]),
        "DoctorAnswer": FieldDescriptions(
            "Whether what the daemon stands on is as it should be.", ["checks": "One after the other."]),
        "DoctorAnswer.Check": FieldDescriptions(
            "One thing that was looked at.",
            [
                "id": "A stable word for scripts.",
                "ok": "All is well.",
                "detail": "What was found.",
                "fix": "What to do about it; absent where all is well.",
            ]),
        "SeenEventsAnswer": FieldDescriptions(
            "What the kernel said last, before anything was made of it.", ["events": "Oldest first."]),
        "SeenEventsAnswer.SeenEvent": FieldDescriptions(
            "An event of the kernel.",
            [
                "ageMs": "How long before the answer it was.",
                "mask": "As inotify(7) names it, without the prefix: CREATE,ISDIR.",
                "path": "Absolute; absent for what is about no path, such as an overflow.",
            ]),
        "ShutdownAnswer": FieldDescriptions(
            "The daemon is about to end.", ["stopping": "Always true.", "pid": "The process to wait for."]),
        "ErrorEnvelope": FieldDescriptions("Why a request was not done.", ["error": "What went wrong."]),
        "ErrorEnvelope.Content": FieldDescriptions(
            "What went wrong, why, and what to try.",
            [
                "code": "A stable word for scripts.",
                "message": "A sentence.",
                "hint": "What to try.",
                "details": "Figures and names, by stable keys.",
            ]),
    ]
}
