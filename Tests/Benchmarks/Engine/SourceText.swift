/// The text of one file of the monorepo, with typical code in typical proportions.
struct SourceText {
    enum Edit {
        case none
        /// The protocol has one more requirement of that name.
        case member(String)
        /// A comment in a body differs.
        case comment(String)
    }

    let number: Int
    let edit: Edit
    private var random: SplitMix
    private var lines: [String] = []

    private static let length = 200

    init(number: Int, edit: Edit = .none) {
        self.number = number
        self.edit = edit
        random = SplitMix(state: UInt64(number) &* 0x9e37_79b9_7f4a_7c15 &+ 2026)
        write()
    }

    var text: String { lines.joined(separator: "\n") + "\n" }

    static func isMocked(_ number: Int) -> Bool { number % 2 == 0 }

    /// Returns a name such as `HarborLedgerGateway12`.
    static func name(_ number: Int) -> String {
        var random = SplitMix(state: UInt64(number) &+ 77)
        return random.pick(Words.things) + random.pick(Words.things) + random.pick(Words.roles) + "\(number)"
    }

    private var name: String { Self.name(number) }
    private var module: Int { number / Monorepo.filesPerModule }

    // MARK: The file

    private mutating func write() {
        lines += ["//", "//  \(name).swift", "//  Module\(module)", "//", ""]
        let parent = Self.isMocked(number) && random.chance(0.3) ? parentNumber() : nil
        let parentModule = parent.map { $0 / Monorepo.filesPerModule }
        lines.append("import Foundation")
        if random.chance(0.3) { lines.append("import Dispatch") }
        let imported = module > 0 && random.chance(0.4) ? random.below(module) : nil
        for imported in Set([parentModule, imported].compactMap(\.self)).sorted() where imported != module {
            lines.append("import Module\(imported)")
        }
        lines.append("")
        if Self.isMocked(number) { writeProtocol(parent) }
        writeFailure()
        writeModel()
        writeClass()
    }

    /// Returns the number of a protocol in an earlier file, of this module or another.
    private mutating func parentNumber() -> Int? {
        guard number >= 2 else { return nil }
        return (number - min(number, 2 * (1 + random.below(150)))) / 2 * 2
    }

    private mutating func writeProtocol(_ parent: Int?) {
        let heritage = parent.map { ": \(Self.name($0))" } ?? (random.chance(0.3) ? ": AnyObject" : "")
        lines += ["/// What the rest of the app knows of the \(name).", "///", "/// @mockable"]
        lines.append("public protocol \(name)\(heritage) {")
        if random.chance(0.05) { lines.append("    associatedtype Entry\(number): Hashable") }
        for place in 0..<(4 + random.below(11)) {
            if random.chance(0.3) { lines.append("    /// Tells how to \(random.pick(Words.deeds)) it.") }
            lines.append("    \(requirement(place))")
        }
        if case .member(let member) = edit { lines.append("    func \(member)(of entry: Int) throws -> String") }
        lines += ["}", ""]
    }

    private mutating func requirement(_ place: Int) -> String {
        if random.chance(0.28) {
            let accessors = random.chance(0.35) ? "{ get set }" : "{ get }"
            return "var \(random.word(Words.things))\(place)Of\(number): \(random.pick(Words.types)) \(accessors)"
        }
        var parameters: [String] = []
        var names: Set<String> = []
        for _ in 0..<random.pick([0, 1, 1, 2, 2, 3, 4]) {
            let name = random.word(Words.things)
            if names.insert(name).inserted { parameters.append(parameter(name)) }
        }
        let isGeneric = random.chance(0.06)
        if isGeneric { parameters.append("value: Value") }
        let effects = random.pick(["", "", "", " throws", " async", " async throws", " async throws"])
        let result = random.chance(0.35) ? "" : " -> \(random.pick(Words.types))"
        return "func \(random.pick(Words.deeds))\(random.pick(Words.things))\(place)\(isGeneric ? "<Value>" : "")"
            + "(\(parameters.joined(separator: ", ")))\(effects)\(result)"
            + (isGeneric ? " where Value: Codable & Sendable" : "")
    }

    private mutating func parameter(_ name: String) -> String {
        switch random.below(100) {
        case ..<10: "\(name): @escaping (Result<\(random.pick(["Int", "String", "Data"])), any Error>) -> Void"
        case ..<18: "\(random.pick(["for", "with", "by", "of"])) \(name): \(random.pick(Words.types))"
        case ..<24: "_ \(name): \(random.pick(Words.types))"
        default: "\(name): \(random.pick(Words.types))"
        }
    }

    private mutating func writeFailure() {
        lines.append("public enum \(name)Failure: Error, Equatable {")
        for place in 0..<(2 + random.below(5)) {
            let payload = random.chance(0.5) ? "(status: Int, text: String)" : ""
            lines.append("    case \(random.word(Words.things))\(place)\(payload)")
        }
        lines += ["}", ""]
    }

    private mutating func writeModel() {
        lines.append("public struct \(name)Entry: Codable, Hashable, Sendable {")
        for place in 0..<(3 + random.below(7)) {
            lines.append("    public var \(random.word(Words.things))\(place): \(random.pick(Words.plainTypes))")
        }
        lines += ["}", ""]
    }

    // MARK: Code

    private mutating func writeClass() {
        lines += [
            "public final class Live\(name) {", "    private var counts: [String: Int] = [:]",
            "    private var names: [String] = []", "", "    public init() {}", "",
        ]
        if case .comment(let comment) = edit { lines.append("    // \(comment)") }
        var place = 0
        while lines.count < Self.length - 8 {
            writeMethod(place)
            place += 1
        }
        lines += [
            "}", "", "extension Live\(name): CustomStringConvertible {",
            "    public var description: String { \"Live\(name)(\\(names.count))\" }", "}",
        ]
    }

    private mutating func writeMethod(_ place: Int) {
        let name = "\(random.pick(Words.deeds))\(random.pick(Words.things))\(place)"
        lines.append("    public func \(name)(key: String, start: Int = \(random.below(100))) -> Int {")
        lines.append("        var sum = start")
        for _ in 0..<(2 + random.below(7)) { lines += statement().map { "        " + $0 } }
        lines += ["        return sum", "    }", ""]
    }

    private mutating func statement() -> [String] {
        let (word, other, number) = (random.word(Words.things), random.word(Words.things), 1 + random.below(999))
        switch random.below(6) {
        case 0:
            return [
                "let \(word)\(number) = counts[\"\(other)-\\(key)-\(number)\"] ?? \(number)",
                "sum += \(word)\(number) * \(2 + random.below(7)) // carried over from the last round",
            ]
        case 1:
            return [
                "guard sum < \(number * 1000), !key.isEmpty else {", "    names.append(\"\(word): \\(key), \\(sum)\")",
                "    return -1", "}",
            ]
        case 2:
            return [
                "for (index, entry) in names.enumerated() where index % \(2 + random.below(5)) == 0 {",
                "    sum &+= entry.count &* \(number)", "    if entry.hasPrefix(\"\(word)\") { break }", "}",
            ]
        case 3:
            return [
                "switch sum % \(3 + random.below(3)) {", "case 0: sum += \(number)",
                "case 1 where key.count > \(1 + random.below(8)): sum -= \(number)", "default: break", "}",
            ]
        case 4:
            return ["names = names.filter { $0.count > \(random.below(5)) }.map { $0 + \"_\(word)\" }.sorted()"]
        default:
            return [
                "let \(word)\(number): (Int) -> Int = { [weak self] value in",
                "    guard let self else { return value }", "    return value + self.names.count + \(number)", "}",
                "sum = \(word)\(number)(sum)",
            ]
        }
    }
}

private enum Words {
    static let things = words(
        """
        Anchor Basket Beacon Bridge Cabin Canvas Carrier Catalog Chapter Circle Compass Courier Crate Dock Draft Engine
        Envelope Export Fabric Factor Ferry Folder Forecast Garden Gauge Harbor Hinge Import Island Journal Junction
        Kettle Keyring Ladder Lantern Ledger Lever Locker Magnet Manifest Mirror Module Notice Notion Orchard Outlet
        Packet Panel Parcel Passage Pattern Pillar Pocket Portal Printer Quarry Ration Reader Record Ribbon River
        Schedule Shelf Signal Sketch Station Stencil Summary Switch Ticket Timber Tunnel Valley Vendor Vessel Voucher
        Wagon Window Workshop
        """)
    static let roles = words("Gateway Keeper Planner Broker Archive Reporter Dispatcher Monitor Loader Editor")
    static let deeds = words(
        """
        accept arrange balance bring carry check choose clear collect count deliver describe discard draw enter fill
        find gather hold keep label lift measure merge move note offer open order pack place plan print refuse release
        repair send settle sort store take trace turn watch weigh wrap
        """)
    static let types = [
        "String", "Int", "Bool", "Double", "Data", "URL", "Date", "UUID", "[String]", "[Int]", "[String: Int]",
        "String?", "Int?", "Data?", "Set<String>", "Result<Int, any Error>", "(Int, String)", "[String: [Int]]",
    ]
    static let plainTypes = ["String", "Int", "Bool", "Double", "[String]", "String?"]

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}

extension SplitMix {
    fileprivate mutating func chance(_ share: Double) -> Bool { Double(below(1_000_000)) < share * 1_000_000 }

    fileprivate mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }

    /// Returns one of the words as the name of a variable.
    fileprivate mutating func word(_ words: [String]) -> String {
        let word = pick(words)
        return word.prefix(1).lowercased() + word.dropFirst()
    }
}
