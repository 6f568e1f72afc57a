internal import Glibc
internal import MockGeneration

extension OutputUpdater {
    /// Returns the header and the condition of a file with mocks of a module.
    ///
    /// A file keeps the year in which it was first written: otherwise no mock would be current on the first day of a year.
    func frame(of module: Int, in path: DiskPath) -> FileFrame {
        let frame = index.project.modules[module].settings.frame
        guard frame.mentionsYear else { return frame }
        let existing = try? fileSystem.file(at: path.filePath, limit: LocalFileSystem.largestMocks)
        return frame.dated(like: existing?.bytes, else: Self.currentYear)
    }

    private static var currentYear: Int {
        var (now, fields) = (time(nil), tm())
        localtime_r(&now, &fields)
        return Int(fields.tm_year) + 1_900
    }
}
