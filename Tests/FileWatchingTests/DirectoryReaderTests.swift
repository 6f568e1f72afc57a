import SystemPackage
import Testing

@testable import FileWatching

struct DirectoryReaderTests {
    @Test func `directories listed in parallel give the same entries as one by one, in the same order`() throws {
        let playground = try Playground()
        for number in 0..<20 { try playground.makeSource(number, "protocol P\(number) {}") }
        try playground.write("File", "")
        let disk = KernelDirectoryReader()
        let names = (0..<20).map { "S\($0)" } + ["Missing", "File"]
        let listings = disk.list(names.map { RawPath(playground.path($0)) }) { name, directory in
            name.bytes.elementsEqual("F\(directory.filePath.string.split(separator: "S").last ?? "").swift".utf8)
        }
        #expect(listings.count == 22)
        for number in 0..<20 {
            let listed = try listings[number].get()
            #expect(listed.map(\.bytes) == [Array("F\(number).swift".utf8)])
            #expect(listed.count { $0.isKnownFile } == 1)
            let alone = try disk.list(RawPath(playground.path("S\(number)"))) { _ in true }
            #expect(listed.map(\.identity) == alone.map(\.identity))
        }
        #expect(listings[20] == .failure(.noSuchFileOrDirectory))
        #expect(listings[21] == .failure(.notDirectory))
    }
}

extension ListedName {
    fileprivate var identity: FileIdentity? {
        guard case .file(let signature) = entry else { return nil }
        return signature.identity
    }
}
