internal import LinuxSystem
internal import MockModel
internal import SystemPackage

// The questions of a description, answered from the inputs: what is no input does not exist.
extension RequestFiles {
    /// Calls a function that describes a project; its questions are about the files of this request.
    package func describing<Value>(_ describe: () throws -> Value) rethrows -> Value {
        try DescriptionEvidence.$request.withValue(self) { try describe() }
    }

    func answer(to question: DescriptionEvidence.Question) -> DescriptionEvidence.Answer {
        switch question {
        case .kind(let path): .kind(type(of: path))
        case .exists(let path): .exists(type(of: path) != nil)
        case .identity: .missing
        case .names(let path, let start, let end):
            .names(
                ((try? entries(of: path, withStates: false)) ?? []).map(\.name)
                    .filter { $0.hasPrefix(start) && $0.hasSuffix(end) }.sorted())
        case .isEmpty: .isEmpty(false)
        case .text(let path):
            switch Result(catching: { () throws(RegularFileError) in try text(of: path) }) {
            case .success(let text): .text(ContentHash(text))
            case .failure(let error): .failed("\(error)")
            }
        }
    }

    private func type(of path: FilePath) -> FileType? {
        if signature(of: path) != nil || !isMissing(path) { return .regular }
        return (try? entries(of: path, withStates: false)).map { _ in .directory }
    }

    /// Reads the text of a file of limited size.
    func text(of path: FilePath, atMost limit: Int = 1 << 20) throws(RegularFileError) -> String {
        do throws(FileSystemError) {
            return String(decoding: try file(at: path, limit: limit).bytes, as: UTF8.self)
        } catch {
            if let kind = error.found { throw .notAFile(kind) }
            throw error.errno == .fileTooLarge ? .tooLarge(limit: limit) : .system(error.errno)
        }
    }

    /// Returns the index at a path; one whose digest is known is not read again.
    func index(at path: FilePath, limit: Int) throws(ModuleIndexError) -> ModuleIndex {
        let key = DiskPath(path)
        let known = signature(of: path).flatMap { digests.index(of: $0, at: key) }
        if let known { return known }
        let contents: FileContents
        do throws(FileSystemError) {
            contents = try file(at: path, limit: limit)
        } catch {
            throw .unreadable(error.cause)
        }
        let index = try ModuleIndex(contents.bytes, at: path)
        if let signature = contents.signature { digests.keep(index, of: signature, at: key) }
        return index
    }
}
