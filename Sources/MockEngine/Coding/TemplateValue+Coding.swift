internal import MockModel

/// A key with its value. They are sorted, so that equal mappings have equal bytes.
private struct Entry: BinaryCodable {
    var key: String
    var value: TemplateValue

    static func sorted(_ mapping: [String: TemplateValue]) -> [Entry] {
        mapping.sorted { $0.key < $1.key }.map { Entry(key: $0.key, value: $0.value) }
    }

    static func mapping(_ entries: [Entry]) -> [String: TemplateValue] {
        Dictionary(entries.map { ($0.key, $0.value) }) { $1 }
    }

    init(key: String, value: TemplateValue) {
        self.key = key
        self.value = value
    }

    func write(to writer: inout ByteWriter) {
        writer.text(key)
        value.write(to: &writer)
    }

    init(from reader: inout ByteReader) {
        key = reader.text()
        value = TemplateValue(from: &reader)
    }
}

extension TemplateValue: BinaryCodable {
    private static let deepest = 100

    /// The entries of a mapping; none for another value.
    var entries: [String: TemplateValue] { if case .mapping(let entries) = self { entries } else { [:] } }

    func write(to writer: inout ByteWriter) {
        switch self {
        case .text(let text):
            writer.byte(0)
            writer.text(text)
        case .flag(let flag):
            writer.byte(1)
            writer.flag(flag)
        case .integer(let number):
            writer.byte(2)
            writer.number(number)
        case .number(let number):
            writer.byte(3)
            writer.word(number.bitPattern)
        case .list(let list):
            writer.byte(4)
            writer.list(list)
        case .mapping(let mapping):
            writer.byte(5)
            writer.list(Entry.sorted(mapping))
        }
    }

    init(from reader: inout ByteReader) {
        reader.depth += 1
        defer { reader.depth -= 1 }
        if reader.depth > Self.deepest { reader.fail() }
        switch reader.byte() {
        case 1: self = .flag(reader.flag())
        case 2: self = .integer(reader.number())
        case 3: self = .number(Double(bitPattern: reader.word()))
        case 4: self = .list(reader.list())
        case 5:
            let entries: [Entry] = reader.list()
            self = .mapping(Entry.mapping(entries))
        default: self = .text(reader.text())
        }
    }
}
