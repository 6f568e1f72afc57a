internal import MockModel
internal import SystemPackage

extension ServiceUnit {
    /// The reason why there can be no unit: one of its paths cannot be spelled in it.
    struct Refusal: Error, Hashable, CustomStringConvertible {
        enum Subject: Hashable {
            case root, program, output
        }

        var subject: Subject
        var path: FilePath
        var reason: UnitPath.Refusal

        var description: String {
            let (what, wayOut) =
                switch subject {
                case .root: ("the project's folder", "rename the folder")
                case .program: ("the path of this program", "install mockd in another folder")
                case .output: ("the output's folder", "choose another output")
                }
            return
                "\(what) '\(path.string.escapingControls)' cannot stand in a systemd unit, because it \(reason); \(wayOut)"
        }

        var exitStatus: Int32 { subject == .output ? ExitStatus.configuration : ExitStatus.cannotCreate }
    }
}
