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

/// Returns the candidate that `text` was probably meant to be: at most one edit in three characters away.
package func closest(to text: String, among candidates: some Sequence<String>) -> String? {
    let limit = max(1, text.count / 3)
    // The difference of the lengths is at most the distance, and very long names are not compared at all.
    guard text.utf8.count <= 1000 else { return nil }
    let (letters, count) = (Array(text.lowercased()), text.count)
    let near = candidates.filter { $0.utf8.count <= 1000 && abs($0.count - count) <= limit }
    let ranked = near.map { ($0, editDistance(letters, Array($0.lowercased()))) }.filter { $0.1 <= limit }
    return ranked.min { $0.1 < $1.1 }?.0
}
