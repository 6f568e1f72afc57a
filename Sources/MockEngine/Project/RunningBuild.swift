import LinuxSystem
import SystemPackage

/// A command of SwiftPM that runs now.
enum RunningBuild {
    /// Longer command lines are not read to their end.
    private static let longestCommand = 1 << 16

    /// Returns the folder that a command which runs in a package was given for its builds; `nil` if there is none.
    ///
    /// Only processes that this user may look at are seen.
    static func scratchPath(in package: FilePath) -> FilePath? {
        let names = (try? Folder.names(in: "/proc")) ?? []
        return names.lazy.filter { $0.allSatisfy(\.isNumber) }.compactMap { number in
            scratchPath(ofProcess: FilePath("/proc/\(number)"), in: package)
        }.first
    }

    private static func scratchPath(ofProcess process: FilePath, in package: FilePath) -> FilePath? {
        guard let file = try? RegularFile(process.appending("cmdline")),
            let bytes = try? file.read(atMost: longestCommand)
        else { return nil }
        let words = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        guard let program = words.first.flatMap({ FilePath($0).lastComponent?.string }), program.hasPrefix("swift-"),
            let written = value(of: ["--scratch-path", "--build-path"], in: words),
            let folder = process.appending("cwd").canonical
        else { return nil }
        let place = value(of: ["--package-path"], in: words).map(folder.resolving) ?? folder
        return place.canonical == package.canonical ? folder.resolving(written) : nil
    }

    private static func value(of options: [String], in words: [String]) -> String? {
        for (word, next) in zip(words, words.dropFirst() + [""]) {
            if options.contains(word) { return next }
            if let option = options.first(where: { word.hasPrefix($0 + "=") }) {
                return String(word.dropFirst(option.count + 1))
            }
        }
        return nil
    }
}
