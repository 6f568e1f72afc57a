internal import ArgumentParser
internal import ControlChannel
internal import SystemPackage

/// A question about a project, which needs no daemon: without one, `mockd` is run once for the answer.
struct MockQuestion<Answer: Documented> {
    /// Sends the question to a daemon.
    fileprivate let ask: (ControlClient) throws(ClientFailure) -> Reply<Answer>
    /// The words after `mockd answer`.
    fileprivate let arguments: [String]
    /// True if the answer of a daemon may be another one: it has options of its own, and knows which files it could
    /// not write.
    fileprivate let concernsDaemon: Bool

    private init<Question>(
        _ endpoint: Endpoint<Question, Answer>, _ question: Question, _ arguments: String...,
        concernsDaemon: Bool = false
    ) {
        ask = { client throws(ClientFailure) in try client.ask(endpoint, question) }
        self.arguments = arguments
        self.concernsDaemon = concernsDaemon
    }
}

extension MockQuestion<Explanation> {
    static func explain(_ name: String) -> Self { Self(Explanation.endpoint, name, "explain", "--", name) }
}

extension MockQuestion<MockInterface> {
    static func show(_ name: String) -> Self { Self(MockInterface.endpoint, name, "show", "--", name) }
}

extension MockQuestion<OutputsAnswer> {
    static func outputs(hashed: Bool) -> Self {
        hashed
            ? Self(OutputsAnswer.endpoint, true, "outputs", "--hashed") : Self(OutputsAnswer.endpoint, false, "outputs")
    }
}

extension MockQuestion<InputsAnswer> {
    static var inputs: Self { Self(InputsAnswer.endpoint, (), "inputs") }
}

extension MockQuestion<DiagnosticsAnswer> {
    static var errors: Self { Self(DiagnosticsAnswer.endpoint, (), "errors", concernsDaemon: true) }
}

extension MockQuestion<ConfigAnswer> {
    static var config: Self { Self(ConfigAnswer.endpoint, (), "config", concernsDaemon: true) }
}

/// The daemon of a project, or the project itself where no daemon runs.
enum MockAnswers {
    case daemon(ControlClient)
    /// The folder is at or below the root; `nil` for the current one.
    case project(folder: String?)

    /// The folder is in no project.
    struct NoProject: Error {}

    private static func readingOnce(_ folder: String?) -> String {
        let root = folder.map { " " + DaemonFinder.NotWatched.quoted($0) } ?? ""
        return "no mockd is watching this project, so its files were read once; start one with: mockd watch\(root)"
    }

    func ask<Answer>(_ question: MockQuestion<Answer>) throws -> Reply<Answer> {
        switch self {
        case .daemon(let client): return try question.ask(client)
        case .project(let folder):
            // The program looks for the root itself: the argument may be a folder below it.
            let program = try SiblingProgram("mockd", ["answer", "--quiet"] + question.arguments, in: folder)
            let (document, status) = try program.run()
            if status == 0 {
                if question.concernsDaemon { Output.error(Self.readingOnce(folder)) }
                return Reply(document: document)
            }
            if status == 1, let envelope = try? WireFormat.decode(ErrorEnvelope.self, from: document) {
                throw Failure(.refused(envelope.controlError(status: 404)))
            }
            if status == 3 { throw NoProject() }
            // mockd has told the reason.
            throw ExitCode(status)
        }
    }

    /// Returns the absolute path of the folder that the paths in answers begin at.
    func root() throws -> String? {
        switch self {
        case .daemon(let client): try client.version().root
        case .project(let folder):
            ProjectRoot.nearest(
                from: FilePath(ProcessEnvironment.currentDirectory).pushing(FilePath(folder ?? "")), ofAnyone: true)?
                .string
        }
    }
}
