import Foundation

/// The text of a screen's row without the parts that differ in each run, and its coloured parts.
struct ScreenRow {
    private(set) var text = ""
    /// `red bold: error:`
    private(set) var colors: [String] = []

    /// - Parameter row: a row of tmux with escape sequences for colours.
    init(_ row: String, of package: PackageFixture) {
        var (color, weight, run) = ("", "", "")
        func end() {
            if !run.isEmpty, !(color + weight).isEmpty {
                let look = [color, weight].filter { !$0.isEmpty }.joined(separator: " ")
                colors.append("\(look): \(Self.settled(run, package))")
            }
            run = ""
        }
        var rest = row[...]
        while let sequence = rest.firstMatch(of: /\u{1B}\[([0-9;]*)m/) {
            let before = rest[..<sequence.range.lowerBound]
            (text, run) = (text + before, run + before)
            end()
            for code in sequence.1.split(separator: ";", omittingEmptySubsequences: false) {
                switch code {
                case "", "0": (color, weight) = ("", "")
                case "1": weight = "bold"
                case "39": color = ""
                case "31", "32", "33", "35", "36":
                    color = ["31": "red", "32": "green", "33": "yellow", "35": "magenta", "36": "cyan"][code] ?? ""
                default: break
                }
            }
            rest = rest[sequence.range.upperBound...]
        }
        (text, run) = (text + rest, run + rest)
        end()
        text = Self.settled(text, package)
    }

    /// Replaces times, paths and sizes. Times keep their width, and the other parts end a line, so that lines wrap at
    /// the same place in each run.
    private static func settled(_ text: String, _ package: PackageFixture) -> String {
        text.replacing(package.root.path(), with: "ROOT")
            .replacing(/\b\d{4}-\d\d-\d\d\b/, with: "YYYY-MM-DD").replacing(/\b\d\d:\d\d:\d\d\b/, with: "HH:MM:SS")
            .replacing(/\b\d+ ms\b/, with: "N ms").replacing(/\b\d+ %/, with: "N %")
            .replacing(/Main PID: \d+/, with: "Main PID: N").replacing(/\b[0-9.]+ MiB\b/, with: "N MiB")
            .replacing(/; \d+m?s ago/, with: "; N ago")
    }
}
