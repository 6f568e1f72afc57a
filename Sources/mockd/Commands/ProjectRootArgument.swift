internal import ArgumentParser
internal import ControlChannel
internal import MockEngine
internal import SystemPackage

/// The root of the project: the argument of a command, or the nearest one that the command finds.
enum ProjectRootArgument {
    static let help = ArgumentHelp("A folder of the project, at or below its root; else the current one.")

    /// Returns the nearest root from a folder upwards, and tells the user if it is another folder.
    ///
    /// - Parameter folder: `nil` for the current one.
    static func root(from folder: String? = nil, _ console: Console) -> String {
        let start = FilePath(folder ?? ".")
        // The error about a folder that is none names it, and not one above it.
        let isFolder = (try? start.stat())?.type == .directory
        // The error of discovery names the user's folder if it is in no project.
        let root = (isFolder ? ProjectRoot.nearest(from: start.absolute) : nil) ?? start.absolute
        guard root != start.absolute else { return folder ?? "." }
        console.note("the project is \(root)")
        return root.string
    }
}
