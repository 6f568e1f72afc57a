import Foundation
import MockEngine
import MockModel

@testable import mockd

/// A folder with sources, and requests about them as a build system makes them.
struct WorkerFixture {
    static let hermetic = ["--cache", "none", "--no-toolchain", "--quiet", "-j", "1"]

    let package: PackageFixture

    init(_ files: [String: String] = [:]) throws {
        package = try PackageFixture()
        for (path, text) in files { try package.write(path, text) }
    }

    /// Returns a request whose inputs are files with their present digests.
    ///
    /// - Parameter folder: The sandbox, relative to the folder of the package.
    func request(
        _ arguments: [String], inputs: [String], id: Int = 0, verbosity: Int = 0, sandbox: String = ""
    ) -> WorkRequest {
        let base = sandbox.isEmpty ? "" : sandbox + "/"
        return WorkRequest(
            arguments: arguments, inputs: inputs.map { .init(path: $0, digest: digest(of: base + $0)) }, id: id,
            verbosity: verbosity, sandbox: sandbox)
    }

    private func digest(of path: String) -> [UInt8] {
        let bytes = (try? Data(contentsOf: package.url(path))).map { [UInt8]($0) }
        return Array("\(ContentHash(bytes ?? []))".utf8)
    }

    /// Returns the bytes of all files in a folder, by their paths below it.
    func files(in folder: String) -> [String: Data] {
        let paths =
            FileManager.default.enumerator(atPath: package.url(folder).path())?.compactMap { $0 as? String } ?? []
        return paths.reduce(into: [:]) { files, path in
            if let bytes = try? Data(contentsOf: package.url("\(folder)/\(path)")) { files[path] = bytes }
        }
    }

    /// Removes the files that a build system removes before an action, and makes their folder.
    func clear(_ folder: String) throws {
        try? FileManager.default.removeItem(at: package.url(folder))
        try FileManager.default.createDirectory(at: package.url(folder), withIntermediateDirectories: true)
    }

    func start(
        _ format: WorkerFormat = .proto, _ options: String..., variables: [String: String] = [:]
    ) throws -> WorkerProcess {
        try WorkerProcess(in: package.root, format, options, variables: package.variables.merging(variables) { $1 })
    }
}
