internal import ArgumentParser
internal import MockEngine
internal import SystemPackage

/// The root of the project: the argument of a command, or the nearest one that the command finds.
enum ProjectRootArgument {
    static let help = ArgumentHelp("The folder of the project; else the nearest one from here upwards.")

    /// Returns the nearest root from the current folder upwards, and tells the user if it is another folder.
    static func nearest(_ console: Console) -> String {
        let current = FilePath(".").absolute
        let root = projectRoot(from: current)
        guard root != current else { return "." }
        console.note("the project is \(root)")
        return root.string
    }
}
