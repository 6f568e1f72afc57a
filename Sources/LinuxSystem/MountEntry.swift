/// A line of the mount table, `/proc/self/mountinfo`.
///
/// A line is `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw`; proc(5) explains the fields.
package struct MountEntry {
    /// The whole line. It changes if any property of the mount changes.
    package let line: ArraySlice<UInt8>
    /// Major and minor number: `98:0`.
    package let device: String
    /// The path of the mount point, decoded.
    package let mountPoint: [UInt8]
    /// The type of the file system, as `mount(8)` names it.
    package let fileSystem: String

    /// Parses a mount table, and skips lines that lack a field.
    package static func entries(of table: some Sequence<UInt8>) -> [MountEntry] {
        Array(table).split(separator: UInt8(ascii: "\n")).compactMap(MountEntry.init)
    }

    private init?(_ line: ArraySlice<UInt8>) {
        let fields = line.split(separator: UInt8(ascii: " "))
        // A lone hyphen ends the optional fields.
        guard fields.count > 5, let hyphen = fields.firstIndex(of: [UInt8(ascii: "-")]), hyphen + 1 < fields.count
        else {
            return nil
        }
        self.line = line
        device = String(decoding: fields[2], as: UTF8.self)
        mountPoint = Self.unescaped(fields[4])
        fileSystem = String(decoding: fields[hyphen + 1], as: UTF8.self)
    }

    /// Decodes octal escapes; `\040` is a space.
    private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        let backslash = UInt8(ascii: "\\")
        guard field.contains(backslash) else { return Array(field) }
        var bytes: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            guard byte == backslash, digits.count == 3, digits.allSatisfy({ $0 & 0xF8 == 0x30 }) else {
                bytes.append(byte)
                continue
            }
            bytes.append(digits.reduce(0) { $0 &* 8 &+ ($1 & 7) })
            rest = rest.dropFirst(3)
        }
        return bytes
    }
}
