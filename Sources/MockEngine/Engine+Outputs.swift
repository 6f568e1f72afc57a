internal import MockGeneration
internal import MockModel
internal import SystemPackage

// Assigning sources to outputs, and finding the outputs that a change concerns.
extension Engine {
    /// The reason why an output has to be generated. It is put into words only if the text changes.
    enum Cause: Sendable {
        case changed(DiskPath)
        case compiledModule(String)
    }

    /// Assigns the mocks of changed sources to outputs; returns the outputs that have to be generated, with the reason.
    mutating func arrangeOutputs(_ pass: inout Pass) -> [DiskPath: Cause] {
        var stale: [DiskPath: Cause] = [:]
        guard !pass.touchedSources.isEmpty else { return stale }
        if layout == nil, outputs.isEmpty {
            // All sources with mocks are new.
            move(findHomes(), &stale, &pass)
            return stale
        }
        prepareLayout()
        var groups = pass.regrouped
        var homes: [DiskPath: DiskPath?] = [:]
        for path in pass.touchedSources {
            // The path may hold another file by now, which gets its output below.
            if let output = pass.abandoned[path] { detach(path, from: output, &stale, &pass) }
            guard let place = sources.index(forKey: path) else { continue }
            let (module, output) = (sources.values[place].module, sources.values[place].output)
            switch (sources.values[place].declaresMocks, project.modules[module].output) {
            case (true, .file(let file)): homes[path] = DiskPath(file)
            case (true, .folder):
                if let group = enterLayout(path, module) { groups.insert(group) }
            default:
                guard output != nil else { break }
                groups.insert(leaveLayout(path, module))
                homes[path] = .some(nil)
            }
            if let output { stale[output] = .changed(path) }
        }
        for group in groups {
            for (source, output) in layout?.outputs(of: group) ?? [] { homes[source] = output }
        }
        move(homes.map { ($0.key, $0.value) }, &stale, &pass)
        for path in stale.keys where outputs[path]?.sources.isEmpty == true { drop(path, &pass) }
        return stale
    }

    /// Returns the output of every source that has mocks, as if none were known.
    mutating func findHomes() -> [(source: DiskPath, output: DiskPath?)] {
        prepareLayout()
        var homes: [(source: DiskPath, output: DiskPath?)] = []
        for (path, record) in sources where record.declaresMocks {
            if case .file(let file) = project.modules[record.module].output { homes.append((path, DiskPath(file))) }
        }
        layout?.forEachOutput { homes.append(($0, $1)) }
        return homes
    }

    /// Builds the layout once, instead of at every change.
    mutating func prepareLayout() {
        guard layout == nil else { return }
        layout = OutputLayout(root: DiskPath(project.root), minimumCapacity: sources.count / 2)
        for (path, record) in sources where record.declaresMocks { enterLayout(path, record.module) }
    }

    /// Adds a source to the layout; returns `nil` if the module's mocks go into one file.
    @discardableResult
    private mutating func enterLayout(_ path: DiskPath, _ module: Int) -> OutputLayout.Group? {
        guard let folder = membership.outputFolder(of: module) else { return nil }
        let group = group(of: path, in: module)
        layout?.add(path, to: group, in: folder)
        return group
    }

    private func group(of path: DiskPath, in module: Int) -> OutputLayout.Group {
        OutputLayout.Group(target: project.modules[module].placeOfMocks, stem: String(path.stem))
    }

    /// Removes a source from the layout; others of the same name may get shorter names then.
    mutating func leaveLayout(_ path: DiskPath, _ module: Int) -> OutputLayout.Group {
        let group = group(of: path, in: module)
        layout?.remove(path, from: group)
        return group
    }

    /// - Parameter homes: The new output of each source; `nil` for none.
    private mutating func move(
        _ homes: [(source: DiskPath, output: DiskPath?)], _ stale: inout [DiskPath: Cause], _ pass: inout Pass
    ) {
        var departures: [(source: DiskPath, output: DiskPath)] = []
        var arrivals: [DiskPath: [DiskPath]] = Dictionary(minimumCapacity: homes.count)
        for (source, home) in homes {
            guard let place = sources.index(forKey: source) else { continue }
            let old = sources.values[place].output
            guard old != home else { continue }
            if let old { departures.append((source, old)) }
            sources.values[place].output = home
            if let home { arrivals[home, default: []].append(source) }
        }
        // The last source of an output is the reason for generating it.
        departures.sort { $0.source < $1.source }
        for (source, output) in departures { detach(source, from: output, &stale, &pass) }
        if outputs.isEmpty {
            outputs.reserveCapacity(arrivals.count)
            stale.reserveCapacity(arrivals.count)
        }
        for (home, arrived) in arrivals { attach(arrived.sorted(), to: home, &stale) }
    }

    /// Adds sources to an output, all at once, because it may hold the mocks of thousands of sources.
    private mutating func attach(_ arrived: [DiskPath], to home: DiskPath, _ stale: inout [DiskPath: Cause]) {
        guard let first = arrived.first, let last = arrived.last else { return }
        var record = outputs[home] ?? OutputRecord(module: sources[first]?.module ?? 0, sources: [])
        record.sources = record.sources.isEmpty ? arrived : (record.sources + arrived).sorted()
        setOutput(home, record)
        stale[home] = .changed(last)
    }

    private mutating func detach(
        _ source: DiskPath, from output: DiskPath, _ stale: inout [DiskPath: Cause], _ pass: inout Pass
    ) {
        guard var record = outputs[output] else { return }
        record.sources.removeAll { $0 == source }
        setOutput(output, record)
        stale[output] = .changed(source)
    }

    private mutating func drop(_ path: DiskPath, _ pass: inout Pass) {
        setOutput(path, nil)
        problems[path] = nil
        pass.touchedOutputs.insert(path)
        pass.news.goneOutputs.insert(path)
    }

    /// Adds the outputs that depend on a compiled module which a build has replaced.
    mutating func addOutputsOfChangedModules(to stale: inout [DiskPath: Cause]) {
        guard let changed = interfaces?.forgetChanged().sorted(), !changed.isEmpty else { return }
        for (path, record) in outputs {
            guard let module = changed.first(where: { record.compiledModules[$0] != nil }) else { continue }
            stale[path] = .compiledModule(module)
        }
    }

    /// Adds the outputs that looked up a name whose answer changed.
    mutating func addDependents(of names: [NameKey: DiskPath], to stale: inout [DiskPath: Cause]) {
        func add(_ path: DiskPath, because source: DiskPath) {
            if stale[path] == nil { stale[path] = .changed(source) }
        }
        // In a first pass all outputs are stale already, so the dependents are not needed.
        guard outputs.contains(where: { stale[$0.key] == nil }) else { return }
        dependents.prepare(outputs)
        for (name, source) in names.sorted(by: { $0.key < $1.key }) {
            if index.universalNames.contains(name) {
                for path in outputs.keys { add(path, because: source) }
            } else {
                for path in dependents.outputs(of: name, in: outputs) { add(path, because: source) }
            }
        }
    }
}
