internal import ControlChannel
internal import Glibc

// Measures the latency of status requests under load: swift run -c release ControlChannelBenchmarks [seconds]
// [connections] [subscribers] [requests per second], against the daemon of this folder. It ends with 1 if the 99th
// percentile is 50 ms or more, and with 3 if there is no daemon. Each request is sent at its scheduled time even if the
// previous one is unanswered, so a slow server cannot improve its figures by receiving fewer requests.

/// A connection that blocks when sending and is polled for receiving.
final class Client {
    private static let request = Array("GET /v1/status HTTP/1.1\r\nHost: mockd\r\n\r\n".utf8)
    private static let subscription = Array("GET /v1/events HTTP/1.1\r\nHost: mockd\r\n\r\n".utf8)

    let descriptor: CInt
    let isSubscriber: Bool
    /// The scheduled times of the unanswered requests.
    private var due: [Int] = []
    private var endsWithBrace = false

    init?(_ path: String, isSubscriber: Bool) {
        self.isSubscriber = isSubscriber
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard descriptor >= 0, result == 0 else { return nil }
        if isSubscriber { send(descriptor, Self.subscription, Self.subscription.count, 0) }
    }

    func ask(dueAt time: Int) {
        due.append(time)
        send(descriptor, Self.request, Self.request.count, 0)
    }

    /// Reads the available bytes and returns the latencies of the answers completed by them; `nil` if the server has
    /// closed.
    func receive(at now: Int) -> [Int]? {
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { return nil }
        if isSubscriber { return [] }
        var latencies: [Int] = []
        for byte in chunk.prefix(count) where byte == UInt8(ascii: "}") || byte == UInt8(ascii: "\n") {
            // A document ends with a brace and a newline, a pair that occurs nowhere else in an answer.
            if byte == UInt8(ascii: "\n"), endsWithBrace, !due.isEmpty {
                latencies.append(now - due.removeFirst())
            }
            endsWithBrace = byte == UInt8(ascii: "}")
        }
        return latencies
    }
}

func microseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
}

struct Load {
    var seconds = 10
    var connections = 256
    var subscribers = 64
    var rate = 20

    init(arguments: [String]) {
        let numbers = arguments.dropFirst().compactMap { Int($0) }
        if numbers.count > 0 { seconds = numbers[0] }
        if numbers.count > 1 { connections = numbers[1] }
        if numbers.count > 2 { subscribers = numbers[2] }
        if numbers.count > 3 { rate = numbers[3] }
    }

    /// Returns true if the figures meet the goal.
    func run() throws -> Bool {
        let finder = DaemonFinder(environment: ProcessEnvironment.all)
        let path = try finder.connect(from: ProcessEnvironment.currentDirectory).socketPath
        let clients = (0..<connections).compactMap { Client(path, isSubscriber: $0 < subscribers) }
        guard clients.count == connections else {
            print("only \(clients.count) of \(connections) could connect: \(String(cString: strerror(errno)))")
            return false
        }
        var polled = clients.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        let askers = Array(clients.dropFirst(subscribers))
        let period = 1_000_000 / rate
        let start = microseconds()
        // Spread over the period, as independent clients would be.
        var schedule = askers.indices.map { start + $0 * period / max(1, askers.count) }
        var (latencies, asked, lost, next) = ([Int](), 0, 0, 0)
        while microseconds() - start < seconds * 1_000_000 {
            while schedule[next] <= microseconds() {
                askers[next].ask(dueAt: schedule[next])
                asked += 1
                schedule[next] += period
                next = (next + 1) % askers.count
            }
            guard poll(&polled, nfds_t(polled.count), Int32(max(0, schedule[next] - microseconds()) / 1000)) > 0 else {
                continue
            }
            for index in polled.indices where polled[index].revents != 0 {
                if let answered = clients[index].receive(at: microseconds()) {
                    latencies += answered
                } else {
                    lost += 1
                    polled[index].fd = -1
                }
            }
        }
        latencies.sort()
        func percentile(_ part: Double) -> Double {
            latencies.isEmpty ? .infinity : Double(latencies[Int(Double(latencies.count - 1) * part)]) / 1000
        }
        print(
            "\(connections) connections, \(subscribers) of them subscribers; \(asked) questions in \(seconds) s, "
                + "\(latencies.count) answered, \(lost) connections lost")
        print("p50 \(percentile(0.5)) ms, p99 \(percentile(0.99)) ms, longest \(percentile(1)) ms")
        return percentile(0.99) < 50 && lost == 0
    }
}

do {
    exit(try Load(arguments: CommandLine.arguments).run() ? 0 : 1)
} catch {
    // No daemon is running: the message says how to start one.
    let message = Array("\(error)\n".utf8)
    write(STDERR_FILENO, message, message.count)
    exit(3)
}
