internal import FoundationEssentials
internal import MockModel
package import SystemPackage

/// The tool that made a project's mocks so far, and the settings with which the tests that exist keep compiling.
package struct EarlierGenerator: Hashable, Sendable {
    /// The place that tells of it: `.sourcery.yml`, `Makefile:12`.
    package var place: String
    /// The name of the tool.
    package var name: String
    /// Keys of `.mockd.yml` with their values as YAML, in the order of the starter.
    package var settings: [Setting]
    /// The parts of it that the settings do not carry over, each with the way out.
    package var remarks: [String] = []

    package struct Setting: Hashable, Sendable {
        package var key: String
        package var value: String

        init(_ key: String, _ value: String) {
            self.key = key
            self.value = value
        }
    }

    /// Looks for the configurations of Sourcery and SwiftyMocky, for scripts that call mockolo, and for macros in sources, in this order.
    ///
    /// Returns `nil` if there is none. What a project says about itself is believed as it stands: nothing is run.
    package static func found(in root: FilePath) -> EarlierGenerator? {
        let root = root.absolute
        return sourcery(in: root) ?? swiftyMocky(in: root) ?? mockolo(in: root) ?? macros(in: root)
    }

    // MARK: Files

    /// More than any script or configuration that a person writes.
    private static let largestFile = 1 << 20

    /// The text of a file; `nil` if there is none, or if it is no text.
    static func text(of path: FilePath) -> String? {
        guard let bytes = try? LocalFileSystem().file(at: path, limit: largestFile).bytes else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The files in a folder and in those below it, in the order of their paths; hidden folders and builds are left out.
    ///
    /// - Parameter most: The number of files after which the search ends.
    static func files(in folder: FilePath, most: Int, where fits: (String) -> Bool) -> [FilePath] {
        var found: [FilePath] = []
        var open = [folder]
        while let next = open.popLast(), found.count < most {
            let entries = (try? LocalFileSystem().entries(of: next, withStates: false)) ?? []
            for entry in entries where !entry.isLink && entry.isText {
                switch entry.kind {
                case .directory where !entry.name.hasPrefix(".") && !unsearched.contains(entry.name):
                    open.append(next.appending(entry.name))
                case .file where fits(entry.name): found.append(next.appending(entry.name))
                default: break
                }
            }
        }
        return found.sorted { $0.string < $1.string }
    }

    private static let unsearched: Set = ["node_modules", "Pods", "Carthage", "DerivedData", "checkouts", "build"]
}
