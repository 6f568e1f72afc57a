package import SystemPackage

/// One event as it arrived, to explain why a change was or was not noticed.
package struct SeenEvent: Sendable, CustomStringConvertible {
    package let time: SuspendingClock.Instant
    let kind: WatchMask
    let directory: RawPath?
    let name: [UInt8]

    /// The event's name in `inotify(7)`, without the prefix.
    package var mask: String { kind.description }

    /// The path of the event; nil for an overflow and for directories that have left the tree since.
    package var path: FilePath? {
        directory.map { name.isEmpty ? $0.filePath : $0.appending(name).filePath }
    }

    package var description: String {
        [mask, path?.description].compactMap(\.self).joined(separator: " ")
    }
}

/// The last events, oldest first.
struct EventRing: Sendable {
    private static let capacity = 1_024
    private var events: [SeenEvent] = []
    private var oldest = 0

    mutating func append(_ event: SeenEvent) {
        if events.count < Self.capacity {
            events.append(event)
        } else {
            events[oldest] = event
            oldest = (oldest + 1) % Self.capacity
        }
    }

    var inOrder: [SeenEvent] { Array(events[oldest...] + events[..<oldest]) }
}
