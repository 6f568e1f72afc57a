internal import MockGeneration
internal import MockModel
internal import MockParsing

// Mocks that stay although their sources do not ask for them at present.
extension OutputUpdater {
    /// True for the last good mock of a source that cannot be read or understood. It stays, even if another source asks
    /// for its place, unless the mocks have moved to another file, where they would be duplicates.
    func isLastGoodMock(_ bytes: [UInt8], at path: DiskPath, besides known: [DiskPath]) -> Bool {
        GeneratedMarker.sources(of: bytes).contains { displayPath in
            let sourcePath = DiskPath(index.project.absolutePath(of: displayPath))
            let source = index.sources[sourcePath]
            let isLost = source.map { $0.isBroken && ($0.output ?? path) == path } ?? unread.hides(sourcePath)
            return isLost && !known.contains(sourcePath)
        }
    }

    // MARK: Types that cannot be resolved any more

    /// Leaves the file as it is. It is tried again only when the source changes.
    func keep(_ update: inout Update) {
        update.record.state = .stale
        update.action = .kept
        update.record.diagnostics += missingTypes(of: update.record)
    }

    /// True if an output's file holds the last good mock of a type that cannot be resolved any more.
    func holdsKeptMock(at path: DiskPath, _ record: OutputRecord) -> Bool {
        guard record.keepsMocks,
            let bytes = try? fileSystem.file(at: path.filePath, limit: LocalFileSystem.largestMocks).bytes
        else { return false }
        return GeneratedMarker.state(of: bytes) == .intact && holdsKeptMock(bytes, record)
    }

    /// True if a generated file declares a mock that would be lost, because its type cannot be resolved any more.
    func holdsKeptMock(_ bytes: [UInt8], _ record: OutputRecord) -> Bool {
        if holdsCompleteMock(bytes, record) { return true }
        return record.diagnostics.contains { diagnostic in
            guard diagnostic.keepsMock else { return false }
            let path = DiskPath(index.project.absolutePath(of: diagnostic.path))
            let types = index.located(in: path).filter { $0.declaration.diagnosedName == diagnostic.type }
            return types.contains { $0.mockName.map { Self.declares($0, bytes) } ?? false }
        }
    }

    /// True if an output's file has a mock that was made when the declarations were there which are missing now.
    func holdsCompleteMock(at path: DiskPath, _ record: OutputRecord) -> Bool {
        guard !record.lacking.isEmpty,
            let bytes = try? fileSystem.file(at: path.filePath, limit: LocalFileSystem.largestMocks).bytes
        else { return false }
        return GeneratedMarker.state(of: bytes) == .intact && holdsCompleteMock(bytes, record)
    }

    private func holdsCompleteMock(_ bytes: [UInt8], _ record: OutputRecord) -> Bool {
        if record.lacking.isEmpty { return false }
        let incomplete = GeneratedMarker.lacking(in: bytes)
        // A template names its mocks as it likes.
        let isPrinted = index.project.modules[record.module].settings.template != nil
        return record.lacking.texts.contains { name in
            !incomplete.contains(name) && (isPrinted || Self.declares(name, bytes))
        }
    }

    /// Returns an error for each type whose mock stays only because types in its signatures may be missing; other
    /// missing declarations have been reported already.
    private func missingTypes(of record: OutputRecord) -> [MockDiagnostic] {
        let lacking = Set(record.lacking.texts)
        if lacking.isEmpty || record.diagnostics.contains(where: { $0.code == PlanDiagnostic.missingModule }) {
            return []
        }
        let lookup = lookup(forModule: record.module)
        return record.sources.flatMap { source in
            index.located(in: source).filter { $0.mockName.map(lacking.contains) ?? false }.map { located in
                let wayOut = lookup.absence(seenBy: located)?.wayOut ?? "build once (swift build)"
                return MockDiagnostic(
                    path: located.path, type: located.declaration.diagnosedName,
                    conditions: located.declaration.conditions, severity: .error,
                    message:
                        "types in the signatures of '\(located.declaration.name)' are not known, so the mock that was made before stays; \(wayOut)",
                    code: PlanDiagnostic.missingModule)
            }
        }
    }

    private static func declares(_ name: String, _ bytes: [UInt8]) -> Bool {
        bytes.split(separator: UInt8(ascii: "\n")).contains { line in
            let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "<") }
            guard let position = words.firstIndex(where: { $0.elementsEqual(name.utf8) }), position > 0 else {
                return false
            }
            return words[position - 1].elementsEqual("class".utf8) || words[position - 1].elementsEqual("actor".utf8)
        }
    }
}

extension OutputRecord {
    /// True if the file has the last good mock of a type that cannot be resolved at present.
    var isKept: Bool { state == .stale && keepsMocks }

    /// True if a mock of the file cannot be made at present, or not as well as before.
    var keepsMocks: Bool { !lacking.isEmpty || diagnostics.contains(where: \.keepsMock) }
}

extension MockDiagnostic {
    /// True if the mock that was made before stays: its type has become too complex or has a member that is not
    /// understood, or its module cannot be printed.
    var keepsMock: Bool {
        [PlanDiagnostic.tooComplex, PlanDiagnostic.unprintedModule, PlanDiagnostic.unreadMember].contains(code)
    }
}
