import SystemPackage

extension FuzzTarget {
    /// A unit has the same settings as that of a harmless project, and systemd reads the given paths from them. The
    /// input is the root, the program and an output, with a zero between them.
    static let unit = FuzzTarget(name: "unit") { bytes in
        let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        let paths = (0..<3).map { path($0 < parts.count ? Array(parts[$0]) : []) }
        let unit: ServiceUnit
        do throws(ServiceUnit.Refusal) {
            unit = try ServiceUnit(root: paths[0], program: .file(paths[1]), outsideOutputs: [paths[2]])
        } catch {
            if "\(error)".unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
                return "a message of several lines: \(error)"
            }
            return isHarmless(paths) ? "refused: \(error)" : nil
        }
        if let wrong = difference(unit, from: paths) { return "\(wrong) in \(unit.text)\(unit.dropIn ?? "")" }
        return nil
    }

    /// Returns an absolute path of these bytes in the system's normal form.
    private static func path(_ bytes: [UInt8]) -> FilePath {
        (bytes + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return "/" }
            return FilePath("/").pushing(FilePath(platformString: start).lexicallyNormalized().removingRoot())
        }
    }

    /// True if these paths contain nothing that makes a unit impossible.
    private static func isHarmless(_ paths: [FilePath]) -> Bool {
        let texts = paths.compactMap { String(validating: $0) }
        guard texts.count == paths.count else { return false }
        return !texts.joined().unicodeScalars.contains { $0.properties.generalCategory == .control }
            && !texts[1].unicodeScalars.contains { "\"'\\".unicodeScalars.contains($0) }
    }

    private static func difference(_ unit: ServiceUnit, from paths: [FilePath]) -> String? {
        guard let main = UnitReader(unit.text), let dropIn = UnitReader(unit.dropIn ?? "") else { return "no setting" }
        guard main.keys == harmless, dropIn.keys == ["ReadWritePaths"] else { return "other settings" }
        let command = main.value(of: "ExecStart") ?? ""
        guard command.hasPrefix(":"), let words = UnitReader.words(String(command.dropFirst())), words.count == 3 else {
            return "another command"
        }
        guard UnitReader.withoutSpecifiers(words[0]) == paths[1].string else { return "another program" }
        guard let folder = main.value(of: "WorkingDirectory") else { return "no folder" }
        if unit.name.isInstance {
            guard words[2] == "%f", folder == "%f" else { return "another root" }
            guard UnitReader.path(ofInstance: unit.name.unit) == Array(paths[0].string.utf8) else {
                return "another instance, \(unit.name.unit),"
            }
        } else {
            guard UnitReader.withoutSpecifiers(words[2]) == paths[0].string else { return "another root" }
            guard UnitReader.withoutSpecifiers(folder) == paths[0].string + "/" else { return "another folder" }
        }
        let outputs = UnitReader.words(dropIn.value(of: "ReadWritePaths") ?? "")?.map(UnitReader.withoutSpecifiers)
        return outputs == [paths[2].string] ? nil : "other outputs"
    }

    private static let harmless: [String] =
        (try? ServiceUnit(root: "/a", program: .file("/b"))).flatMap { UnitReader($0.text)?.keys } ?? []
}
