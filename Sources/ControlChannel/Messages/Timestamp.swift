internal import Glibc

/// A wall-clock time to the millisecond; ISO 8601 in UTC on the wire (`2026-11-20T23:42:18.123Z`).
package struct Timestamp: Hashable, Sendable, Comparable {
    package var millisecondsSince1970: Int64

    package init(millisecondsSince1970: Int64) {
        self.millisecondsSince1970 = millisecondsSince1970
    }

    package static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(millisecondsSince1970: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.millisecondsSince1970 < right.millisecondsSince1970
    }

    /// The time in the local time zone: `2026-11-20 23:42:18`.
    package var localText: String {
        var seconds = time_t(seconds)
        var fields = tm()
        localtime_r(&seconds, &fields)
        return Self.text(of: fields, separator: " ")
    }

    // Rounds down, so that the milliseconds of times before 1970 stay positive.
    private var seconds: Int64 {
        millisecondsSince1970 >= 0 ? millisecondsSince1970 / 1000 : (millisecondsSince1970 - 999) / 1000
    }

    private static func text(of fields: tm, separator: String) -> String {
        let date = [Int(fields.tm_year) + 1900, Int(fields.tm_mon) + 1, Int(fields.tm_mday)]
        let time = [Int(fields.tm_hour), Int(fields.tm_min), Int(fields.tm_sec)]
        return date.map { padded($0) }.joined(separator: "-") + separator
            + time.map { padded($0) }.joined(separator: ":")
    }

    private static func padded(_ number: Int, to width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Timestamp: LosslessStringConvertible, Codable {
    package var description: String {
        var seconds = time_t(seconds)
        var fields = tm()
        gmtime_r(&seconds, &fields)
        let fraction = Self.padded(Int(millisecondsSince1970 - self.seconds * 1000), to: 3)
        return Self.text(of: fields, separator: "T") + "." + fraction + "Z"
    }

    /// Parses UTC only, with or without a fraction; digits beyond the millisecond are dropped.
    package init?(_ description: String) {
        let text = Array(description.utf8)
        func number(_ range: Range<Int>) -> Int32? {
            text[range].allSatisfy { (48...57).contains($0) }
                ? Int32(String(decoding: text[range], as: UTF8.self)) : nil
        }
        guard text.count >= 20, text.last == UInt8(ascii: "Z"),
            zip([4, 7, 10, 13, 16], "--T::".utf8).allSatisfy({ text[$0] == $1 }),
            let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19)
        else { return nil }
        var milliseconds: Int64 = 0
        if text.count > 20 {
            guard text[19] == UInt8(ascii: "."), text.count > 21, number(20..<text.count - 1) != nil else { return nil }
            let digits = Array(text[20..<text.count - 1].prefix(3)) + [48, 48]
            milliseconds = digits.prefix(3).reduce(0) { $0 * 10 + Int64($1 - 48) }
        }
        var fields = tm()
        (fields.tm_year, fields.tm_mon, fields.tm_mday) = (year - 1900, month - 1, day)
        (fields.tm_hour, fields.tm_min, fields.tm_sec) = (hour, minute, second)
        self.init(millisecondsSince1970: Int64(timegm(&fields)) * 1000 + milliseconds)
    }

    package init(from decoder: any Decoder) throws {
        self = try decoder.losslessString()
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Decoder {
    /// Decodes a value that is a string on the wire.
    func losslessString<Value: LosslessStringConvertible>() throws -> Value {
        let container = try singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Value(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text)\" does not read as \(Value.self)")
        }
        return value
    }
}
