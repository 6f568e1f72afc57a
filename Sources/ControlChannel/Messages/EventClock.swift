/// A position in the history of one daemon, `epoch:seq` on the wire.
///
/// `seq` counts the daemon's events from 1. A different epoch means a different daemon process, whose positions cannot
/// be compared.
package struct EventClock: Hashable, Sendable, LosslessStringConvertible, Codable {
    /// The form on the wire, as a regular expression.
    package static let pattern = "^[0-9]{1,18}:[0-9]{1,18}$"

    package var epoch: Int
    package var seq: Int

    package init(epoch: Int, seq: Int) {
        self.epoch = epoch
        self.seq = seq
    }

    package init?(_ description: String) {
        let parts = description.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let epoch = Int(parts[0]), let seq = Int(parts[1]), epoch >= 0, seq >= 0 else {
            return nil
        }
        self.init(epoch: epoch, seq: seq)
    }

    package var description: String { "\(epoch):\(seq)" }

    package init(from decoder: any Decoder) throws {
        self = try decoder.losslessString()
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
