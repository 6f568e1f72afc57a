extension Duration {
    /// Whole milliseconds, rounded up, so that no work is shown as 0.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    /// `300 ms`, `10 s`
    var shown: String {
        let milliseconds = milliseconds
        return milliseconds >= 1000 && milliseconds % 1000 == 0
            ? "\((milliseconds / 1000).grouped) s" : "\(milliseconds.grouped) ms"
    }
}

extension Int {
    /// `1 mock`, `1,204 mocks`
    func counted(_ noun: String, _ plural: String? = nil) -> String {
        "\(grouped) \(self == 1 ? noun : plural ?? noun + "s")"
    }

    /// `10,000`
    var grouped: String {
        var digits = String(magnitude)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return (self < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }
}
