internal import Glibc

/// The environment and current directory of this process, without Foundation.
package enum ProcessEnvironment {
    package static subscript(name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    package static var all: [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let separator = text.firstIndex(of: "=") {
                variables[String(text[..<separator])] = String(text[text.index(after: separator)...])
            }
            next += 1
        }
        return variables
    }

    /// The variables that locate a daemon.
    package static var ofDaemons: [String: String] {
        var variables: [String: String] = [:]
        for name in DaemonFinder.variables { variables[name] = self[name] }
        return variables
    }

    package static var currentDirectory: String {
        guard let path = getcwd(nil, 0) else { return "." }
        defer { free(path) }
        return String(cString: path)
    }
}
