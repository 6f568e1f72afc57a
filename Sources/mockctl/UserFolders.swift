internal import Glibc

/// The folders of this user that the XDG specification names.
struct UserFolders {
    let data: String
    let configuration: String

    init(environment: [String: String]) throws {
        func folder(_ variable: String, _ fallback: String) throws -> String {
            // The specification wants relative paths ignored.
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

    /// Makes folders that are missing.
    static func write(_ bytes: [UInt8], to path: String) throws {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/" + part
            mkdir(folder, 0o755)
        }
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw Failure(status: 73, "cannot write \(path): \(String(cString: strerror(errno)))") }
        defer { close(file) }
        guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
            throw Failure(status: 74, "cannot write \(path): \(String(cString: strerror(errno)))")
        }
    }
}
