/// Returns the number of elements to be inserted, removed, replaced or swapped with their neighbour.
package func editDistance<Element: Equatable>(_ left: [Element], _ right: [Element]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
        var current = [row + 1]
        for column in right.indices {
            let replaced = previous[column] + (left[row] == right[column] ? 0 : 1)
            var best = min(replaced, previous[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                best = min(best, beforePrevious[column - 1] + 1)
            }
            current.append(best)
        }
        (beforePrevious, previous) = (previous, current)
    }
    return previous[right.count]
}

/// Returns the candidate that `text` was probably meant to be: at most one edit in three characters away, or one that it
/// begins.
package func closest(to text: String, among candidates: some Sequence<String>) -> String? {
    let limit = max(1, text.count / 3)
    // The difference of the lengths is at most the distance, and very long names are not compared at all.
    guard text.utf8.count <= 1000 else { return nil }
    let (letters, count) = (Array(text.lowercased()), text.count)
    let near = candidates.filter { $0.utf8.count <= 1000 }.compactMap { candidate -> (name: String, edits: Int)? in
        let difference = candidate.count - count
        if difference > 0, count >= shortestBeginning, candidate.lowercased().hasPrefix(text.lowercased()) {
            return (candidate, min(difference, limit + 1))
        }
        // Two letters are swapped and a third is wrong in a short word that begins well: `moks` for `mock`.
        let mayBeSecond = letters.count == 4 || letters.count == 5
        guard abs(difference) <= limit + (mayBeSecond ? 1 : 0) else { return nil }
        let other = Array(candidate.lowercased())
        let edits = editDistance(letters, other)
        if edits <= limit { return (candidate, edits) }
        return mayBeSecond && edits == 2 && other.prefix(2) == letters.prefix(2) ? (candidate, limit + 2) : nil
    }
    return near.min { $0.edits < $1.edits }?.name
}

/// Fewer letters begin too many words.
private let shortestBeginning = 3
