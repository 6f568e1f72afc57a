extension FieldDescriptions {
    static let requests: [String: FieldDescriptions] = [
        "SyncRequest": FieldDescriptions(
            "The time limit of a sync.", ["timeoutMs": "The limit in milliseconds; 10,000 by default."]),
        "GenerateRequest": FieldDescriptions(
            "The mocks to generate.",
            [
                "paths": "Sources or outputs, absolute or relative to the root; all if there are none.",
                "force": "Overwrite mocks that were edited by hand.",
            ]),
        "RescanRequest": FieldDescriptions(
            "The reason for a rescan.", ["reason": "A note for readers of the log; it changes nothing else."]),
        "LeaseRequest": FieldDescriptions(
            "The holder of a lease.",
            [
                "name": "The holder's name or purpose.",
                "ttlMs": "The longest duration in milliseconds; without it, the lease ends with the connection.",
            ]),
    ]

    static let answers: [String: FieldDescriptions] = [
        "VersionAnswer": FieldDescriptions(
            "The identity of the daemon, and its endpoints.",
            [
                "version": "The version of mockd.",
                "api": "The supported versions of the interface.",
                "capabilities": "The endpoints by name: debug-events is /v1/debug/events.",
                "swiftSyntax": "The version of the parser.",
                "pid": "The process ID of the daemon.",
                "root": "The watched folder.",
                "startedAt": "The time of the daemon's start.",
            ]),
        "VersionAnswer.API": FieldDescriptions(
            "The supported versions of the interface.", ["min": "The oldest one.", "max": "The newest one."]),
        "SyncAnswer": FieldDescriptions(
            "Everything written before the request has been generated.",
            [
                "clock": "The clock of the last event.",
                "waitedMs": "The duration in milliseconds.",
                "generation": "Batches since the start of the daemon.",
                "errors": "Errors in the sources, if any; the last good mocks of these sources are kept.",
                "warnings": "Warnings, if any; a misspelled annotation is one, and its type has no mock.",
                "unwritten": "Mocks that could not be written, if any.",
                "rejected": "Errors in .mockd.yml and Package.swift, if any; the versions before them stay in force.",
                "notCurrent": "The first ten of these errors and unwritten mocks, if any.",
            ]),
        "GenerateAnswer": FieldDescriptions(
            "The results for the requested outputs.",
            ["outputs": "The outputs that were not current before.", "ms": "The duration in milliseconds."]),
        "GenerateAnswer.Output": FieldDescriptions(
            "The result for one output.",
            [
                "path": "Relative to the root where it lies below it.",
                "result": "written, removed, edited, conflict or failed.",
            ]),
        "RescanAnswer": FieldDescriptions(
            "Everything has been compared with the disk, and what differed has been generated.",
            [
                "rescanId": "The number of rescans since the daemon's start, this one included.",
                "files": "The number of sources.",
                "changed": "The number of unnoticed changes.",
                "ms": "The duration in milliseconds.",
            ]),
        "OutputsAnswer": FieldDescriptions("The files of mocks.", ["outputs": "In the order of their paths."]),
        "OutputsAnswer.Output": FieldDescriptions(
            "One file of mocks.",
            [
                "path": "Relative to the root where it lies below it.",
                "source": "The first of its sources.",
                "types": "The types that it mocks.",
                "sha256":
                    "The hash of the bytes on the disk, in hexadecimal digits; absent unless requested, or if the file cannot be read.",
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
                "diagnostics": "The diagnostics of the source.",
                "lastParseMs":
                    "The time in milliseconds for parsing its content; absent if the result came from the cache.",
            ]),
        "DiagnosticsAnswer": FieldDescriptions(
            "The current diagnostics.", ["diagnostics": "In the order of the paths."]),
        "Explanation": FieldDescriptions(
            "The reason why a type or file is, or is not, watched or generated.",
            [
                "subject": "The type, mock or path that was found.",
                "kind": "mock, type, source, output, or ignored for a file that is not read.",
                "summary": "One sentence.",
                "source": "The path of its source.",
                "output": "The path of its mock.",
                "details": "Further sentences, in order.",
                "dependsOn": "The names that were looked up for it, found or not.",
            ]),
        "MockInterface": FieldDescriptions(
            "What tests can write with a mock.",
            [
                "mock": "The name of the mock.",
                "summary": "One sentence.",
                "source": "The path of its source.",
                "output": "The path of its file.",
                "sections": "The mock's own members, those that its style's functions lead to, and lines for a test.",
            ]),
        "MockInterface.Section": FieldDescriptions(
            "Members of a mock.",
            [
                "title": "The mock's declaration, or the expressions that lead to the members.",
                "declarations": "The members as Swift, one line each.",
            ]),
        "ConfigAnswer": FieldDescriptions(
            "The configuration in force, with the origin of each value.",
            ["files": "The files of the configuration.", "settings": "In the order of the documentation."]),
        "ConfigAnswer.Setting": FieldDescriptions(
            "One value.",
            [
                "key": "The key in the configuration: modules.Kitchen.output.",
                "value": "The value in force.",
                "origin": "default, a file with its line, an option of the command line, or a variable.",
                "reason": "The rule that led to the value, such as which test target gets the mocks of a module.",
            ]),
        "ReloadAnswer": FieldDescriptions(
            "The result of reading the configuration again.",
            ["changed": "The keys whose values changed, or would change."]),
        "Lease": FieldDescriptions(
            "A hold on generation, by a client.",
            [
                "id": "The value for DELETE /v1/leases?id=.",
                "name": "The holder's name or purpose.",
                "since": "The time of its start.",
                "until": "The time of its end; absent if it ends with its connection.",
            ]),
        "LeasesAnswer": FieldDescriptions("Leases.", ["leases": "Oldest first."]),
        "DoctorAnswer": FieldDescriptions(
            "The results of checking the daemon's environment.", ["checks": "One after the other."]),
        "DoctorAnswer.Check": FieldDescriptions(
            "The result of one check.",
            [
                "id": "A stable word for scripts.",
                "ok": "True if nothing is wrong.",
                "detail": "The finding.",
                "fix": "The remedy; absent if nothing is wrong.",
            ]),
        "SeenEventsAnswer": FieldDescriptions(
            "The last events of the kernel, unprocessed.", ["events": "Oldest first."]),
        "SeenEventsAnswer.SeenEvent": FieldDescriptions(
            "An event of the kernel.",
            [
                "ageMs": "The age in milliseconds when the answer was sent.",
                "mask": "The names of inotify(7) without their prefix: CREATE,ISDIR.",
                "path": "The absolute path; absent for an event without a path, such as an overflow.",
            ]),
        "ShutdownAnswer": FieldDescriptions(
            "The daemon is about to end.",
            [
                "stopping": "Always true.", "pid": "The ID of the process to wait for.",
                "root": "The folder that is no longer watched then.",
            ]),
        "ErrorEnvelope": FieldDescriptions("The reason why a request failed.", ["error": "The error."]),
        "ErrorEnvelope.Content": FieldDescriptions(
            "An error, its reason and its remedy.",
            [
                "code": "A stable word for scripts.",
                "message": "A sentence.",
                "hint": "The remedy.",
                "details": "Figures and names with stable keys.",
            ]),
    ]
}
