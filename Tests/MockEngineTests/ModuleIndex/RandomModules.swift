/// Three modules that use each other, and Kitchen, whose protocols use all of them, at random. They mention only what
/// they see; what they cannot see may have the same names.
struct RandomModules {
    private var random: SplitMix
    private var files: [String: String] = [:]
    /// For each module, the types that others see.
    private var visible: [String: [String]] = [:]
    private var protocols: [String: [String]] = [:]

    private static let modules = ["Cellar", "Pantry", "Shop"]

    init(seed: UInt64) { random = SplitMix(state: seed &* 0x1234_5678_9abc_def1) }

    mutating func makeFiles() -> [String: String] {
        var exporting: Set<String> = []
        for (number, module) in Self.modules.enumerated() {
            let below = Array(Self.modules[..<number])
            files["\(module)/Base.swift"] = """
                public protocol \(module)Base { associatedtype Item; func deep\(module)(_ item: Item) -> Item }
                public enum \(module)Space {}

                """
            visible[module] = ["\(module)Base", "\(module)Space"]
            protocols[module] = ["\(module)Base"]
            let exports = random.below(2) == 0
            if exports {
                exporting.insert(module)
                files["\(module)/Exports.swift"] = below.map { "@_exported import \($0)\n" }.joined()
            }
            for file in 0..<3 {
                var text = below.map { "\(one(of: ["", "public "]))import \($0)\n" }.joined()
                for index in 0..<4 { text += declaration("\(module)\(file)\(index)", module, below) + "\n" }
                files["\(module)/F\(file).swift"] = text
            }
        }
        // A module that exports those below it may be the only import.
        let imported = exporting.contains("Shop") && random.below(2) == 0 ? ["Shop"] : Self.modules
        for file in 0..<3 { files["Kitchen/K\(file).swift"] = users(file, imported) }
        return files
    }

    private mutating func users(_ file: Int, _ imported: [String]) -> String {
        var text = imported.map { "import \($0)\n" }.joined()
        for index in 0..<3 {
            let parents = Set((0..<random.below(3)).map { _ in name(Self.modules, protocols) }).sorted()
            let types = (0..<3).map { _ in name(Self.modules, visible) }
            text += "/// @mockable\nprotocol K\(file)\(index)\(parents.isEmpty ? "" : ": ")"
            text += "\(parents.joined(separator: ", ")) {\n"
            text += "    func f(_ a: \(types[0]), b: [\(types[1])]) -> \(types[2])?\n}\n"
        }
        return text
    }

    private mutating func one(of values: [String]) -> String { values[random.below(values.count)] }

    /// Returns one of the names in these modules, with or without the module in front.
    private mutating func name(_ modules: [String], _ names: [String: [String]]) -> String {
        let module = one(of: modules)
        let name = one(of: names[module] ?? [])
        return random.below(5) == 0 ? "\(module).\(name)" : name
    }

    private mutating func declaration(_ name: String, _ module: String, _ below: [String]) -> String {
        if random.below(5) == 0 {
            let above = Self.modules.filter { $0 != module && !below.contains($0) }
            let twin = above.isEmpty ? "Hidden" : one(of: above) + "\(random.below(3))\(random.below(4))"
            return one(of: ["", "private "])
                + one(of: ["protocol Own\(name) { func hide() }", "class \(twin) {}", "struct Item {}"])
        }
        let access = one(of: ["public ", "public ", "open ", "package "])
        let plain = access == "open " ? "public " : access
        let parent = self.name(below + [module], protocols)
        var isProtocol = true
        var text: String
        switch random.below(7) {
        case 0:
            (text, isProtocol) = ("\(plain)struct \(name): Sendable { public init() {} }", false)
        case 1: text = "\(plain)typealias \(name) = \(parent)"
        case 2:
            isProtocol = false
            text = "\(access)class \(name) { public init() {}; \(access)func deep\(name)() -> [\(module)Space] { [] } }"
        case 3:
            text = "\(plain)enum \(name) { public protocol Inner: \(parent) { func deep\(name)() } }"
            isProtocol = false
            protocols[module]?.append("\(name).Inner")
        case 4:
            text = "\(plain)protocol \(name)<Part>: \(parent) { associatedtype Part; func deep\(name)(_ p: Part) }"
        case 5: text = "\(plain)protocol \(name): \(parent) where Item == Int { var deep\(name): Self? { get set } }"
        default:
            let type = below.isEmpty ? "Int" : self.name(below, visible)
            text = "\(plain)protocol \(name): \(parent) { func deep\(name)(x: \(type)) async throws }"
        }
        let place = random.below(6)
        if place == 0 { text = "#if WIDE\n\(text)\n#else\n\(text.replacing("deep", with: "deeper"))\n#endif" }
        let isNested = place == 1 && !text.contains("Inner")
        if isNested { text = "extension \(module)Space { \(text) }" }
        let found = isNested ? "\(module)Space.\(name)" : name
        visible[module]?.append(found)
        if isProtocol { protocols[module]?.append(found) }
        return text
    }
}
