internal import MockModel

/// One thing that a manifest needs before the tests of its package can compile mocks.
package enum ManifestAddition: Hashable, Sendable {
    /// `// swift-tools-version: 6.1` in place of an older version.
    case toolsVersion(PackageManifest.ToolsVersion)
    /// `swiftLanguageModes: [.v5]`, which an older tools version implied.
    case languageMode(String)
    /// `.package(url: "…", from: "1.0.0", traits: [])` in the package's dependencies.
    case package(code: String)
    /// `traits: []` in the dependency with this URL or path.
    case noTraits(of: String)
    /// `.product(name: "Mocking", package: "mockd")` in the dependencies of a test target.
    case product(String, package: String, target: String)
    /// `.testTarget(name: "AppTests", dependencies: ["App", …])`, with a product if the mocks need one.
    case testTarget(String, of: String, product: String?, package: String)

    /// The text to add.
    package var code: String {
        switch self {
        case .toolsVersion(let version): "// swift-tools-version: \(version.text)"
        case .languageMode(let mode): "swiftLanguageModes: [.v\(mode)]"
        case .package(let code): code
        case .noTraits: "traits: []"
        case .product(let name, let package, _): Self.product(name, package)
        case .testTarget(let name, let tested, let product, let package):
            ".testTarget(name: \"\(name)\", \(Self.dependencies(of: tested, product, package)))"
        }
    }

    /// The lines of ``code`` where it has lines of its own, each with a tab for a level of indentation.
    var lines: [String] {
        guard case .testTarget(let name, let tested, let product, let package) = self else { return [code] }
        return [
            ".testTarget(", "\tname: \"\(name)\",", "\t\(Self.dependencies(of: tested, product, package))", ")",
        ]
    }

    private static func dependencies(of tested: String, _ product: String?, _ package: String) -> String {
        let elements = ["\"\(tested)\""] + [product.map { Self.product($0, package) }].compactMap(\.self)
        return "dependencies: [\(elements.joined(separator: ", "))]"
    }

    private static func product(_ name: String, _ package: String) -> String {
        ".product(name: \"\(name)\", package: \"\(package)\")"
    }

    /// The part of the manifest that it belongs in, after "in".
    package var place: String {
        switch self {
        case .toolsVersion: "the first line"
        case .languageMode: "'Package(…)', after 'targets:'"
        case .package: "'dependencies:' of 'Package(…)', before 'targets:'"
        case .noTraits(let origin): "the dependency on '\(origin)'"
        case .product(_, _, let target): "'dependencies:' of test target '\(target)'"
        case .testTarget: "'targets:' of 'Package(…)'"
        }
    }
}

extension PackageManifest.ToolsVersion {
    /// `6.1`
    package var text: String { "\(major).\(minor)" }
}

/// The result of adding something to a manifest.
package enum ManifestEdit: Hashable, Sendable {
    /// The whole new text.
    case text(String)
    /// No new text: the manifest computes a part that would have to change. All additions are listed, with the line of
    /// the manifest, if it is known.
    case byHand([Step])

    package struct Step: Hashable, Sendable {
        package var addition: ManifestAddition
        package var line: Int?
    }
}

/// Adds the elements and arguments to the text of a manifest, where it has literals to add them to.
///
/// Everything else keeps its bytes: comments, tabs, line ends. The new text is read again, and if it does not describe
/// the old package with exactly these additions, the result is ``ManifestEdit/byHand(_:)``.
package func editManifest(_ text: String, adding additions: [ManifestAddition]) -> ManifestEdit {
    let (before, problems) = parseManifest(text, path: "")
    guard !problems.contains(where: { $0.severity == .error }) else {
        return .byHand(additions.map { ManifestEdit.Step(addition: $0, line: nil) })
    }
    var result = text
    var isPlaced = true
    for addition in additions {
        // Each addition moves what comes after it, so the next one has a tree of its own.
        var editor = ManifestEditor(result)
        isPlaced = editor.place(addition) && isPlaced
        result = editor.text
    }
    if isPlaced {
        let (after, problems) = parseManifest(result, path: "")
        let isRight = !problems.contains { $0.severity == .error } && after.matches(before, with: additions)
        if isRight { return .text(result) }
    }
    let editor = ManifestEditor(text)
    return .byHand(additions.map { ManifestEdit.Step(addition: $0, line: editor.line(of: $0)) })
}

extension PackageManifest {
    /// True if this is the other package with these additions and nothing else.
    fileprivate func matches(_ old: PackageManifest, with additions: [ManifestAddition]) -> Bool {
        var expected = old
        var (isNewPackage, withoutTraits) = (false, Set<String>())
        for addition in additions {
            switch addition {
            case .toolsVersion(let version): expected.toolsVersion = version
            case .languageMode(let mode): expected.languageModes = [mode]
            case .package: isNewPackage = true
            case .noTraits(let origin): withoutTraits.insert(origin)
            case .product(let name, let package, let target):
                for index in expected.targets.indices where expected.targets[index].name == target {
                    expected.targets[index].dependencies.append(.product(name, package: package))
                }
            case .testTarget(let name, let tested, let product, let package):
                expected.targets.append(
                    Target(
                        name: name, kind: .test,
                        dependencies: [.byName(tested)]
                            + [product.map { .product($0, package: package) }].compactMap(\.self)))
            }
        }
        for index in expected.dependencies.indices where withoutTraits.contains(expected.dependencies[index].place) {
            expected.dependencies[index].traits = []
        }
        let added = Set(facts(of: dependencies)).subtracting(facts(of: expected.dependencies))
        return toolsVersion == expected.toolsVersion && languageModes == expected.languageModes
            && products == expected.products && facts(of: targets) == facts(of: expected.targets)
            && added.count == (isNewPackage ? 1 : 0)
            && dependencies.count == expected.dependencies.count + added.count
    }

    /// The targets in any order and without their lines, which additions move.
    private func facts(of targets: [Target]) -> [Target: Int] {
        let facts = targets.map { target in
            var target = target
            target.line = nil
            target.dependencies.sort { "\($0)" < "\($1)" }
            return target
        }
        return Dictionary(facts.map { ($0, 1) }, uniquingKeysWith: +)
    }

    private func facts(of dependencies: [Dependency]) -> [Dependency] {
        dependencies.map { dependency in
            var dependency = dependency
            dependency.line = nil
            return dependency
        }
    }
}

extension PackageManifest.Dependency {
    /// The URL, the path or the name in a registry, as the manifest spells it.
    package var place: String {
        switch origin {
        case .path(let place), .url(let place), .registry(let place): place
        }
    }
}
