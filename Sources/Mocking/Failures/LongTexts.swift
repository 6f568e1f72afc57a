extension String {
    /// The text, or its beginning if it is so long that it would hide the rest of a message.
    var shortened: String { utf8.count > 400 && count > 400 ? prefix(200) + "…" : self }
}

extension [String] {
    private static var longest: Int { 100 }
    private static var shownOfLong: Int { 60 }

    /// Returns the lines of a message with each of these texts shown once if it is long, and with its beginning only
    /// wherever it occurs again.
    ///
    /// - Parameter texts: the descriptions of the values in the message.
    func showingOnce(_ texts: [String]) -> [String] {
        var lines = self
        // A text may contain another one.
        let long = Set(texts.filter { $0.utf8.count > Self.longest }).sorted {
            ($0.utf8.count, $0) > ($1.utf8.count, $1)
        }
        for text in long {
            let beginning = text.prefix(Self.shownOfLong) + "…"
            var isShown = false
            for index in lines.indices {
                guard let first = lines[index].firstRange(of: text) else { continue }
                let kept = isShown ? lines[index].startIndex : first.upperBound
                lines[index].replaceSubrange(kept..., with: lines[index][kept...].replacing(text, with: beginning))
                isShown = true
            }
        }
        return lines
    }
}
