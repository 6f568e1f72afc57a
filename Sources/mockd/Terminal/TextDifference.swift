/// Two texts line by line, as `diff -u` prints them without context.
struct TextDifference: CustomStringConvertible {
    let description: String

    init(from old: String, to new: String, path: String) {
        let oldLines = old.split(separator: "\n", omittingEmptySubsequences: false)
        let newLines = new.split(separator: "\n", omittingEmptySubsequences: false)
        var lines = ["--- \(path)", "+++ \(path) (generated)"]
        for change in newLines.difference(from: oldLines) {
            switch change {
            case .remove(let offset, let line, _): lines.append("-\(offset + 1): \(line)")
            case .insert(let offset, let line, _): lines.append("+\(offset + 1): \(line)")
            }
        }
        description = lines.joined(separator: "\n")
    }
}
