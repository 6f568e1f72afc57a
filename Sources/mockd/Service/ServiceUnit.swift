internal import SystemPackage

/// The user unit of systemd for one project: its text, and its drop-in.
struct ServiceUnit: Sendable {
    /// The first line of every file that we write, and of no other that we replace or remove.
    static let header = "# Written by 'mockd service install', which may replace it, and 'mockd service uninstall'."

    /// The program that the unit starts.
    enum Program: Hashable, Sendable {
        case file(FilePath)
        /// Relative to the user's home folder, for a unit that many users share.
        case inHome(String)
    }

    let name: ServiceName
    /// The text of the unit.
    let text: String
    /// The drop-in that allows outputs outside the root; `nil` if none is needed.
    let dropIn: String?
    /// The unit of the socket whose first connection starts the service; `nil` if the session starts it.
    let socket: String?
    let outsideOutputs: [FilePath]
    /// The time without use after which a service ends that its socket starts.
    static let idleLimit = "30m"

    /// - Parameters:
    ///   - root: The folder of the project.
    ///   - outsideOutputs: Folders of outputs that are not below the root: the service may write there as well.
    ///   - allowsOutside: The user allows such outputs for this project, regardless of the user's configuration.
    ///   - trustsManifest: The user trusts the manifest of this project, regardless of the user's configuration.
    ///   - isOnDemand: The first connection starts the service, and it ends when it is not used.
    /// - Throws: ``Refusal`` naming the first of these that no unit can name.
    init(
        root: FilePath, program: Program, outsideOutputs: [FilePath] = [], allowsOutside: Bool = false,
        trustsManifest: Bool = false,
        isOnDemand: Bool = false
    ) throws(Refusal) {
        name = ServiceName(root: root)
        self.outsideOutputs = outsideOutputs
        let path = try Self.spelled(root, .root)
        let command =
            switch program {
            case .file(let file): try Self.spelled(file, .program).word
            case .inHome(let path): "\"%h/\(path)\""
            }
        var outputs: [String] = []
        for output in outsideOutputs { outputs.append(try Self.spelled(output, .output).word) }
        // systemd splits a command into words before it replaces specifiers: the instance's path stays one word.
        let word = name.isInstance ? "%f" : path.word
        text = Self.text(folder: name.isInstance ? "%f" : path.line, word: word, program: command)
        socket = isOnDemand ? Self.socketText(folder: path.line, path: name.socketPath) : nil
        var additions: [String] = []
        let options =
            (allowsOutside ? ["--allow-outside"] : []) + (trustsManifest ? ["--trust-manifest"] : [])
            + (isOnDemand ? ["--idle-exit", Self.idleLimit] : [])
        // The empty assignment removes the unit's command; without it there would be two.
        if !options.isEmpty {
            additions += ["ExecStart=", "ExecStart=:\(command) watch \(options.joined(separator: " ")) \(word)"]
        }
        if !outputs.isEmpty { additions.append("ReadWritePaths=\(outputs.joined(separator: " "))") }
        dropIn =
            additions.isEmpty ? nil : ([Self.header, "[Service]"] + additions).joined(separator: "\n") + "\n"
    }

    private static func spelled(_ path: FilePath, _ subject: Refusal.Subject) throws(Refusal) -> UnitPath {
        do {
            return subject == .program ? try UnitPath(program: path) : try UnitPath(path)
        } catch {
            throw Refusal(subject: subject, path: path, reason: error)
        }
    }
}

extension ServiceUnit {
    private static func socketText(folder: String, path: String) -> String {
        """
        \(header)

        [Unit]
        Description=Control socket of the Swift mock daemon for \(folder)
        Documentation=man:mockd(1)

        [Socket]
        ListenStream=\(path)
        SocketMode=0600
        DirectoryMode=0700

        [Install]
        WantedBy=sockets.target

        """
    }

    private static func text(folder: String, word: String, program: String) -> String {
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
        # The colon keeps dollar signs in the paths from being read as variables.
        ExecStart=:\(program) watch \(word)
        ExecReload=/bin/kill -HUP $MAINPID
        WorkingDirectory=\(folder)
        Restart=on-failure
        RestartSec=500ms
        # Wrong usage, another daemon, no permission, wrong configuration: trying again would not help.
        RestartPreventExitStatus=64 75 77 78
        TimeoutStartSec=120
        # A start that hangs is no end that was asked for: the next one leaves out what this one hung in.
        TimeoutStartFailureMode=abort
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
        SystemCallArchitectures=native
        # Bubblewrap, in which SwiftPM is asked about a manifest, makes namespaces with mounts and a network of their own.
        RestrictAddressFamilies=AF_UNIX AF_NETLINK
        SystemCallFilter=@system-service @mount
        SystemCallErrorNumber=EPERM
        MemoryDenyWriteExecute=yes
        # In a user unit ProtectSystem does something only together with PrivateUsers. No PrivateTmp: with it a project
        # below /tmp could not start.
        PrivateUsers=yes
        ProtectSystem=strict
        ReadWritePaths=\(word) %C/mockd %t/mockd

        [Install]
        WantedBy=default.target

        """
    }
}
