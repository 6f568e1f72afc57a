/// A path that belongs to a module as one of its sources.
struct Source: Hashable, Sendable {
    var path: DiskPath
    var module: Int
}
