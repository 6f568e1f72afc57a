import ControlChannel
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import mockd

@Suite struct OutputQueueTests {
    /// A stream that writes one piece for each signal.
    private final class Stream: Sendable {
        let texts = Mutex<[String]>([])
        let isFree = DispatchSemaphore(value: 0)
        /// Signalled when the thread is about to write.
        let arrived = DispatchSemaphore(value: 0)

        func write(_ text: [UInt8], _ descriptor: Int32) {
            arrived.signal()
            isFree.wait()
            texts.withLock { $0.append("\(descriptor):\(String(decoding: text, as: UTF8.self))") }
        }
    }

    private let stream = Stream()

    private func makeQueue(capacity: Int) throws -> OutputQueue {
        let queue = OutputQueue(capacity: capacity, notice: { "\($0.count) missing up to \($0.clock?.seq ?? 0)" }) {
            [stream] in stream.write($0, $1)
        }
        return try #require(queue)
    }

    private func release(_ count: Int) { for _ in 0..<count { stream.isFree.signal() } }

    @Test func `lines that do not fit are dropped, and a notice takes their place when there is room again`() throws {
        let queue = try makeQueue(capacity: 8)
        queue.add("one\n", to: 2)
        // The thread is writing this line, which still counts.
        stream.arrived.wait()
        queue.add("two\n", to: 2)
        queue.add("three\n", to: 2, clock: EventClock(epoch: 1, seq: 3))
        queue.add("four\n", to: 2, clock: EventClock(epoch: 1, seq: 4))
        release(3)
        queue.flush(within: .seconds(60))
        queue.add("five\n", to: 1)
        release(1)
        queue.flush(within: .seconds(60))
        #expect(stream.texts.withLock { $0 } == ["2:one\n", "2:two\n", "2:2 missing up to 4\n", "1:five\n"])
    }

    @Test func `a line that comes when there is room again is written after the notice`() throws {
        let queue = try makeQueue(capacity: 8)
        queue.add("one\n", to: 2)
        stream.arrived.wait()
        queue.add("two\n", to: 2)
        queue.add("three\n", to: 2)
        release(1)
        // The second line is being written, so the first one no longer counts.
        stream.arrived.wait()
        queue.add("4\n", to: 2)
        release(3)
        queue.flush(within: .seconds(60))
        #expect(stream.texts.withLock { $0 } == ["2:one\n", "2:two\n", "2:1 missing up to 0\n", "2:4\n"])
    }

    @Test func `a line that is longer than the queue is accepted if the queue is empty`() throws {
        let queue = try makeQueue(capacity: 4)
        queue.add("much too long\n", to: 2)
        release(1)
        queue.flush(within: .seconds(60))
        #expect(stream.texts.withLock { $0 } == ["2:much too long\n"])
    }

    @Test func `a flush ends at the limit although the reader never comes`() throws {
        let queue = try makeQueue(capacity: 1024)
        queue.add("one\n", to: 2)
        queue.flush(within: .milliseconds(10))
        #expect(stream.texts.withLock { $0 } == [])
        release(1)
    }

    @Test func `the notice of missing events on stdout is an event`() throws {
        let lost = Event.lost(.init(count: 7, clock: EventClock(epoch: 3, seq: 12)))
        let event = try WireFormat.decode(Event.self, from: Array(lost.line.utf8))
        #expect(event.content == .lagged(dropped: 7, resume: EventClock(epoch: 3, seq: 12)))
    }

    // MARK: Real streams

    /// The stream is a pipe that is full from the beginning.
    @Test(arguments: ["2>&3 >out", ">&3 2>out"])
    func `a daemon with output that is not read goes on generating, answers and ends`(streams: String) async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            mkfifo pipe; exec 3<>pipe; dd if=/dev/zero of=pipe bs=4096 oflag=nonblock 2>/dev/null
            "$BIN/mockd" watch . --json -v \(streams) & daemon=$!
            until timeout 60 "$BIN/mockctl" status 2>/dev/null | grep -q ready; do sleep 0.05; done
            for word in cups bowls plates; do
                printf '/// @mockable\\nprotocol Cook { func ramen(%s: Int) }\\n' $word > Sources/Kitchen/Cook.swift
                "$BIN/mockctl" sync --timeout 60s 2>&1; echo $?; grep -q $word \(PackageFixture.mockPath) && echo $word
            done
            kill $daemon; wait $daemon; echo $?
            """)
        #expect(result.output == "0\ncups\n0\nbowls\n0\nplates\n0\n", "\(result.errors)")
    }

    @Test func `a result that is read slowly is complete`() async throws {
        let package = try PackageFixture.kitchen()
        for number in 0..<2000 {
            try package.write(
                "Sources/Kitchen/A\(number).swift", "/// @mockable\nprotocol A\(number) { func f\(number)() }\n")
        }
        let result = try await package.shell(
            """
            "$BIN/mockd" generate . --diff --cache none 2>/dev/null | { sleep 1; grep -c '^--- /dev/null'; }
            """)
        #expect(result.output == "2001\n")
    }
}
