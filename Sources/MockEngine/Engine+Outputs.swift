internal import MockGeneration
internal import MockModel
internal import SystemPackage

// Which outputs there are, and which of them a change concerns.
extension Engine {
    /// Why an output has to be generated. The words for it are only needed if its text is another then.
    enum Cause: Sendable {
        case changed(DiskPath)
        case compiledModule(String)
    }

    /// Finds the place of the mocks of the sources that changed; returns the outputs that have to be generated, with
    /// the reason.
    mutating func arrangeOutputs(_ pass: inout Pass) -> [DiskPath: Cause] {
        var stale: [DiskPath: Cause] = [:]
        guard !pass.touchedSources.isEmpty else { return stale }
        if layout == nil, outputs.isEmpty {
            // All that have mocks are new.
            move(findHomes(), &stale, &pass)
            return stale
        }
        prepareLayout()
        var groups = pass.regrouped
        var homes: [DiskPath: DiskPath?] = [:]
        for path in pass.touchedSources {
            // Another file may be in its place by now, which has to find its own.
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

    /// The output of every source that has mocks, as if none were known.
    mutating func findHomes() -> [(source: DiskPath, output: DiskPath?)] {
        prepareLayout()
        var homes: [(source: DiskPath, output: DiskPath?)] = []
        for (path, record) in sources where record.declaresMocks {
            if case .file(let file) = project.modules[record.module].output { homes.append((path, DiskPath(file))) }
        }
        layout?.forEachOutput { homes.append(($0, $1)) }
        return homes
    }

    /// Does once what every change of an output's place would have to do.
    mutating func prepareLayout() {
        guard layout == nil else { return }
        layout = OutputLayout(root: DiskPath(project.root), minimumCapacity: sources.count / 2)
        for (path, record) in sources where record.declaresMocks { enterLayout(path, record.module) }
    }

    /// `nil` if the mocks of the module have no files of their own.
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

    /// Sources of the same name may get shorter names for it.
    mutating func leaveLayout(_ path: DiskPath, _ module: Int) -> OutputLayout.Group {
        let group = group(of: path, in: module)
        layout?.remove(path, from: group)
        return group
    }

    /// - Parameter homes: where the mocks of each source are from now on; `nil` for nowhere.
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
        // The last one of an output says why it is generated.
        departures.sort { $0.source < $1.source }
        for (source, output) in departures { detach(source, from: output, &stale, &pass) }
        if outputs.isEmpty {
            outputs.reserveCapacity(arrivals.count)
            stale.reserveCapacity(arrivals.count)
        }
        for (home, arrived) in arrivals { attach(arrived.sorted(), to: home, &stale) }
    }

    /// A file may hold the mocks of thousands of sources, so they come all at once.
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

    /// A build may have put another module in the place of one that mocks depend on.
    mutating func addOutputsOfChangedModules(to stale: inout [DiskPath: Cause]) {
        guard let changed = interfaces?.forgetChanged().sorted(), !changed.isEmpty else { return }
        for (path, record) in outputs {
            guard let module = changed.first(where: { record.compiledModules[$0] != nil }) else { continue }
            stale[path] = .compiledModule(module)
        }
    }

    /// Adds the outputs that asked for a name whose answer changed.
    mutating func addDependents(of names: [NameKey: DiskPath], to stale: inout [DiskPath: Cause]) {
        func add(_ path: DiskPath, because source: DiskPath) {
            if stale[path] == nil { stale[path] = .changed(source) }
        }
        // In a first pass everything is stale already, and nobody needs to know who depends on whom.
        guard outputs.contains(where: { stale[$0.key] == nil }) else { return }
        dependents.prepare(outputs)
        for (name, source) in names.sorted(by: { $0.key < $1.key }) {
            if UniversalNames.keys.contains(name) {
                for path in outputs.keys { add(path, because: source) }
            } else {
                for path in dependents.outputs(of: name, in: outputs) { add(path, because: source) }
            }
        }
    }
}
