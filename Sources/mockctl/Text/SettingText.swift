internal import ControlChannel

/// The settings of a project in lines of at most 80 columns: a table, with wide values and origins below their keys.
enum SettingText {
    private static let columns = 80
    private static let indentation = "    "

    static func lines(_ settings: [ConfigAnswer.Setting], hasHeader: Bool) -> [String] {
        var rows = settings.map { setting in
            Row(
                key: setting.key, value: setting.value,
                origin: setting.reason.map { "\(setting.origin): \($0)" } ?? setting.origin)
        }
        if hasHeader { rows.insert(Row(key: "KEY", value: "VALUE", origin: "ORIGIN"), at: 0) }
        let keyWidth = rows.map(\.key.count).max() ?? 0
        func room(_ row: Row) -> Int { columns - keyWidth - 4 - row.origin.count }
        let valueWidth = rows.filter { $0.value.count <= room($0) }.map(\.value.count).max() ?? 0
        return rows.flatMap { row in
            let key = row.key.padded(to: keyWidth)
            if row.value.count <= room(row) {
                return ["\(key)  \(row.value.padded(to: min(valueWidth, room(row))))  \(row.origin)"]
            }
            let fits = keyWidth + 2 + row.value.count <= columns
            return (fits ? ["\(key)  \(row.value)"] : [row.key] + wrapped(row.value)) + wrapped(row.origin)
        }
    }

    private struct Row {
        var key: String
        var value: String
        var origin: String
    }

    /// Breaks the text between words; a word that is too long stays whole.
    private static func wrapped(_ text: String) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= columns {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(indentation + word)
            }
        }
        return lines
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
