internal import Glibc
internal import MockModel
package import SystemPackage

/// The nearest project that a folder belongs to: questions from that folder are about this project, for `mockd` and
/// `mockctl` alike.
package enum ProjectRoot {
    /// Returns the nearest folder, from `folder` upwards, that holds a `.mockd.yml` or a `Package.swift`; `nil` if there
    /// is none.
    ///
    /// Above `folder` only files of this user and of root count: in a folder that everybody may write to, such as `/tmp`,
    /// another user's file would otherwise decide where mocks go.
    ///
    /// - Parameters:
    ///   - folder: An absolute path.
    ///   - ofAnyone: True if the files of every user count: for questions, which write nothing. In a container whose root
    ///     works on a user's checkout, no file is believed, and the outer project must not answer for the inner one.
    package static func nearest(from folder: FilePath, ofAnyone: Bool = false) -> FilePath? {
        var candidate = folder
        repeat {
            let isBelieved = ofAnyone || candidate == folder
            if ProjectFile.all.contains(where: { describes(candidate.appending($0), isBelieved: isBelieved) }) {
                return candidate
            }
        } while candidate.removeLastComponent()
        return nil
    }

    private static func describes(_ file: FilePath, isBelieved: Bool) -> Bool {
        guard let state = try? file.stat(), state.type == .regular else { return false }
        return isBelieved || state.userID.rawValue == 0 || state.userID.rawValue == geteuid()
    }
}
