import Testing
import WatcherFrames

@testable import FileWatching

struct WatcherFrameTests {
    @Test(
        arguments: [
            (
                WatcherRequest.add(id: 0x0102, mask: .closeWrite, path: [0x2f, 0xff]),
                [11, 0, 0, 0, 1, 2, 1, 0, 0, 8, 0, 0, 0, 0x2f, 0xff]
            ),
            (.remove(id: 7), [5, 0, 0, 0, 2, 7, 0, 0, 0]),
        ] as [(WatcherRequest, [UInt8])])
    func `a request consists of its length, its kind and its content`(_ request: WatcherRequest, _ bytes: [UInt8]) {
        var encoded: [UInt8] = []
        request.encode(into: &encoded)
        #expect(encoded == bytes)
    }

    static let messages: [(WatcherMessage, [UInt8])] = [
        (.hello(version: 0x0102), [5, 0, 0, 0, 15, 2, 1, 0, 0]),
        (
            .event(id: 1, mask: [.create, .isDirectory], name: [0x61, 0xff]),
            [11, 0, 0, 0, 16, 1, 0, 0, 0, 0, 1, 0, 0x40, 0x61, 0xff]
        ),
        (.event(id: 2, mask: .moveSelf, name: []), [9, 0, 0, 0, 16, 2, 0, 0, 0, 0, 8, 0, 0]),
        (.overflow, [1, 0, 0, 0, 17]),
        (.added(id: 3), [5, 0, 0, 0, 18, 3, 0, 0, 0]),
        (.failed(id: 4, code: 28), [9, 0, 0, 0, 19, 4, 0, 0, 0, 28, 0, 0, 0]),
        (.lost(id: 5), [5, 0, 0, 0, 20, 5, 0, 0, 0]),
        (.fault(.noInstance), [5, 0, 0, 0, 21, 1, 0, 0, 0]),
    ]

    @Test(arguments: 1...13)
    func `messages are the same in pieces of any size`(_ size: Int) throws {
        let stream = Self.messages.flatMap(\.1)
        var decoder = MessageDecoder()
        var decoded: [WatcherMessage] = []
        for start in stride(from: 0, to: stream.count, by: size) {
            stream[start..<min(start + size, stream.count)].withUnsafeBytes { decoder.append($0) }
            while let message = try decoder.next() { decoded.append(message) }
        }
        #expect(decoded == Self.messages.map(\.0))
    }

    @Test(
        arguments: [
            ([0, 0, 0, 0], "a frame of 0 bytes"),
            ([255, 255, 255, 255], "a frame of 4294967295 bytes"),
            ([1, 0, 0, 0, 99], "a frame of kind 99 with 0 bytes"),
            ([3, 0, 0, 0, 16, 1, 1], "a frame of kind 16 with 2 bytes"),
            ([5, 0, 0, 0, 21, 0, 0, 0, 0], "a frame of kind 21 with 4 bytes"),
            ([1, 0, 0, 0, 1], "a frame of kind 1 with 0 bytes"), ([1, 0, 0, 0, 15], "a frame of kind 15 with 0 bytes"),
        ] as [([UInt8], String)])
    func `bytes that form no frame are an error`(_ bytes: [UInt8], _ reason: String) {
        var decoder = MessageDecoder()
        bytes.withUnsafeBytes { decoder.append($0) }
        #expect(throws: MessageDecoder.Malformed(reason: reason)) { try decoder.next() }
    }
}
