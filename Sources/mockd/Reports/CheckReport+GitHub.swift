internal import MockModel

extension CheckReport {
    /// A line for each finding: `::error file=Sources/Cook.swift,line=3,col=7,title=mockd member::message`.
    ///
    /// - Parameter folder: the project's root, relative to the repository; empty if they are the same.
    func gitHubCommands(in folder: String) -> [String] {
        findings.map { finding in
            var properties = ["file=\(Self.property(Self.join(folder, finding.path)))"]
            if let position = finding.position {
                properties += ["line=\(position.line)", "col=\(position.column)"]
            }
            properties.append("title=\(Self.property("mockd: \(finding.code)"))")
            let command = finding.severity == .note ? "notice" : finding.severity.rawValue
            return "::\(command) \(properties.joined(separator: ","))::\(Self.text(finding.message))"
        }
    }

    static func join(_ folder: String, _ path: String) -> String {
        folder.isEmpty || path.hasPrefix("/") ? path : "\(folder)/\(path)"
    }

    /// A line break would end the command, and a percent sign begins an escape.
    private static func text(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func property(_ value: String) -> String {
        text(value).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
