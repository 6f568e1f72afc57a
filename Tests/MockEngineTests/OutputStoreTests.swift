import MockModel
import SystemPackage
import Testing

@testable import MockEngine

@Suite struct OutputStoreTests {
    /// The transitions of one output. A column is an event, an entry the state after it; "-" is no state at all, "="
    /// the same state as before, and "!" the same state, but due.
    private static let transitions = """
        state      assign   update  drop       touch      find   recall   forget  keep  orphan    stray
        -          missing  =       =          abandoned  found  earlier  =       kept  orphaned  stray
        missing    =        stale   abandoned  !          =      =        =       =     =         =
        current    =        stale   abandoned  !          =      =        =       =     =         =
        stale      =        =       abandoned  !          =      =        =       =     =         =
        edited     =        stale   abandoned  !          =      =        =       =     =         =
        conflict   =        stale   abandoned  !          =      =        =       =     =         =
        failed     =        stale   abandoned  !          =      =        =       =     =         =
        abandoned  missing  =       =          =          found  =        -       kept  orphaned  stray
        found      missing  =       =          abandoned  =      =        -       kept  orphaned  stray
        earlier    missing  =       =          abandoned  found  =        -       kept  orphaned  stray
        kept       missing  =       =          abandoned  found  =        -       =     orphaned  stray
        orphaned   missing  =       =          abandoned  found  =        -       kept  =         stray
        stray      missing  =       =          abandoned  found  =        -       kept  orphaned  =
        """.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }

    @Test func `the table has a row for each state`() {
        let rows = Self.transitions.dropFirst().map { $0[0] }
        #expect(Set(rows) == Set(OutputState.allCases.map(\.rawValue) + ["-"]))
        #expect(rows.count == OutputState.allCases.count + 1)
    }

    @Test(arguments: transitions.dropFirst())
    func `each event leads to one state`(row: [String]) throws {
        for (event, entry) in zip(Self.transitions[0], row).dropFirst() {
            let state = OutputState(rawValue: row[0])
            var store = Self.store(with: state)
            try Self.perform(event, &store)
            let expected = ["=", "!"].contains(entry) ? state : OutputState(rawValue: entry)
            #expect(store.state(of: Self.path) == expected, "\(row[0]), \(event)")
            #expect(store.due.contains(Self.path) == (entry == "!"), "\(row[0]), \(event)")
            #expect(store.inconsistencies == [], "\(row[0]), \(event)")
        }
    }

    private static let path = DiskPath(FilePath("/kitchen/Mocks/Till.mocks.swift"))
    private static let source = DiskPath(FilePath("/kitchen/Sources/Till.swift"))

    private static func store(with state: OutputState?) -> OutputStore {
        var store = OutputStore()
        guard let state else { return store }
        guard state.isWanted else {
            store.leave(path, as: state)
            return store
        }
        store.assign([source], of: 0, to: path)
        update(&store, to: state)
        return store
    }

    private static func update(_ store: inout OutputStore, to state: OutputState) {
        var record = OutputRecord(module: 0, sources: [source])
        (record.state, record.mockCount, record.types) = (state, 1, CodedTexts(["Till"]))
        store.update(path, to: record)
    }

    private static func perform(_ event: String, _ store: inout OutputStore) throws {
        switch event {
        case "assign": store.assign([source], of: 0, to: path)
        case "update": update(&store, to: .stale)
        case "drop": store.drop(path)
        case "touch": store.touch(path)
        case "find": store.find(path)
        case "recall": store.recall(path)
        case "forget": store.leave(path, as: nil)
        case "keep": store.leave(path, as: .kept)
        case "orphan": store.leave(path, as: .orphaned)
        case "stray": store.leave(path, as: .stray)
        default: try #require(Bool(false), "there is no event \(event)")
        }
    }

    @Test func `an output that is due is so until the next comparison, or until nothing asks for it`() {
        var store = Self.store(with: .current)
        store.setDue(Self.path, true)
        #expect(store.due == [Self.path])
        store.setDue(Self.path, false)
        #expect(store.due == [])
        store.touch(Self.path)
        store.drop(Self.path)
        #expect(store.due == [])
        store.setDue(Self.path, true)
        #expect(store.due == [])
    }

    @Test func `a restored output counts as missing until its file is confirmed`() {
        var record = OutputRecord(module: 0, sources: [Self.source])
        let file = FileSignature(device: 1, inode: 2, size: 3, modified: 4, changed: 5)
        (record.signature, record.textHash, record.mockCount) = (file, ContentHash("Till"), 1)
        record.types = CodedTexts(["Till"])
        var store = OutputStore()
        store.leave(Self.path, as: .abandoned)
        store.restore([Self.path: record], weight: record.weight, mocks: 1)
        #expect(store.state(of: Self.path) == .missing)
        #expect(store.inconsistencies == [])

        let entries = ["Till", "Oven"].map { FolderEntry(name: "\($0).mocks.swift", kind: .file, signature: file) }
        let (unchanged, others) = store.confirm([(Self.path.folder, entries)], except: [:])
        #expect(unchanged == 1)
        #expect(others == [])
        #expect(store.state(of: Self.path) == .current)
        #expect(store.state(of: Self.path.folder.appending("Oven.mocks.swift")) == .found)
        #expect(store.inconsistencies == [])
    }
}
