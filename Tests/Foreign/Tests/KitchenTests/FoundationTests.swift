import Foundation
import FoundationNetworking
import Mocking
import Testing

@testable import Kitchen

@Test func `URLSession: a failing network, and the real one`() async throws {
    try await withServer(saying: "sun") { text in
        let url = try #require(URL(string: text))
        let session = MockHTTPSession(forwardingTo: URLSession.shared)
        let weather = Weather(session: session)
        #expect(try await weather.forecast(url) == "sun")
        given(session).data(for: .any).willThrow(URLError(.timedOut))
        await #expect(throws: URLError.self) { try await weather.forecast(url) }
        verify(session).data(for: .any).wasCalled(2)
    }
}

@Test func `FileManager: files that are not there, and a real one`() throws {
    let files = MockFileSystem(forwardingTo: FileManager.default)
    let barrel = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path()
    let cellar = Cellar(files: files)
    #expect(try !cellar.empty(barrel))
    #expect(FileManager.default.createFile(atPath: barrel, contents: Data("wine".utf8)))
    #expect(try cellar.empty(barrel))
    #expect(!FileManager.default.fileExists(atPath: barrel))
    given(files).fileExists(atPath: .equal(barrel)).willReturn(true)
    given(files).removeItem(atPath: .any).willThrow(CocoaError(.fileWriteNoPermission))
    #expect(throws: CocoaError.self) { try cellar.empty(barrel) }
    verify(files).removeItem(atPath: .equal(barrel)).wasCalled(2)
}

@Test func `ProcessInfo: an environment of our own, and the number of the real process`() {
    let process = MockProcessFacts(forwardingTo: ProcessInfo.processInfo)
    given(process).environment.willReturn(["LANG": "eo"])
    #expect(Settings(process: process).language == "eo")
    #expect(process.processIdentifier == ProcessInfo.processInfo.processIdentifier)
    verify(process).environment.wasCalled()
}
