/// The answer to `GET /v1/inputs`.
package struct InputsAnswer: Documented, Hashable {
    package static let endpoint = Endpoint<Void, Self>(
        .get, "/v1/inputs", "The sources that are read, with their errors.")

    package struct Input: Documented, Hashable {
        package var path: String
        package var module: String
        package var state: String
        package var types: [String]
        package var diagnostics: [ReportedDiagnostic]
        package var lastParseMs: Int?

        package static let documentation = Documentation(
            "One source.",
            [
                "path": "Relative to the root where it lies below it.",
                "module": "The module that it is part of.",
                "state": "current, or failed while its last good state is used.",
                "types": "The types in it that have mocks.",
                "diagnostics": "The diagnostics of the source.",
                "lastParseMs":
                    "The time in milliseconds for parsing its content; absent if the result came from the cache.",
            ])

        package init(
            path: String, module: String, state: String, types: [String] = [], diagnostics: [ReportedDiagnostic] = [],
            lastParseMs: Int? = nil
        ) {
            self.path = path
            self.module = module
            self.state = state
            self.types = types
            self.diagnostics = diagnostics
            self.lastParseMs = lastParseMs
        }
    }

    package var inputs: [Input]

    package static let documentation = Documentation(
        "The sources that are read.", ["inputs": "In the order of their paths."])

    package init(inputs: [Input]) {
        self.inputs = inputs
    }
}
