import Foundation
import MockEngine
import Testing

@testable import mockd

/// Requests that Bazel 4.2.3 sent, and streams that no build system would send.
@Suite struct WorkRequestDecoderTests {
    /// Returns the messages in the order in which they were found, and why the stream could not go on.
    private static func messages(
        _ bytes: [UInt8], _ format: WorkerFormat, pieces: [Int], largest: Int = WorkRequestDecoder.largest
    ) -> (messages: [WorkRequestDecoder.Message], failure: String?) {
        var decoder = WorkRequestDecoder(format, largest: largest)
        var messages: [WorkRequestDecoder.Message] = []
        var start = 0
        do throws(WorkRequestDecoder.Broken) {
            for size in pieces + [bytes.count] {
                let end = min(start + size, bytes.count)
                bytes[start..<end].withUnsafeBytes { decoder.append($0) }
                start = end
                while let message = try decoder.next() { messages.append(message) }
            }
            try decoder.finish()
        } catch {
            return (messages, error.reason)
        }
        return (messages, nil)
    }

    private static func requests(_ bytes: [UInt8], _ format: WorkerFormat, pieces: [Int] = []) throws -> [WorkRequest] {
        let (messages, failure) = messages(bytes, format, pieces: pieces)
        #expect(failure == nil)
        return messages.compactMap { if case .request(let request) = $0 { request } else { nil } }
    }

    private static func recorded(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recorded")
        return try Array(Data(contentsOf: folder.appending(path: name)))
    }

    private static let recordings: [(name: String, format: WorkerFormat)] = [
        ("bazel-4.2.3.bin", .proto), ("bazel-4.2.3.json", .json),
    ]

    @Test(arguments: recordings)
    func `a recording is the same requests wherever it is cut in two`(name: String, format: WorkerFormat) throws {
        let bytes = try Self.recorded(name)
        let whole = try Self.requests(bytes, format)
        #expect(whole.map(\.id).sorted() == [1, 2, 3, 4, 5])
        #expect(Set(whole.compactMap(\.arguments.first)) == ["generate", "index"])
        #expect(whole.allSatisfy { $0.inputs.allSatisfy { !$0.path.isEmpty && !$0.digest.isEmpty } })
        #expect(whole.contains { $0.inputs.contains { $0.path == "Waiter/Waiter.swift" } })
        for position in 0...bytes.count {
            let requests = try Self.requests(bytes, format, pieces: [position])
            guard requests == whole else {
                Issue.record("cut at \(position)")
                return
            }
        }
        #expect(try Self.requests(bytes, format, pieces: Array(repeating: 1, count: bytes.count)) == whole)
    }

    @Test(arguments: recordings)
    func `a recording that is cut off has the requests before, and an error`(
        name: String, format: WorkerFormat
    ) throws {
        let bytes = try Self.recorded(name)
        let whole = try Self.requests(bytes, format)
        var complete = 0
        for length in 0..<bytes.count {
            let (messages, failure) = Self.messages(Array(bytes[..<length]), format, pieces: [])
            #expect(messages == whole.prefix(messages.count).map { .request($0) })
            #expect(messages.count >= complete && messages.count < whole.count)
            if failure == nil { complete = messages.count }
            #expect(failure == nil || failure == "the last request is cut off")
        }
        #expect(complete == whole.count - 1)
    }

    @Test(arguments: WorkerFormat.allCases)
    func `all fields are read, in both forms`(_ format: WorkerFormat) throws {
        let request = WorkRequest(
            arguments: ["generate", "", "--name", "Mock{name}\u{e9}\"\\"],
            inputs: [.init(path: "a/ö.swift", digest: [1, 2, 3]), .init(path: "b.swift", digest: [])],
            id: 300, isCancellation: true, verbosity: 10, sandbox: "__sandbox/7")
        let expected = format == .proto ? request : request.withTextDigests
        #expect(try Self.requests(request.bytes(format) + request.bytes(format), format) == [expected, expected])
    }

    @Test func `JSON may stand in one line each, in several, or without anything between`() throws {
        let one = #"{"arguments":["{","}\"}","]"],"requestId":1,"later":{"a":[{}]}}"#
        let two = "{\n \"requestId\": 2,\n \"cancel\": true\n}"
        for separator in ["", "\n", "\r\n", " \t\n\n"] {
            let requests = try Self.requests(Array((one + separator + two + separator).utf8), .json)
            #expect(requests.map(\.id) == [1, 2] && requests.map(\.isCancellation) == [false, true])
            #expect(requests[0].arguments == ["{", "}\"}", "]"])
        }
    }

    /// The streams begin with a hostile part; the request behind it is read whatever it is.
    private static let hostile: [(name: String, format: WorkerFormat, bytes: [UInt8], reason: String, id: Int)] = [
        (
            "an argument that is longer than its message", .proto, [4, 10, 200, 1, 65],
            "it is no message of protocol buffers", 0
        ),
        ("a number without an end", .proto, [3, 24, 200, 200], "it is no message of protocol buffers", 0),
        (
            "a length beyond all memory", .proto, [11, 10] + [UInt8](repeating: 255, count: 9) + [1],
            "it is no message of protocol buffers", 0
        ),
        ("a group", .proto, [2, 11, 12], "it is no message of protocol buffers", 0),
        ("the field 0", .proto, [2, 0, 0], "it is no message of protocol buffers", 0),
        ("bytes that are not UTF-8", .proto, [6, 10, 2, 255, 254, 24, 9], "it has a text that is not UTF-8", 9),
        ("an input that is cut off", .proto, [6, 18, 2, 10, 9, 24, 9], "it is no message of protocol buffers", 0),
        ("no object", .json, Array("[1, 2]\n".utf8), "it does not begin with '{'", 0),
        ("a text without an end", .json, Array("{\"requestId\":9,\"a\":\"b}\n".utf8), "a text in it has no end", 0),
        (
            "a number as an argument", .json, Array(#"{"requestId":9,"arguments":[1]}"#.utf8),
            "it is no request in JSON", 9
        ),
        (
            "brackets that do not match", .json, Array(#"{"requestId":9,"arguments":[}}"#.utf8),
            "it is no request in JSON", 0
        ),
        (
            "deep nesting", .json,
            Array(
                ("{\"a\":" + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000) + "}").utf8
            ),
            "it is no request in JSON", 0
        ),
    ]

    @Test(arguments: hostile)
    func `a message that is no request costs one answer, and the next one is read`(
        name: String, format: WorkerFormat, bytes: [UInt8], reason: String, id: Int
    ) {
        let next = WorkRequest(arguments: ["generate"], id: 4)
        let stream = bytes + next.bytes(format)
        for pieces in [[], Array(repeating: 1, count: bytes.count < 1000 ? stream.count : 0)] {
            let (messages, failure) = Self.messages(stream, format, pieces: pieces)
            #expect(messages == [.malformed(MalformedRequest(id: id, reason: reason)), .request(next)], "\(name)")
            #expect(failure == nil)
        }
    }

    @Test(arguments: WorkerFormat.allCases)
    func `a message that is too large is dropped as it arrives`(_ format: WorkerFormat) {
        let large = WorkRequest(arguments: [String(repeating: "a", count: 5 << 20)], id: 3).bytes(format)
        let next = WorkRequest(id: 4)
        for pieces in [[], Array(repeating: 70_000, count: 100)] {
            let (messages, failure) = Self.messages(
                large + next.bytes(format), format, pieces: pieces, largest: 1 << 20)
            #expect(
                messages == [.malformed(MalformedRequest(reason: "it is larger than 1 MiB")), .request(next)])
            #expect(failure == nil)
        }
    }

    @Test func `a length of two gigabytes is waited for without memory, and one without an end ends the stream`() {
        let twoGigabytes: [UInt8] = [0x80, 0x80, 0x80, 0x80, 0x08]
        let (messages, failure) = Self.messages(twoGigabytes + [1, 2, 3], .proto, pieces: [])
        #expect(messages == [.malformed(MalformedRequest(reason: "it is larger than 64 MiB"))])
        #expect(failure == "the last request is cut off")
        let endless = Self.messages([UInt8](repeating: 0x80, count: 11), .proto, pieces: [])
        #expect(endless.messages == [] && endless.failure == "the length of a request has no end")
    }

    // MARK: Answers

    @Test func `an answer is written in both forms`() throws {
        let response = WorkResponse(exitCode: 1, output: "a: \"b\"\nü\n", id: 300)
        let bytes = response.bytes(for: .proto)
        #expect(bytes.first.map(Int.init) == bytes.count - 1)
        #expect(bytes.dropFirst().withUnsafeBytes { WorkResponse(protocolBuffer: $0) } == response)
        #expect(
            String(decoding: response.bytes(for: .json), as: UTF8.self)
                == "{\"exitCode\":1,\"output\":\"a: \\\"b\\\"\\nü\\n\",\"requestId\":300}\n")
        let cancelled = WorkResponse(id: 2, wasCancelled: true)
        #expect(cancelled.bytes(for: .proto) == [4, 24, 2, 32, 1])
        #expect(
            String(decoding: cancelled.bytes(for: .json), as: UTF8.self)
                == "{\"exitCode\":0,\"output\":\"\",\"requestId\":2,\"wasCancelled\":true}\n")
        // Everything is as a reader assumes: an empty message.
        #expect(WorkResponse().bytes(for: .proto) == [0])
    }
}

extension WorkRequest {
    /// The request as JSON has it, which sends digests as text.
    fileprivate var withTextDigests: WorkRequest {
        var request = self
        for index in inputs.indices {
            request.inputs[index].digest = Array(Data(inputs[index].digest).base64EncodedString().utf8)
        }
        return request
    }
}
