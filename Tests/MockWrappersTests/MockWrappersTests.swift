import Foundation
import MockWrappers
import Testing

protocol FileManageable { func fileExists(atPath path: String) -> Bool }

extension FileManager: FileManageable {}

class MockFileManager: NSObject, FileManageable {
    func fileExists(atPath path: String) -> Bool { return fileExistsMock(path) }
    @Mock
    var fileExistsMock = { (path: String) -> Bool in FileManager.default.fileExists(atPath: path) }
}

class MockCopier: NSObject {
    func copyItem(at srcURL: URL, to dstURL: URL) throws { try copyItemMock(EquatableTuple([srcURL, dstURL])) }
    func contents(at url: URL, keys: [String]) throws -> [URL] {
        try $contentsMock.getValue(EquatableTuple([try CodableInput(url), try CodableInput(keys)]))
    }

    @ThrowingMock
    var copyItemMock = { (tuple: EquatableTuple<URL>) throws in
        try FileManager.default.copyItem(at: tuple.inputs[0], to: tuple.inputs[1])
    }
    @ThrowingMock
    var contentsMock = { (tuple: EquatableTuple<CodableInput>) throws -> [URL] in
        try FileManager.default.contentsOfDirectory(at: try tuple.inputs[0].decode(), includingPropertiesForKeys: nil)
    }
}

struct GasOven: SafeOven {
    func bake(_ cake: String) -> Int { cake.count }
    func fetch(_ id: Int) async throws -> String { "\(id)" }
}

/// Mocks in style `wrapper` and the library of their property wrappers.
@Suite struct MockWrappersTests {
    @Test func `a wrapper by hand calls the real object until a test assigns a closure`() throws {
        let path = "Mocking 💪"
        let fileManager = MockFileManager()
        #expect(fileManager.fileExists(atPath: "/"))
        fileManager.fileExistsMock = { path in true }
        #expect(fileManager.fileExists(atPath: path))
        #expect(fileManager.$fileExistsMock.wasCalled)
        #expect(fileManager.$fileExistsMock.wasCalled(with: path))
        #expect(fileManager.$fileExistsMock.getValue(path))
        #expect(fileManager.$fileExistsMock.usage.history.count == 3)
        #expect(fileManager.$fileExistsMock.usage.history[1].context == path)
        #expect(try fileManager.$fileExistsMock.usage.history[1].result.get())
        fileManager.$fileExistsMock.resetLoader()
        #expect(!fileManager.fileExists(atPath: path))
        fileManager.fileExistsMock = fileManager.$fileExistsMock.defaultValueLoader
        #expect(!fileManager.fileExists(atPath: path))
        fileManager.$fileExistsMock.resetUsage()
        #expect(!fileManager.$fileExistsMock.wasCalled)
    }

    @Test func `several inputs are one value`() throws {
        let (source, target) = (URL(filePath: "/nothing"), URL(filePath: "/tmp/nothing"))
        let mock = MockCopier()
        #expect(throws: (any Error).self) { try mock.copyItem(at: source, to: target) }
        #expect(mock.$copyItemMock.wasCalled(with: EquatableTuple([source, target])))
        #expect(mock.$copyItemMock.wasCalled(with: source))
        #expect(!mock.$copyItemMock.wasCalled(with: EquatableTuple([target, source])))
        #expect(throws: (any Error).self) { try mock.$copyItemMock.usage.history[0].result.get() }
        mock.contentsMock = { _ in [source] }
        #expect(try mock.contents(at: target, keys: ["a"]) == [source])
        #expect(
            try mock.$contentsMock.wasCalled(with: EquatableTuple([CodableInput(target), CodableInput(["a"])])))
        #expect(try mock.$contentsMock.wasCalled(with: ["a"]))
        #expect(try mock.$contentsMock.usage.contexts[0].inputs[1].decode() == ["a"])
    }

    @Test func `a generated mock has a closure for each member`() async throws {
        let mock = MockOven()
        #expect(!mock.bake("plum") && mock.name == "")
        mock.bakeMock = { $0 == "plum" }
        #expect(mock.bake("plum") && mock.$bakeMock.wasCalled(with: "plum"))
        mock.heatMock = { $0.inputs[1] }
        #expect(try mock.heat(from: 1, to: 200) == 200 && mock.$heatMock.wasCalled(with: 1))
        mock.putMock = { context in throw Burnt(minute: context.level) }
        #expect(throws: Burnt(minute: 3)) { try mock.put("plum", at: 3) }
        #expect(mock.$putMock.wasCalled { $0.cake == "plum" })
        mock.waitMock = { _ in "done" }
        #expect(await mock.wait() == "done" && mock.$waitMock.usage.history.count == 1)
        mock.fetchMock = { id in throw Burnt(minute: id) }
        await #expect(throws: Burnt(minute: 4)) { try await mock.fetch(4) }
        mock.firstMock = { ($0 as? [Int])?.first }
        #expect(mock.first([5, 6]) == 5)
        mock.each { _ = $0 }
        mock.name = "a"
        #expect(mock.$eachMock.wasCalled && mock.$nameSetMock.wasCalled(with: "a"))
        MockOven.statics.buildMock = { $0 > 1 }
        #expect(MockOven.build(2) && MockOven.statics.$buildMock.wasCalled(with: 2))
    }

    @Test func `a generated mock calls the real object that it is created with`() async throws {
        let mock = MockSafeOven(GasOven())
        #expect(mock.bake("plum") == 4)
        #expect(try await mock.fetch(3) == "3")
        mock.bakeMock = { _ in 1 }
        #expect(mock.bake("plum") == 1 && mock.$bakeMock.usage.contexts == ["plum", "plum"])
        mock.$bakeMock.resetLoader()
        #expect(mock.bake("plum") == 4)
        await withTaskGroup { group in
            for number in 0..<100 { group.addTask { _ = mock.bake("\(number)") } }
        }
        #expect(mock.$bakeMock.usage.history.count == 103)
    }

    /// A value that runs code when it is freed.
    private final class Ending: Sendable {
        private let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        deinit { body() }
    }

    @Test func `what a mock frees may call it`() {
        let mock = MockSafeOven(GasOven())
        mock.bakeMock = { [ending = Ending { _ = mock.bake("pear") }] _ in (ending, 1).1 }
        mock.$bakeMock.resetLoader()
        #expect(mock.$bakeMock.usage.contexts == ["pear"])
        mock.bakeMock = { [ending = Ending { _ = mock.bake("plum") }] _ in (ending, 1).1 }
        mock.bakeMock = { _ in 2 }
        #expect(mock.$bakeMock.usage.contexts == ["pear", "plum"])
    }

    @Test @MainActor func `mocks on actors have closures for every member`() async {
        let window = MockWindow()
        window.openMock = { $0.isEmpty }
        #expect(window.open("") && !window.open("a"))
        window.log("b")
        #expect(window.closures.$logMock.wasCalled(with: "b"))
        let tank = MockTank()
        tank.closures.fillMock = { $0 * 2 }
        #expect(await tank.fill(2) == 4)
    }
}
