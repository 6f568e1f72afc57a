package import SystemPackage

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Returns the root of the project that a folder belongs to: the nearest folder, from `folder` upwards, that holds a
/// `.mockd.yml` or a `Package.swift`.
///
/// Returns `folder` itself if there is none, so that the error of discovery names the user's folder. Above `folder`
/// only files of this user and of root count: in a folder that everybody may write to, such as `/tmp`, another user's
/// file would otherwise decide where mocks go.
package func projectRoot(from folder: FilePath) -> FilePath {
    let start = folder.absolute
    var candidate = start
    repeat {
        if ProjectFile.all.contains(where: { describes(candidate.appending($0), isBelieved: candidate == start) }) {
            return candidate
        }
    } while candidate.removeLastComponent()
    return start
}

private func describes(_ file: FilePath, isBelieved: Bool) -> Bool {
    guard let state = try? file.stat(), state.type == .regular else { return false }
    return isBelieved || state.userID.rawValue == 0 || state.userID.rawValue == geteuid()
}
