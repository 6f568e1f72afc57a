internal import ArgumentParser
internal import ControlChannel
internal import SystemPackage

/// A question about a project, which needs no daemon: without one, `mockd` is run once for the answer.
enum MockQuestion {
    case explain(String)
    case show(String)
    case outputs(hashed: Bool)
    case inputs
    case errors
    case config

    /// The request to a daemon.
    var target: String {
        switch self {
        case .explain(let name): "/v1/explain?q=\(URLText.encode(name))"
        case .show(let name): "/v1/show?q=\(URLText.encode(name))"
        case .outputs(let hashed): hashed ? "/v1/outputs?sha256=true" : "/v1/outputs"
        case .inputs: "/v1/inputs"
        case .errors: "/v1/diagnostics"
        case .config: "/v1/config"
        }
    }

    /// The words behind `mockd answer`.
    fileprivate var arguments: [String] {
        switch self {
        case .explain(let name): ["explain", "--", name]
        case .show(let name): ["show", "--", name]
        case .outputs(let hashed): ["outputs"] + (hashed ? ["--hashed"] : [])
        case .inputs: ["inputs"]
        case .errors: ["errors"]
        case .config: ["config"]
        }
    }

    /// True if the answer of a daemon may be another one: it has options of its own, and knows which files it could
    /// not write.
    fileprivate var concernsDaemon: Bool {
        switch self {
        case .errors, .config: true
        case .explain, .show, .outputs, .inputs: false
        }
    }
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

    /// Returns the answer: one JSON document.
    func document(_ question: MockQuestion) throws -> [UInt8] {
        switch self {
        case .daemon(let client): return try client.get(question.target)
        case .project(let folder):
            // The program looks for the root itself: the argument may be a folder below it.
            let program = try SiblingProgram("mockd", ["answer", "--quiet"] + question.arguments, in: folder)
            let (document, status) = try program.run()
            if status == 0 {
                if question.concernsDaemon { Output.error(Self.readingOnce(folder)) }
                return document
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

    func decode<Answer: Decodable>(_ document: [UInt8]) throws(ClientFailure) -> Answer {
        do {
            return try WireFormat.decode(Answer.self, from: document)
        } catch {
            throw .malformed("its answer is not the \(Answer.self) that was asked for")
        }
    }
}
