package import SystemPackage

/// One event as it came, for whoever wants to know why something was or was not noticed.
package struct SeenEvent: Sendable, CustomStringConvertible {
    package let time: SuspendingClock.Instant
    let kind: WatchMask
    let directory: RawPath?
    let name: [UInt8]

    /// As `inotify(7)` names it, without the prefix.
    package var mask: String { kind.description }

    /// What it is about; nil for an overflow and for directories that were forgotten meanwhile.
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
