internal import MockModel
internal import SystemPackage

/// Files and folders that could not be read when they were last looked at.
///
/// Those that were read before are what they were then. Of the others nobody knows what they declare: their mocks must
/// not be removed, nor be left out of a file that may hold them.
struct UnreadPlaces: Sendable {
    struct Place: Sendable {
        var isFolder: Bool
        /// A folder may be below several modules.
        var modules: Set<Int>
        /// There is nothing, where a folder with sources should be.
        var isMissing: Bool
        /// Nothing that was read before stands for it.
        var isUnknown: Bool
        /// It could be read, but not what it says: only another content makes it worth another try.
        var isQuarantined = false
    }

    private(set) var places: [DiskPath: Place] = [:]

    var isEmpty: Bool { places.isEmpty }

    func contains(_ path: DiskPath) -> Bool { places[path] != nil }

    mutating func add(_ path: DiskPath, _ place: Place) {
        let modules = places[path]?.modules ?? []
        places[path] = place
        places[path]?.modules.formUnion(modules)
    }

    /// Whether it was one of them.
    mutating func remove(_ path: DiskPath) -> Bool {
        if places.isEmpty { return false }
        return places.removeValue(forKey: path) != nil
    }

    func paths(in modules: Set<Int>) -> [DiskPath] {
        places.filter { !$0.value.modules.isDisjoint(with: modules) }.map(\.key)
    }

    /// Whether a module may have types that nobody knows.
    func hidesTypes(of module: Int) -> Bool {
        places.values.contains { $0.isUnknown && $0.modules.contains(module) }
    }

    /// Whether nobody knows what a file declares.
    func hides(_ path: DiskPath) -> Bool { holds(path) { $0.isUnknown } }

    /// Whether a file lies below a folder that cannot be listed: then it is not gone, only out of sight.
    func conceals(_ path: DiskPath) -> Bool { holds(path) { $0.isFolder && !$0.isMissing } }

    /// Whether a path is such a place or lies below one.
    private func holds(_ path: DiskPath, _ isMeant: (Place) -> Bool) -> Bool {
        var path = path
        while !places.isEmpty, !path.text.isEmpty {
            if let place = places[path], isMeant(place) { return true }
            path = path.folder
        }
        return false
    }
}

extension Engine {
    /// Takes note of what could not be read, and says so.
    mutating func noteUnread(_ error: FileSystemError, _ path: DiskPath, isFolder: Bool, in module: Int) {
        let isThere = !error.errno.meansMissing
        let what = "cannot \(isFolder ? "list the folder" : "read the file"): \(error.cause)"
        let problem = Diagnostic(
            path: project.displayPath(of: path), position: nil, severity: .error,
            message: isThere ? "\(what); its mocks stay as they are" : what, code: "unreadable")
        if problems[path] != [problem] { problems[path] = [problem] }
        let isKnown = isFolder ? sources.keys.contains { $0.isInside(path) } : sources[path] != nil
        unread.add(
            path,
            UnreadPlaces.Place(
                isFolder: isFolder, modules: [module], isMissing: !isThere, isUnknown: isThere && !isKnown))
    }

    /// Takes note of a source that is left out because processes died of it, and says so.
    mutating func noteQuarantined(_ path: DiskPath, in module: Int) {
        let problem = Quarantine.diagnostic(project.displayPath(of: path), .reading)
        if problems[path] != [problem] { problems[path] = [problem] }
        unread.add(
            path,
            UnreadPlaces.Place(
                isFolder: false, modules: [module], isMissing: false, isUnknown: sources[path] == nil,
                isQuarantined: true))
    }

    /// Takes back what was said about a place; what else there is to say is found out by whoever looks at it.
    mutating func noteRead(_ path: DiskPath) {
        guard unread.remove(path) else { return }
        problems[path] = nil
        showProblems(of: path)
    }

    /// So many are tried again with each change; more wait until everything is looked at.
    private static let mostTried = 64

    /// Looks whether some of them can be read by now.
    mutating func tryUnread(_ pass: inout Pass) {
        guard !unread.isEmpty, unread.places.count <= Self.mostTried else { return }
        var modules: Set<Int> = []
        var files: [Source] = []
        for (path, place) in unread.places where !place.isQuarantined && isDifferent(place, at: path) {
            if place.isFolder {
                modules.formUnion(place.modules)
            } else if let module = place.modules.min() {
                files.append(Source(path: path, module: module))
            }
            noteRead(path)
        }
        if !modules.isEmpty { scan(modules.intersection(scannedModules), &pass) }
        load(files, &pass)
    }

    /// Whether it can be read by now, or is gone, or there again.
    private func isDifferent(_ place: UnreadPlaces.Place, at path: DiskPath) -> Bool {
        do throws(FileSystemError) {
            if place.isFolder {
                _ = try fileSystem.entries(of: path.filePath, withStates: false)
            } else {
                _ = try fileSystem.file(at: path.filePath, limit: LocalFileSystem.largestSource)
            }
            return true
        } catch {
            return error.errno.meansMissing != place.isMissing || error.errno == .fileTooLarge
        }
    }
}
