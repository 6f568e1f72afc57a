import Foundation
import Glibc

/// A package of any size in a temporary folder: fifty files per module, every second file with a mocked protocol.
///
/// File k is the same for all sizes, so that their figures can be compared.
struct Monorepo {
    static let filesPerModule = 50

    let base: String
    let root: String
    let files: Int

    /// Writes the package.
    init(files: Int) throws {
        self.files = files
        base = NSTemporaryDirectory() + "mockd-engine-benchmark-\(getpid())-\(files)"
        root = base + "/App"
        for folder in ["run", "cache"] {
            try FileManager.default.createDirectory(
                atPath: base + "/" + folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        for folder in Set((0..<files).map { folder(ofFile: $0) }) + (0..<modules).map(testFolder) {
            try FileManager.default.createDirectory(atPath: root + "/" + folder, withIntermediateDirectories: true)
        }
        write("Package.swift", manifest)
        for module in 0..<modules { write("\(testFolder(module))/ModuleTests.swift", "") }
        for number in 0..<files { save(number) }
    }

    func remove() { try? FileManager.default.removeItem(atPath: base) }

    var modules: Int { (files + Self.filesPerModule - 1) / Self.filesPerModule }

    /// Numbers of files with a mock.
    var mocked: [Int] { (0..<files).filter(SourceText.isMocked) }

    /// Every source, in the order in which it was written.
    var paths: [String] { (0..<files).map { "\(root)/\(path(ofFile: $0))" } }

    func path(ofFile number: Int) -> String { "\(folder(ofFile: number))/\(SourceText.name(number)).swift" }

    /// The folder with the mocks of a file, and the mock's name.
    func mock(ofFile number: Int) -> (folder: String, name: String) {
        ("\(root)/\(testFolder(number / Self.filesPerModule))/Mocks", "\(SourceText.name(number)).mocks.swift")
    }

    /// Writes a source in place; an edit makes it differ from the original.
    func save(_ number: Int, _ edit: SourceText.Edit = .none) {
        write(path(ofFile: number), SourceText(number: number, edit: edit).text)
    }

    /// Returns the seconds to write a copy of the file to an unwatched path, sync it and rename it over another file.
    func replaceCopy(of path: String) -> Double {
        let text = FileManager.default.contents(atPath: path).map(Array.init) ?? []
        let (copy, temporary) = ("\(base)/copy.swift", "\(base)/copy.swift.tmp")
        return seconds {
            let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            _ = Glibc.write(file, text, text.count)
            fsync(file)
            close(file)
            rename(temporary, copy)
        }
    }

    /// Removes all that mockd made, by moving it aside: after a deletion, ext4 searches for inodes that were not
    /// deleted just now, and to find one among thousands takes longer than all the rest.
    func clear() {
        let aside = "\(base)/aside-\(UUID().uuidString)"
        mkdir(aside, 0o700)
        for module in 0..<modules { rename("\(root)/\(testFolder(module))/Mocks", "\(aside)/\(module)") }
        rename(base + "/cache", aside + "/cache")
        mkdir(base + "/cache", 0o700)
    }

    private func folder(ofFile number: Int) -> String {
        let module = number / Self.filesPerModule
        return "Layers/Layer\(module % 10)/Module\(module)/Feature\(number % Self.filesPerModule / 10)"
    }

    private func testFolder(_ module: Int) -> String { "Tests/Module\(module)Tests" }

    private var manifest: String {
        let targets = (0..<modules).map { module in
            """
                    .target(name: "Module\(module)", path: "Layers/Layer\(module % 10)/Module\(module)"),
                    .testTarget(name: "Module\(module)Tests", dependencies: ["Module\(module)"]),
            """
        }
        return """
            // swift-tools-version: 6.3
            import PackageDescription

            let package = Package(
                name: "App",
                targets: [
            \(targets.joined(separator: "\n"))
                ]
            )

            """
    }

    private func write(_ path: String, _ text: String) {
        let file = open(root + "/" + path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        _ = Glibc.write(file, text, text.utf8.count)
        close(file)
    }
}
