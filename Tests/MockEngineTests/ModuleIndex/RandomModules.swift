/// Three modules that use each other, and Kitchen, whose protocols use all of them, at random.
struct RandomModules {
    private var random: SplitMix
    private static let modules = ["Cellar", "Pantry", "Shop"]

    init(seed: UInt64) { random = SplitMix(state: seed &* 0x1234_5678_9abc_def1) }

    mutating func files() -> [String: String] {
        var files: [String: String] = [:]
        for (number, module) in Self.modules.enumerated() {
            let below = Array(Self.modules[..<number])
            let imports = below.map { "\(one(of: ["", "@_exported ", "public "]))import \($0)\n" }.joined()
            for file in 0..<3 {
                var text = file == 0 || random.below(3) > 0 ? imports : ""
                for index in 0..<4 { text += declaration("\(module)\(file)\(index)", module, below) + "\n" }
                files["\(module)/F\(file).swift"] = text
            }
            files["\(module)/Base.swift"] =
                "public protocol \(module)Base { associatedtype Item; func deep\(module)(_ item: Item) -> Item }\n"
        }
        for file in 0..<3 {
            var text = Self.modules.filter { _ in random.below(4) > 0 }.map { "import \($0)\n" }.joined()
            for index in 0..<3 {
                let parents = (0..<random.below(3)).map { _ in name(Self.modules) }
                text += "/// @mockable\nprotocol K\(file)\(index)\(parents.isEmpty ? "" : ": ")"
                text += parents.joined(separator: ", ") + " {\n"
                text +=
                    "    func f(_ a: \(name(Self.modules)), b: [\(name(Self.modules))]) -> \(name(Self.modules))?\n}\n"
            }
            files["Kitchen/K\(file).swift"] = text
        }
        return files
    }

    private mutating func one(of values: [String]) -> String { values[random.below(values.count)] }

    /// Returns the name of a type of one of these modules, which may not exist or not be visible.
    private mutating func name(_ modules: [String]) -> String {
        if modules.isEmpty || random.below(8) == 0 { return "Int" }
        let module = one(of: modules)
        if random.below(4) == 0 { return "\(module)Base" }
        let name = "\(module)\(random.below(3))\(random.below(4))"
        return one(of: [name, name, name, "\(module).\(name)", "\(name).Inner"])
    }

    private mutating func declaration(_ name: String, _ module: String, _ below: [String]) -> String {
        // No other module mentions those that it cannot see, which may have the name of another module's type.
        if random.below(5) == 0 {
            return one(of: ["", "private "])
                + one(of: ["protocol H\(name) { func hidden() }", "class Shop0\(random.below(4)) {}", "struct Item {}"])
        }
        let access = one(of: ["public ", "public ", "open ", "package "])
        let plain = access == "open " ? "public " : access
        let parent = random.below(2) == 0 ? self.name(below + [module]) : "\(module)Base"
        let text =
            switch random.below(7) {
            case 0: "\(plain)struct \(name): Sendable { public init() {} }"
            case 1: "\(plain)typealias \(name) = \(parent)"
            case 2: "\(access)class \(name) { public init() {}; \(access)func deep\(name)() -> \(parent)? { nil } }"
            case 3: "\(plain)enum \(name) { public protocol Inner: \(parent) { func deep\(name)() } }"
            case 4: "\(plain)protocol \(name)<Part>: \(parent) { associatedtype Part; func deep\(name)(_ p: Part) }"
            case 5: "\(plain)protocol \(name): \(parent) where Item == Int { var deep\(name): Self? { get set } }"
            default: "\(plain)protocol \(name): \(parent) { func deep\(name)(x: \(self.name(below))) async throws }"
            }
        switch random.below(6) {
        case 0: return "#if WIDE\n\(text)\n#else\n\(text.replacing("deep", with: "deeper"))\n#endif"
        case 1: return "extension \(module)Space { \(text) }\npublic enum \(module)Space {}"
        default: return text
        }
    }
}
