import LinuxSystem
import MockModel
import Synchronization
package import SystemPackage

/// The questions that discovery asked the file system, with the answers: while all answers stay the same, the
/// description of the project does, too.
///
/// The extensions of `FilePath` that discovery uses record their questions, so nothing can be searched for without
/// being checked again later.
package struct DescriptionEvidence: Sendable {
    enum Question: Hashable, Sendable {
        /// A file, a folder or nothing; links are followed.
        case kind(FilePath)
        /// Anything, a dangling link included.
        case exists(FilePath)
        /// The identity of a folder or file, with links followed: another one may replace it.
        case identity(FilePath)
        /// The names in a folder with the given beginning and end.
        case names(FilePath, start: String, end: String)
        case text(FilePath)
        /// A folder that nothing is in.
        case isEmpty(FilePath)
    }

    enum Answer: Hashable, Sendable {
        case kind(FileType?)
        case exists(Bool)
        case identity(device: UInt64, inode: UInt64)
        case names([String])
        case text(ContentHash)
        case isEmpty(Bool)
        case missing
        case failed(String)
    }

    private struct Record: Sendable {
        var answer: Answer
        /// The state of a file that was read; `nil` if it may have changed since without a trace.
        var signature: FileSignature?
    }

    /// Collects the questions of the task that it was made for.
    private final class Recorder: Sendable {
        let records = Mutex<[Question: Record]>([:])
    }

    @TaskLocal private static var recorder: Recorder?
    /// The files of a request, which answer in the place of the disk.
    @TaskLocal static var request: RequestFiles?

    private var records: [Question: Record] = [:]
    /// True if SwiftPM's answer is still missing.
    var isIncomplete = false

    package init() {}

    /// Runs `body` and returns the questions that it asked.
    static func recorded<Value>(by body: () -> Value) -> (Value, DescriptionEvidence) {
        let recorder = Recorder()
        let value = $recorder.withValue(recorder) { body() }
        var evidence = DescriptionEvidence()
        evidence.records = recorder.records.withLock { $0 }
        return (value, evidence)
    }

    /// False if something that describes the project was changed, added or removed. Costs a `stat` a question.
    package var holds: Bool {
        if isIncomplete { return false }
        return records.allSatisfy { question, record in
            if case .text(let path) = question, let signature = record.signature,
                signature == LocalFileSystem().signature(of: path)
            {
                return true
            }
            let answer = Self.answer(to: question)
            if answer == record.answer { return true }
            // An error of the disk, or a lack of memory, changes nothing about the project. Files that cannot be read are
            // reported.
            if case .text = question { return false }
            if case .failed = answer { return true }
            return false
        }
    }

    /// Returns the questions of both, with the answers of this one where both have asked.
    package func merging(_ other: DescriptionEvidence) -> DescriptionEvidence {
        var evidence = self
        evidence.records.merge(other.records) { own, _ in own }
        evidence.isIncomplete = isIncomplete || other.isIncomplete
        return evidence
    }

    /// Returns the first of some files whose text is another one than in earlier evidence, or that only one of the two
    /// has.
    package func changedFile(since earlier: DescriptionEvidence, among files: [FilePath]) -> FilePath? {
        files.first { records[.text($0)]?.answer != earlier.records[.text($0)]?.answer }
    }

    // MARK: Asking

    static func ask(_ question: Question) -> Answer {
        let answer = answer(to: question)
        note(Record(answer: answer), for: question)
        return answer
    }

    /// Returns the text of a file that describes the project.
    static func text(of path: FilePath) throws(RegularFileError) -> String {
        let now = FileSignature.now()
        let signature = LocalFileSystem().signature(of: path)
        do {
            let text = if let request { try request.text(of: path) } else { try path.readText() }
            let stable = signature.flatMap { $0.isRacy(at: now) ? nil : $0 }
            note(Record(answer: .text(ContentHash(text)), signature: stable), for: .text(path))
            return text
        } catch {
            note(Record(answer: .failed("\(error)")), for: .text(path))
            throw error
        }
    }

    private static func note(_ record: Record, for question: Question) {
        // The description rests on the first answer; if a later one differs, the description is outdated already.
        recorder?.records.withLock { if $0[question] == nil { $0[question] = record } }
    }

    private static func exists(_ path: FilePath) -> Bool {
        do throws(Errno) {
            _ = try path.stat(followTargetSymlink: false)
            return true
        } catch {
            return !error.meansMissing
        }
    }

    /// - Parameter nothing: The answer if nothing is at the path.
    private static func answer(_ nothing: Answer, _ ask: () throws(Errno) -> Answer) -> Answer {
        do throws(Errno) {
            return try ask()
        } catch {
            return error.meansMissing ? nothing : .failed("\(error)")
        }
    }

    private static func answer(to question: Question) -> Answer {
        if let request { return request.answer(to: question) }
        switch question {
        case .kind(let path): return answer(.kind(nil)) { () throws(Errno) in .kind(try path.stat().type) }
        case .exists(let path): return .exists(exists(path))
        case .identity(let path):
            return answer(.missing) { () throws(Errno) in
                let status = try path.stat()
                return .identity(device: UInt64(status.deviceID.rawValue), inode: UInt64(status.inode.rawValue))
            }
        case .names(let path, let start, let end):
            return answer(.names([])) { () throws(Errno) in
                .names(try path.listing().filter { $0.hasPrefix(start) && $0.hasSuffix(end) })
            }
        case .isEmpty(let path):
            return answer(.isEmpty(false)) { () throws(Errno) in .isEmpty(try Folder.isEmpty(path)) }
        case .text(let path):
            do {
                return .text(ContentHash(try path.readText()))
            } catch {
                return .failed("\(error)")
            }
        }
    }
}

/// All values are equal: the evidence changes no mock, so two projects that differ only in it are the same.
extension DescriptionEvidence: Hashable {
    package static func == (_: DescriptionEvidence, _: DescriptionEvidence) -> Bool { true }

    package func hash(into _: inout Hasher) {}
}
