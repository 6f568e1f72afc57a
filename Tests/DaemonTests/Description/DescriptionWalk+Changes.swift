import Foundation

// The random changes that a walk makes to its package.
extension DescriptionWalk {
    mutating func change() throws {
        switch random.number(0...17) {
        case 0...2: try mendManifest()
        case 3...5: try addSource()
        case 6...7: try editSource()
        case 8: try removeFolder()
        case 9...10: try moveFolder()
        case 11...12: try changeDependency(".build/checkouts/spices", "Spices", "Spice")
        case 13...14: try changeDependency("../Pantry", "Pantry", "Stock")
        case 15: try changeConfiguration()
        case 16: try changeVersionedManifest()
        default: try changeLink()
        }
    }

    private mutating func mendManifest() throws {
        try put("Package.swift", manifest())
        broken.remove("Package.swift")
    }

    // MARK: Folders

    private mutating func folder() -> String { "\(random.pick(Self.parents))/\(random.pick(Self.modules))" }

    private mutating func addSource() throws {
        let folder = random.chance(15) ? "Tests/\(random.pick(Self.modules))Tests" : folder()
        // Sometimes creates only the empty folder, as people do before they add a file.
        if random.chance(30) {
            log.append("mkdir \(folder)")
            return try FileManager.default.createDirectory(
                at: package.url(folder), withIntermediateDirectories: true)
        }
        let text = folder.hasPrefix("Tests") ? "struct Helper {}\n" : source()
        try put("\(folder)/P\(random.number(0...2)).swift", text)
    }

    private mutating func editSource() throws {
        let folders = Self.parents.flatMap { parent in Self.modules.map { "\(parent)/\($0)" } }
        let files = folders.flatMap { folder in (0...2).map { "\(folder)/P\($0).swift" } }.filter(exists)
        guard !files.isEmpty else { return }
        let file = random.pick(files)
        if random.chance(20) {
            log.append("rm \(file)")
            try remove(file)
        } else {
            try put(file, source())
        }
    }

    private mutating func removeFolder() throws {
        let folder = random.chance(30) ? "Tests/\(random.pick(Self.modules))Tests" : folder()
        log.append("rm -r \(folder)")
        try remove(folder)
    }

    private mutating func moveFolder() throws {
        let (from, to) = (folder(), folder())
        guard exists(from), !exists(to) else { return }
        log.append("mv \(from) \(to)")
        try remove(to)
        try FileManager.default.createDirectory(
            at: package.url(to).deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: package.url(from), to: package.url(to))
    }

    /// Turns a target's folder into a link, redirects the link, or changes its destination.
    private mutating func changeLink() throws {
        let module = random.pick(Self.modules)
        let elsewhere = "../Elsewhere/\(random.number(0...1))"
        try put("\(elsewhere)/P\(random.number(0...2)).swift", source())
        guard random.chance(60) else { return }
        log.append("ln -s \(elsewhere) Sources/\(module)")
        try remove("Sources/\(module)")
        try FileManager.default.createDirectory(at: package.url("Sources"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: package.url("Sources/\(module)").path(), withDestinationPath: package.url(elsewhere).path())
    }

    // MARK: Dependencies

    private mutating func changeDependency(_ folder: String, _ module: String, _ type: String) throws {
        let place = random.pick(["Sources/\(module)", "Code"])
        switch random.number(0...4) {
        case 0:
            log.append("rm -r \(folder)")
            try remove(folder)
            broken.remove("\(folder)/Package.swift")
        case 1:
            try put("\(folder)/\(place)/\(type).swift", parent(type))
        default:
            let path = place == "Code" ? place : nil
            if random.chance(50) { try put("\(folder)/\(place)/\(type).swift", parent(type)) }
            try put("\(folder)/Package.swift", DescriptionChangeTests.library(module, path: path))
            broken.remove("\(folder)/Package.swift")
            if random.chance(70) { try put("\(folder)/\(place)/\(type).swift", parent(type)) }
        }
    }

    // MARK: Descriptions

    private mutating func changeConfiguration() throws {
        broken.remove(".mockd.yml")
        switch random.number(0...3) {
        case 0: try put(".mockd.yml", "mock: all\n")
        case 1: try put(".mockd.yml", "name: \"Fake{name}\"\n")
        case 2:
            let folder = folder()
            let entry = "{name: Alpha, sources: [\(folder)], output: Tests/Doubles}"
            try put(".mockd.yml", "modules:\n  - \(entry)\n")
        default:
            log.append("rm .mockd.yml")
            try remove(".mockd.yml")
        }
    }

    private mutating func changeVersionedManifest() throws {
        let path = "Package@swift-6.3.swift"
        if random.chance(50) {
            log.append("rm \(path)")
            try remove(path)
        } else {
            try put(path, manifest())
        }
    }

    mutating func breakSomething() throws {
        let file = random.pick(["Package.swift", "Package.swift", "Package.swift", ".mockd.yml"])
        broken.insert(file)
        if file == ".mockd.yml" {
            return try put(file, random.pick(["", "mocks: all\n", "mock: [\n", "modules: 7\n"]))
        }
        let text = manifest()
        switch random.number(0...9) {
        case 0: try put(file, "")
        case 1: try put(file, String(text.prefix(random.number(0...(text.count - 5)))))
        case 2: try put(file, text.replacing("\"Walk\"", with: "\"Walk"))
        case 3:
            let conflict = "<<<<<<< HEAD\n=======\n>>>>>>> a\n    targets: ["
            try put(file, text.replacing("    targets: [", with: conflict))
        case 4: try put(file, text.replacing("    targets: [", with: "    targets: [\n        .target(name:"))
        case 9:
            // Valid Swift, and what stands there after a key was hit.
            let typed = random.pick([
                ".t", ".testTarget", ".testTarget(name: \"A\", dep)", ".target(name: \"A\", path: .p)",
            ])
            try put(file, text.replacing("    targets: [", with: "    targets: [\n        \(typed),"))
        case 5: try put(file, text + String(repeating: " ", count: 1 << 20))
        case 6:
            log.append("ln -s \(file)")
            try remove(file)
            try FileManager.default.createSymbolicLink(
                atPath: package.url(file).path(), withDestinationPath: "Gone.swift")
        case 7:
            log.append("mkdir \(file)")
            try remove(file)
            try FileManager.default.createDirectory(at: package.url(file), withIntermediateDirectories: false)
        default:
            log.append("rm \(file)")
            try remove(file)
            // A project without Package.swift is valid if `.mockd.yml` lists its modules.
            broken.remove(file)
        }
    }
}
