internal import ControlChannel
internal import SystemPackage

/// The user unit of systemd for one project: its name, its text, and what has to be written beside it.
///
/// All projects share the template `mockd@.service`, whose instances are named by their escaped paths. A path that
/// makes too long a name gets a unit of its own, named by a hash.
struct ServiceUnit: Sendable {
    /// The first line of every file that we write, and of no other that we replace or remove.
    static let header = "# Written by 'mockd service install', which may replace it, and 'mockd service uninstall'."
    /// systemd's limit for the name of a unit, in bytes.
    private static let longestName = 255

    let root: FilePath
    /// What `ExecStart` begins with; absolute, or with systemd's own `%h`.
    let program: String
    /// Outputs that are not below the root: the service may write there as well.
    let outputsElsewhere: [FilePath]

    /// `mockd@home-me-App.service`
    var name: String { isInstance ? instanceName : "mockd-\(hash).service" }

    /// The file that holds the text: the template, or the unit of its own.
    var fileName: String { isInstance ? "mockd@.service" : name }

    var isInstance: Bool { instanceName.utf8.count <= Self.longestName }

    /// The folder below which additions to this one instance lie.
    var dropInFolder: String { "\(name).d" }

    var text: String {
        let folder = isInstance ? "%f" : Self.specifiersEscaped(root.string)
        let word = isInstance ? "%f" : Self.quoted(root.string)
        // In a command alone a dollar sign stands for a variable.
        return Self.text(folder: folder, argument: word.replacing("$", with: "$$"), writable: word, program: program)
    }

    /// What lets the service write outputs outside the root; `nil` if there are none.
    var dropIn: String? {
        guard !outputsElsewhere.isEmpty else { return nil }
        let paths = outputsElsewhere.map { Self.quoted($0.string) }.joined(separator: " ")
        return "\(Self.header)\n[Service]\nReadWritePaths=\(paths)\n"
    }

    private var instanceName: String { "mockd@\(Self.escaped(path: root.string)).service" }

    private var hash: String { String(SHA256.hexDigest(of: Array(root.string.utf8)).prefix(16)) }

    // MARK: systemd's spellings

    /// As `systemd-escape --path` writes it.
    static func escaped(path: String) -> String {
        let parts = path.split(separator: "/")
        guard !parts.isEmpty else { return "-" }
        var text = ""
        for byte in parts.joined(separator: "/").utf8 {
            let character = Character(Unicode.Scalar(byte))
            if byte == UInt8(ascii: "/") {
                text += "-"
            } else if character.isASCII,
                character.isLetter || character.isNumber || ":_".contains(character)
                    || (character == "." && !text.isEmpty)
            {
                text.append(character)
            } else {
                let digits = String(byte, radix: 16)
                text += "\\x" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return text
    }

    private static func specifiersEscaped(_ text: String) -> String { text.replacing("%", with: "%%") }

    /// One word of a list or of a command.
    private static func quoted(_ text: String) -> String {
        let inner = specifiersEscaped(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(inner)\""
    }
}

extension ServiceUnit {
    fileprivate static func text(folder: String, argument: String, writable: String, program: String) -> String {
        """
        \(header)
        # One instance a project; the instance is the project's path as 'systemd-escape --path' writes it.

        [Unit]
        Description=Swift mock daemon for \(folder)
        Documentation=man:mockd(1)
        ConditionPathIsDirectory=\(folder)
        StartLimitIntervalSec=60
        StartLimitBurst=5

        [Service]
        Type=notify
        NotifyAccess=main
        ExecStart=\(program) watch \(argument)
        ExecReload=/bin/kill -HUP $MAINPID
        WorkingDirectory=\(folder)
        Restart=on-failure
        RestartSec=500ms
        # Wrong usage, another daemon, no permission, wrong configuration: trying again would not help.
        RestartPreventExitStatus=64 75 77 78
        TimeoutStartSec=120
        TimeoutStopSec=15
        WatchdogSec=30
        # The runtime's own report of a crash takes seconds and fails in this confinement.
        Environment=SWIFT_BACKTRACE=enable=no

        # The directories of other instances must survive the end of this one.
        RuntimeDirectory=mockd
        RuntimeDirectoryMode=0700
        RuntimeDirectoryPreserve=yes
        CacheDirectory=mockd
        UMask=0077
        LimitNOFILE=65536
        MemoryHigh=1G
        MemoryMax=2G
        TasksMax=128
        OOMPolicy=stop

        NoNewPrivileges=yes
        LockPersonality=yes
        RestrictRealtime=yes
        RestrictSUIDSGID=yes
        RestrictNamespaces=yes
        RestrictAddressFamilies=AF_UNIX
        SystemCallArchitectures=native
        SystemCallFilter=@system-service
        SystemCallErrorNumber=EPERM
        MemoryDenyWriteExecute=yes
        # In a user unit ProtectSystem does something only together with PrivateUsers. No PrivateTmp: with it a project
        # below /tmp could not start.
        PrivateUsers=yes
        ProtectSystem=strict
        ReadWritePaths=\(writable) %C/mockd %t/mockd

        [Install]
        WantedBy=default.target

        """
    }
}
