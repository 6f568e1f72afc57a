internal import MockGeneration
internal import MockModel

/// All outputs: the files that sources ask for, and those that are left from earlier. Each is in one ``OutputState`` at
/// any time.
///
/// A state changes in the functions below only, which are the arrows of the diagram in the README.
struct OutputStore: Sendable {
    /// The outputs that sources ask for.
    private(set) var records: [DiskPath: OutputRecord] = [:]
    /// The states of the other outputs.
    private(set) var unwanted: [DiskPath: OutputState] = [:]
    /// The outputs in `records` that the next pass compares whatever has changed: their files changed, their last write
    /// failed, or they are held because they may lack mocks.
    private(set) var due: Set<DiskPath> = []
    /// The files with matchers for the mocks of a target: see `Engine+Matchers`.
    private(set) var matcherFiles: [DiskPath: OutputRecord] = [:]
    /// The files with seams: see `Engine+Seams`.
    private(set) var seamFiles: [DiskPath: SeamFile] = [:]
    /// The files with seams that the next pass compares whatever has changed.
    var touchedSeams: Set<DiskPath> = []
    /// True if the next pass compares the files with matchers: the matchers of an output changed, or such a file did.
    var hasNewMatchers = false
    /// The sources that matchers were made from; `nil` until they are needed again.
    private var matcherSources: Set<DiskPath>?
    /// Made when the first source with mocks changes.
    var layout: OutputLayout?
    /// The outputs by the names that they looked up, found or not. Built when the first change needs it: a run that ends
    /// after its first pass never does.
    private var dependents: NameTable?
    /// The number of mocks in all texts.
    private(set) var mockCount = 0
    private var counts: [OutputState: Int] = [:]
    private var mockCounts: [OutputState: Int] = [:]

    /// A file with seams.
    struct SeamFile: Sendable {
        var record: OutputRecord
        /// The modules whose sources may declare members of the extended types.
        var modules: Set<Int>
        /// True if the user wrote the file: it is a source and no output.
        var isForeign = false
        /// The file with the module's seams in another folder, which leaves no place for this one.
        var first: DiskPath?
    }

    subscript(path: DiskPath) -> OutputRecord? { records[path] }

    func state(of path: DiskPath) -> OutputState? {
        records[path]?.state ?? matcherFiles[path]?.state ?? seamFiles[path]?.record.state ?? unwanted[path]
    }

    /// The outputs whose files are as they should be.
    var current: [DiskPath] {
        let all = [records, matcherFiles, seamFiles.filter { !$0.value.isForeign }.mapValues(\.record)]
        return all.flatMap { $0.filter { $0.value.state == .current && $0.value.mockCount > 0 }.map(\.key) }
    }

    func paths(in state: OutputState) -> [DiskPath] { unwanted.filter { $0.value == state }.map(\.key) }

    mutating func reserveCapacity(_ count: Int) { records.reserveCapacity(count) }

    // MARK: Outputs that sources ask for

    /// Adds sources to an output, all at once, because it may hold the mocks of thousands of sources.
    ///
    /// - Parameter arrived: The sources in the order of their paths.
    mutating func assign(_ arrived: [DiskPath], of module: Int, to path: DiskPath) {
        if !unwanted.isEmpty { unwanted[path] = nil }
        var record = records[path] ?? OutputRecord(module: module, sources: [])
        record.sources = record.sources.isEmpty ? arrived : (record.sources + arrived).sorted()
        replace(path, with: record)
    }

    /// Removes a source from an output, which is to be dropped if it was the last one.
    mutating func unassign(_ source: DiskPath, from path: DiskPath) {
        guard var record = records[path] else { return }
        record.sources.removeAll { $0 == source }
        replace(path, with: record)
    }

    /// Abandons an output for which there are no sources left.
    mutating func drop(_ path: DiskPath) {
        guard records[path] != nil else { return }
        replace(path, with: nil)
        due.remove(path)
        unwanted[path] = .abandoned
    }

    /// Sets the result of a comparison.
    mutating func update(_ path: DiskPath, to record: OutputRecord) {
        if records[path] != nil { replace(path, with: record) }
    }

    /// - Parameter isDue: True if the next pass compares the output again.
    mutating func setDue(_ path: DiskPath, _ isDue: Bool) {
        if isDue, records[path] != nil { due.insert(path) } else { due.remove(path) }
    }

    /// Sets the result of a comparison of a file with matchers; `nil` if nothing asks for it any more.
    mutating func updateMatcherFile(_ path: DiskPath, to record: OutputRecord?) {
        matcherFiles[path] = record
        unwanted[path] = record == nil ? .abandoned : nil
    }

    /// Sets the result of a comparison of a file with seams; `nil` if nothing asks for it any more.
    mutating func updateSeamFile(_ path: DiskPath, to file: SeamFile?) {
        seamFiles[path] = file
        unwanted[path] = file == nil ? .abandoned : nil
    }

    /// True if an output asks for matchers, or did before this pass.
    var haveMatchers: Bool { !matcherFiles.isEmpty || records.values.contains { !$0.matchers.isEmpty } }

    /// True if matchers of an output were made from a source.
    mutating func isMatcherSource(_ path: DiskPath) -> Bool {
        let known =
            matcherSources
            ?? records.values.reduce(into: []) { known, record in
                if !record.matchers.isEmpty { known.formUnion(record.matchers.matchers.map(\.source)) }
            }
        matcherSources = known
        return known.contains(path)
    }

    // MARK: Outputs that nothing asks for

    /// Records that a file changed in the place of an output, or that an earlier description made one there.
    mutating func touch(_ path: DiskPath) {
        if records[path] != nil {
            due.insert(path)
        } else if matcherFiles[path] != nil {
            hasNewMatchers = true
        } else if seamFiles[path] != nil {
            touchedSeams.insert(path)
        } else {
            unwanted[path] = .abandoned
        }
    }

    /// Records that a scan found a file in the place of an output.
    mutating func find(_ path: DiskPath) {
        if !isWanted(path) { unwanted[path] = .found }
    }

    /// Records an output that an earlier run made for the project as it was described then.
    mutating func recall(_ path: DiskPath) {
        if state(of: path) == nil { unwanted[path] = .earlier }
    }

    /// Sets what has become of a file that nothing asks for; `nil` if it does not exist or is not ours.
    mutating func leave(_ path: DiskPath, as state: OutputState?) {
        if !isWanted(path) { unwanted[path] = state }
    }

    /// True if something asks for the file.
    private func isWanted(_ path: DiskPath) -> Bool {
        records[path] != nil || matcherFiles[path] != nil || seamFiles[path] != nil
    }

    // MARK: Restart

    /// Takes over the outputs of an earlier run. Their files count as missing until they have been compared.
    mutating func restore(_ restored: [DiskPath: OutputRecord], weight: Int, mocks: Int) {
        records = restored
        matcherSources = nil
        if !unwanted.isEmpty { unwanted = unwanted.filter { restored[$0.key] == nil } }
        mockCount = mocks
        counts = [.missing: restored.count]
        mockCounts = [.missing: weight]
    }

    /// Confirms the outputs whose text is current and whose files are as they were written, and finds files that are no
    /// outputs.
    ///
    /// - Parameters:
    ///   - folders: The entries of the folders of outputs.
    ///   - stale: Outputs whose text may not be current.
    /// - Returns: The number of confirmed outputs, and the others.
    mutating func confirm(
        _ folders: [(folder: DiskPath, entries: [FolderEntry])], except stale: [DiskPath: Engine.Cause]
    ) -> (unchanged: Int, others: Set<DiskPath>) {
        var intact: [Dictionary<DiskPath, OutputRecord>.Index] = []
        intact.reserveCapacity(records.count)
        var (restored, mocks) = (0, 0)
        for (folder, entries) in folders {
            var finder = DiskPath.Finder(folder)
            for entry in entries where entry.kind == .file && ModuleMembership.hasOutputName(entry.nameBytes) {
                guard let position = finder.index(of: entry.nameBytes, in: records) else {
                    if entry.isText { find(folder.appending(entry.name)) }
                    continue
                }
                guard stale.isEmpty || stale[records.keys[position]] == nil, let file = entry.signature,
                    let missing = records.values[position].confirm(as: file)
                else { continue }
                intact.append(position)
                if missing > 0 { restored += 1 }
                mocks += missing
            }
        }
        count(.missing, -restored, -mocks)
        count(.current, restored, mocks)
        // Each output counts once, but a folder that changes during the listing may report a name twice.
        if restored == records.count { return (restored, []) }
        let distinct = Set(intact)
        if distinct.count == records.count { return (distinct.count, []) }
        return (distinct.count, Set(records.keys).subtracting(distinct.map { records.keys[$0] }))
    }

    // MARK: Dependents

    /// Prepares the table that ``dependents(on:)`` reads.
    mutating func prepareDependents() {
        guard dependents?.isWorn ?? true else { return }
        dependents = NameTable(of: records) { $0[$1].dependencies }
    }

    /// Returns the outputs that looked up a name, found or not.
    func dependents(on name: NameKey) -> Set<DiskPath> {
        Set(dependents?.files(of: name) ?? []).filter { records[$0]?.dependencies.contains(name) ?? false }
    }

    // MARK: Counts

    /// The number of outputs in each state that is reported.
    var states: [OutputState: Int] { withOthers(counts) }

    /// The number of mocks in each state. An output that should hold mocks and holds none counts as one, so that it
    /// shows.
    var mockStates: [OutputState: Int] { withOthers(mockCounts) }

    /// Adds orphans, and files with matchers that are not as they should be.
    private func withOthers(_ counts: [OutputState: Int]) -> [OutputState: Int] {
        var counts = counts
        for file in matcherFiles.values where file.state != .current { counts[file.state, default: 0] += 1 }
        let orphans = unwanted.values.count { $0 == .orphaned }
        if orphans > 0 { counts[.orphaned] = orphans }
        return counts
    }

    private mutating func replace(_ path: DiskPath, with record: OutputRecord?) {
        let old = records[path]
        records[path] = record
        if let old { count(old, -1) }
        if let record { count(record, 1) }
        noteMatchers(of: old, record)
        guard dependents != nil, let record, old?.dependencies != record.dependencies else { return }
        for name in Set(record.dependencies).subtracting(old?.dependencies ?? .empty) { dependents?.add(name, path) }
    }

    /// A file with matchers depends on the matchers and the sources of outputs.
    private mutating func noteMatchers(of old: OutputRecord?, _ new: OutputRecord?) {
        let (before, after) = (old?.matchers ?? .empty, new?.matchers ?? .empty)
        if before != after { matcherSources = nil }
        let isKeptAnew = old?.isKept != new?.isKept || old?.lacking != new?.lacking
        if before != after || !after.isEmpty && old?.sources != new?.sources || isKeptAnew {
            hasNewMatchers = true
        }
    }

    private mutating func count(_ record: OutputRecord, _ sign: Int) {
        count(record.state, record.isExpected ? sign : 0, sign * record.weight)
        mockCount += sign * record.mockCount
    }

    private mutating func count(_ state: OutputState, _ outputs: Int, _ mocks: Int) {
        if outputs != 0 { counts[state, default: 0] += outputs }
        if mocks != 0 { mockCounts[state, default: 0] += mocks }
    }
}
