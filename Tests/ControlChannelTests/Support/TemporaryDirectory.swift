import Foundation
import SystemPackage

/// A directory for one test, deleted at its end.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/mockd-test.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func appending(_ name: String) -> String { path + "/" + name }

    func makeDirectory(_ name: String, mode: Int = 0o700) throws -> String {
        try FileManager.default.createDirectory(
            atPath: appending(name), withIntermediateDirectories: true, attributes: [.posixPermissions: mode])
        return appending(name)
    }

    /// Makes the root of a project.
    func makeProject(_ name: String) throws -> String {
        let folder = try makeDirectory(name)
        try Data().write(to: URL(filePath: "\(folder)/Package.swift"))
        return folder
    }
}

/// Runs a blocking closure on its own thread: the threads of Swift's tasks are few, and the server needs them.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
