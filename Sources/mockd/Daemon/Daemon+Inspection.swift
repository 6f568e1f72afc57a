internal import ControlChannel
internal import FileWatching
internal import Glibc
internal import MockEngine
internal import MockModel
internal import SystemPackage

// Requests that ask what the daemon knows.
extension Daemon {
    func inputs() async throws(ControlError) -> InputsAnswer {
        let answer = await withCheckedContinuation { answer in
            if !enqueue(.inputs(answer)) { answer.resume(returning: nil) }
        }
        guard let answer else { throw .stopping }
        return answer
    }

    func config() async throws(ControlError) -> ConfigAnswer {
        guard let project = context.board.current.project else { return ConfigAnswer(files: [], settings: []) }
        return ConfigAnswer(project, context.options.settings)
    }

    func doctor() async throws(ControlError) -> DoctorAnswer {
        DoctorAnswer(
            checks: Checkup(
                root: identity.root, watch: context.watcher.status(), board: context.board.current,
                socketPath: socket.path
            ).checks)
    }
}

extension ConfigAnswer {
    /// - Parameter settings: those of the daemon itself.
    init(_ project: Project, _ settings: [ProjectSetting]) {
        self.init(
            files: project.configurationFiles.filter { access($0.string, F_OK) == 0 }
                .map { project.displayPath(of: $0) },
            settings: (project.settingsWithOrigins + settings).map { setting in
                .init(
                    key: setting.key, value: "\(setting.value)", origin: "\(setting.origin)", reason: setting.reason)
            })
    }
}

extension ProjectSetting.Value: CustomStringConvertible {
    var description: String {
        switch self {
        case .text(let text): text
        case .list(let elements): "[\(elements.joined(separator: ", "))]"
        }
    }
}
