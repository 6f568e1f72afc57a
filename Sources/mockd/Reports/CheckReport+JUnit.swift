internal import LinuxSystem
internal import MockModel

extension CheckReport {
    /// A document as JUnit writes it. Errors and stale mocks are failures; a warning or note is printed by its case.
    ///
    /// - Parameter folder: the project's root, relative to the repository; empty if they are the same.
    func junit(in folder: String) -> String {
        let failures = findings.count { $0.severity == .error }
        let cases = findings.map { finding in
            let place = finding.position.map { ":\($0.line):\($0.column)" } ?? ""
            let path = Self.join(folder, finding.path)
            let line = "\(path)\(place): \(finding.severity.rawValue): \(finding.message) [\(finding.code)]"
            let content =
                finding.severity == .error
                ? "<failure type=\"\(Self.escaped(finding.code))\" message=\"\(Self.escaped(finding.message))\">\(Self.escaped(line))</failure>"
                : "<system-out>\(Self.escaped(line))</system-out>"
            return """
                    <testcase classname="\(Self.escaped(path))" name="\(Self.escaped(finding.code + place))">\(content)</testcase>
                """
        }
        let current = "    <testcase classname=\"mockd\" name=\"\(unchanged) current\"/>"
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites>
              <testsuite name="mockd" tests="\(findings.count + 1)" failures="\(failures)">
            \((cases + [current]).joined(separator: "\n"))
              </testsuite>
            </testsuites>
            """
    }

    /// Escapes marks by scalars, because an accent behind `&` makes another `Character` of it. XML 1.0 has no other control
    /// characters than tabs and line ends, and an attribute would lose these: they are shown as messages show them.
    private static func escaped(_ text: String) -> String {
        text.escapingControls.replacingScalars([
            "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\u{FFFE}": "\\u{FFFE}", "\u{FFFF}": "\\u{FFFF}",
        ])
    }
}
