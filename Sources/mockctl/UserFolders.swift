internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// This user's folders according to the XDG specification.
struct UserFolders {
    let data: String
    let configuration: String

    init(environment: [String: String]) throws {
        func folder(_ variable: String, _ fallback: String) throws -> String {
            // The specification requires relative paths to be ignored.
            if let given = environment[variable], given.hasPrefix("/") { return given }
            guard let home = environment["HOME"], home.hasPrefix("/") else {
                throw Failure(status: 73, "neither $\(variable) nor $HOME says where your files belong")
            }
            return home + "/" + fallback
        }
        data = try folder("XDG_DATA_HOME", ".local/share")
        configuration = try folder("XDG_CONFIG_HOME", ".config")
    }

    func completion(of program: String, _ shell: String) -> String {
        switch shell {
        case "zsh": "\(data)/zsh/site-functions/_\(program)"
        case "fish": "\(configuration)/fish/completions/\(program).fish"
        default: "\(data)/bash-completion/completions/\(program)"
        }
    }

    /// Writes a file and creates missing folders.
    static func write(_ bytes: [UInt8], to path: String) throws {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/" + part
            mkdir(folder, 0o755)
        }
        var status: Int32 = 73
        do throws(RegularFileError) {
            let file = try RegularFile(FilePath(path), for: .overwriting(FilePermissions(rawValue: 0o644)))
            status = 74
            try file.write(bytes)
        } catch {
            throw Failure(status: status, "cannot write \(path): \(error)")
        }
    }
}
