import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// The head of the cache holds all that changes a byte of an output.
@Suite struct CacheHeadTests {
    @Test func `other names of folders give another head`() {
        var project = Project(root: "/kitchen")
        let before = CacheHead(project).bytes
        project.pathPrefixes.add("/kitchen/Sources", as: "S")
        let after = CacheHead(project).bytes
        #expect(before != after)
        project.pathPrefixes.add("/kitchen/Sources", as: "T")
        #expect(CacheHead(project).bytes != after)
    }

    /// A new field has to be added here, and to the head or to the fields that change no output.
    @Test func `each field of the description is hashed, or changes no byte of a cached output`() {
        func fields(_ value: Any) -> Set<String> { Set(Mirror(reflecting: value).children.compactMap(\.label)) }
        let hashed: Set = ["root", "modules", "pathPrefixes", "configurationFiles", "buildFolder"]
        // Modules have the settings that hold for them; files with seams are made at each start; records name the
        // versions of compiled modules; all others decide about messages, watching and removing.
        let others: Set = [
            "rootPath", "settings", "seams", "listsModules", "testTargets", "targetsWithoutLibrary", "notes", "details",
            "origins", "unwatchedModules", "unresolvedNames", "interfaces", "evidence",
        ]
        #expect(fields(Project(root: "/kitchen")) == hashed.union(others))
        let module = Module(name: "Kitchen", sources: [])
        #expect(
            fields(module) == [
                "name", "sources", "exclude", "output", "settings", "importStyle", "imports", "access", "dependencies",
                "defines", "target", "outputTarget", "isReadForNames", "lacksTests", "hasMocksOfBuild", "isIndexed",
                "index", "isOfOtherPackage", "absences", "leavesOutInnerProjects",
            ])
        #expect(
            fields(module.target) == [
                "name", "isMainActorByDefault", "importsInternallyByDefault", "upcomingFeatures", "languageMode",
                "availabilityMacros", "sharesMocks",
            ])
        #expect(
            fields(module.settings) == ["selection", "name", "style", "template", "forwards", "verifying", "frame"])
        #expect(fields(module.settings.frame) == ["header", "condition"])
        #expect(fields(module.settings.name) == ["pattern", "frame", "strip"])
    }
}
