/// The differences of two texts in the form of `diff -u`, which `git apply` and `patch -p1` read.
struct UnifiedDiff: CustomStringConvertible {
    /// Lines without the last newline; empty for equal texts.
    let description: String

    /// Equal lines that are shown around each difference.
    private static let context = 3

    /// - Parameters:
    ///   - old: `nil` for a file that does not exist.
    ///   - new: `nil` for a file that should not exist.
    init(from old: String?, to new: String?, path: String) {
        let steps = Self.steps(from: Self.lines(of: old), to: Self.lines(of: new))
        let hunks = Self.hunks(in: steps)
        guard !hunks.isEmpty else {
            description = ""
            return
        }
        var text = "--- \(Self.name(of: path, below: "a", old))\n+++ \(Self.name(of: path, below: "b", new))\n"
        for hunk in hunks { Self.append(steps[hunk], after: steps[..<hunk.lowerBound], to: &text) }
        description = String(text.dropLast())
    }

    private static func name(of path: String, below folder: String, _ content: String?) -> String {
        guard content != nil else { return "/dev/null" }
        let name = path.hasPrefix("/") ? path : "\(folder)/\(path)"
        // A name with a space ends at a tab.
        return name.contains(" ") ? name + "\t" : name
    }

    /// Splits a text into lines with their newlines: a last line without one differs.
    private static func lines(of text: String?) -> [Substring] {
        guard let text, !text.isEmpty else { return [] }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty ?? false { lines.removeLast() }
        return lines.map { line in
            // "\r\n" is one character, at which the text was not split.
            text[line.startIndex..<(line.endIndex < text.endIndex ? text.index(after: line.endIndex) : line.endIndex)]
        }
    }

    // MARK: Steps

    private struct Step {
        enum Kind: String {
            case keep = " "
            case remove = "-"
            case insert = "+"
        }

        var kind: Kind
        var line: Substring
    }

    private static func steps(from old: [Substring], to new: [Substring]) -> [Step] {
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var steps: [Step] = []
        var (oldIndex, newIndex) = (0, 0)
        while oldIndex < old.count || newIndex < new.count {
            if removed.contains(oldIndex) {
                steps.append(Step(kind: .remove, line: old[oldIndex]))
                oldIndex += 1
            } else if inserted.contains(newIndex) {
                steps.append(Step(kind: .insert, line: new[newIndex]))
                newIndex += 1
            } else {
                steps.append(Step(kind: .keep, line: old[oldIndex]))
                oldIndex += 1
                newIndex += 1
            }
        }
        return steps
    }

    // MARK: Hunks

    /// Groups the differences with the lines around them; those whose surroundings touch form one hunk.
    private static func hunks(in steps: [Step]) -> [Range<Int>] {
        var hunks: [Range<Int>] = []
        for index in steps.indices where steps[index].kind != .keep {
            let around = max(index - context, 0)..<min(index + context + 1, steps.count)
            if let last = hunks.last, last.upperBound >= around.lowerBound {
                hunks[hunks.count - 1] = last.lowerBound..<around.upperBound
            } else {
                hunks.append(around)
            }
        }
        return hunks
    }

    private static func append(_ hunk: ArraySlice<Step>, after earlier: ArraySlice<Step>, to text: inout String) {
        let old = range(of: hunk, after: earlier, without: .insert)
        let new = range(of: hunk, after: earlier, without: .remove)
        text += "@@ -\(old) +\(new) @@\n"
        for step in hunk {
            text += step.kind.rawValue + step.line
            if step.line.last?.isNewline != true { text += "\n\\ No newline at end of file\n" }
        }
    }

    /// Returns the first line and the count; for an empty range, the line before it.
    private static func range(
        of hunk: ArraySlice<Step>, after earlier: ArraySlice<Step>, without other: Step.Kind
    ) -> String {
        let before = earlier.count { $0.kind != other }
        let count = hunk.count { $0.kind != other }
        return "\(count == 0 ? before : before + 1),\(count)"
    }
}
