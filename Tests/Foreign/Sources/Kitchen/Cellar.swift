import Foundation

/// @mockable(seam: FileSystem, members: fileExists(atPath:), removeItem(atPath:), contents(atPath:))
extension FileManager {}

struct Cellar {
    let files: any FileSystem

    /// Removes a barrel that is there, and returns whether it was.
    func empty(_ barrel: String) throws -> Bool {
        guard files.fileExists(atPath: barrel) else { return false }
        try files.removeItem(atPath: barrel)
        return true
    }
}
