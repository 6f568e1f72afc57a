internal import MockGeneration
internal import MockModel
internal import SystemPackage

// Assigning sources to outputs, and finding the outputs whose text may change.
extension Engine {
    /// Assigns the mocks of changed sources to outputs.
    mutating func assignOutputs(_ pass: inout Pass) {
        guard !pass.touchedSources.isEmpty else { return }
        if outputs.layout == nil, outputs.records.isEmpty {
            // All sources with mocks are new.
            return move(assignments(), &pass)
        }
        prepareLayout()
        var groups = pass.regrouped
        var targets: [DiskPath: DiskPath?] = [:]
        for path in pass.touchedSources {
            guard let position = sources.records.index(forKey: path) else { continue }
            let (module, output) = (sources.records.values[position].module, sources.records.values[position].output)
            switch (sources.records.values[position].declaresMocks, project.modules[module].output) {
            case (true, .file(let file)): targets[path] = DiskPath(file)
            case (true, .folder):
                if let group = addToLayout(path, module) { groups.insert(group) }
            default:
                guard output != nil else { break }
                groups.insert(removeFromLayout(path, module))
                targets[path] = .some(nil)
            }
            if let output { pass.stale[output] = .changed(path) }
        }
        for group in groups {
            for (source, output) in outputs.layout?.outputs(of: group) ?? [] { targets[source] = output }
        }
        move(targets.map { ($0.key, $0.value) }, &pass)
        for path in pass.stale.keys where outputs[path]?.sources.isEmpty == true {
            outputs.drop(path)
            problems[path] = []
            pass.cacheChanges.removedOutputs.insert(path)
        }
    }

    /// Returns the output of every source that has mocks, as if none were known.
    mutating func assignments() -> [(source: DiskPath, output: DiskPath?)] {
        prepareLayout()
        var assignments: [(source: DiskPath, output: DiskPath?)] = []
        for (path, record) in sources.records where record.declaresMocks {
            if case .file(let file) = project.modules[record.module].output {
                assignments.append((path, DiskPath(file)))
            }
        }
        outputs.layout?.forEachOutput { assignments.append(($0, $1)) }
        return assignments
    }

    /// - Parameter assignments: The new output of each source; `nil` for none.
    private mutating func move(_ assignments: [(source: DiskPath, output: DiskPath?)], _ pass: inout Pass) {
        var departures: [(source: DiskPath, output: DiskPath)] = []
        var arrivals: [DiskPath: [DiskPath]] = Dictionary(minimumCapacity: assignments.count)
        for (source, output) in assignments {
            guard let position = sources.records.index(forKey: source) else { continue }
            let old = sources.records.values[position].output
            guard old != output else { continue }
            if let old { departures.append((source, old)) }
            sources.records.values[position].output = output
            if let output { arrivals[output, default: []].append(source) }
        }
        // The last source of an output is the reason for generating it.
        departures.sort { $0.source < $1.source }
        for (source, output) in departures { unassign(source, from: output, &pass) }
        if outputs.records.isEmpty {
            outputs.reserveCapacity(arrivals.count)
            pass.stale.reserveCapacity(arrivals.count)
        }
        for (output, arrived) in arrivals {
            let arrived = arrived.sorted()
            outputs.assign(arrived, of: sources[arrived[0]]?.module ?? 0, to: output)
            pass.stale[output] = .changed(arrived[arrived.count - 1])
        }
    }

    mutating func unassign(_ source: DiskPath, from output: DiskPath, _ pass: inout Pass) {
        guard outputs[output] != nil else { return }
        outputs.unassign(source, from: output)
        pass.stale[output] = .changed(source)
    }

    // MARK: Layout

    /// Builds the layout once, instead of at every change.
    mutating func prepareLayout() {
        guard outputs.layout == nil else { return }
        outputs.layout = OutputLayout(root: DiskPath(project.root), minimumCapacity: sources.records.count / 2)
        for (path, record) in sources.records where record.declaresMocks { addToLayout(path, record.module) }
    }

    /// Adds a source to the layout; returns `nil` if the module's mocks go into one file.
    @discardableResult
    private mutating func addToLayout(_ path: DiskPath, _ module: Int) -> OutputLayout.Group? {
        guard let folder = sources.membership.outputFolder(of: module) else { return nil }
        let group = group(of: path, in: module)
        outputs.layout?.add(path, to: group, in: folder)
        return group
    }

    /// Removes a source from the layout; others of the same name may get shorter names then.
    mutating func removeFromLayout(_ path: DiskPath, _ module: Int) -> OutputLayout.Group {
        let group = group(of: path, in: module)
        outputs.layout?.remove(path, from: group)
        return group
    }

    private func group(of path: DiskPath, in module: Int) -> OutputLayout.Group {
        OutputLayout.Group(target: project.modules[module].mockTargetName, stem: String(path.stem))
    }

    // MARK: Dependents

    /// Adds the outputs that looked up a name whose answer changed, and those that depend on a compiled module which a
    /// build has replaced.
    mutating func addDependents(_ pass: inout Pass) {
        // In a first pass all outputs are stale already, so the dependents are not needed.
        if !pass.changedNames.isEmpty, outputs.records.keys.contains(where: { pass.stale[$0] == nil }) {
            outputs.prepareDependents()
            for (name, source) in pass.changedNames.sorted(by: { $0.key < $1.key }) {
                let isUniversal = sources.index.universalNames.contains(name)
                let found = isUniversal ? Set(outputs.records.keys) : outputs.dependents(on: name)
                for path in found where pass.stale[path] == nil { pass.stale[path] = .changed(source) }
            }
        }
        addOutputsWithChangedMatchers(&pass)
        let changed = pass.changedModules.sorted()
        if changed.isEmpty { return }
        for (path, record) in outputs.records {
            guard let module = changed.first(where: { record.compiledModules[$0] != nil }) else { continue }
            pass.stale[path] = .compiledModule(module)
        }
    }
}
