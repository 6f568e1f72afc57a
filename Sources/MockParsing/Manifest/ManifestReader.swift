import MockModel
import SwiftSyntax

/// Converts the package object of a manifest into a ``PackageManifest`` and reports missing parts.
struct ManifestReader {
    /// The end of every message about a value that reading cannot determine.
    static let wayOut = "describe the modules in .mockd.yml, which 'mockd init --config' starts for you"

    /// The end of every message about a broken manifest.
    static let wayOutOfMistakes = "mend it; no mock is removed until then"

    let interpreter: ManifestInterpreter

    func read(_ package: ManifestCall, toolsVersion: PackageManifest.ToolsVersion?) -> PackageManifest {
        check(package, labels: Labels.package)
        let modes = package["swiftLanguageModes"].array ?? package["swiftLanguageVersions"].array ?? []
        var manifest = PackageManifest(
            name: package["name"].string ?? "",
            toolsVersion: toolsVersion,
            languageModes: modes.compactMap(Self.languageMode),
            targets: elements(of: package["targets"], in: package, missing: "targets may be missing")
                .compactMap { target($0, in: package) },
            products: calls(package["products"], in: package, each: "a product").compactMap(product),
            dependencies: calls(package["dependencies"], in: package, each: "a dependency").compactMap(dependency))
        manifest.mayOfferMore =
            hasUnknown(package["products"]) { $0["name"].string != nil }
            || hasUnknown(package["dependencies"]) { call in
                !call.isUncertain && ["path", "url", "id"].contains { call[$0].string != nil }
            }
        manifest.findPackagesBehindTraits(uses(package), traits: traits(of: package))
        return manifest
    }

    /// True if not each element of a list is an object that says what it has to.
    private func hasUnknown(_ list: ManifestValue, _ isKnown: (ManifestCall) -> Bool) -> Bool {
        switch list {
        case .absent: false
        case .array(let elements): !elements.allSatisfy { $0.call.map(isKnown) ?? false }
        default: true
        }
    }

    // MARK: Targets

    private func target(_ value: ManifestValue, in package: ManifestCall) -> PackageManifest.Target? {
        if isMistake(value, insteadOf: "a target", in: package) { return nil }
        guard case .call(let call) = value else {
            warnOfUnknown(value, "a target may be missing", else: package.position)
            return nil
        }
        guard let kind = call.targetKind.flatMap(PackageManifest.Target.Kind.init) else {
            reportDoubt("'\(call.name)'", "a target may be missing", at: call.position)
            return nil
        }
        check(call, labels: Labels.target)
        guard let name = string(call["name"], for: "the name of a target", in: call) else {
            warnOfUnknown(call["name"], "a target is left out", else: call.position)
            return nil
        }
        if call["path"].isUnknown {
            warnOfUnknown(call["path"], "target '\(name)' is left out")
            return nil
        }
        var target = PackageManifest.Target(name: name, kind: kind, line: call.position.line)
        target.path = string(call["path"], for: "the path of a target", in: call)
        target.exclude = strings(call["exclude"], in: call, missing: "files that '\(name)' excludes may be read")
        if case .absent = call["sources"] {
        } else {
            target.sources = strings(call["sources"], in: call, missing: "sources of '\(name)' may be missing")
        }
        // `.process("Texts")`, `.copy("Photos/")`: the path is the first argument. SwiftPM drops the slash, too.
        target.resources = calls(call["resources"], in: call, each: "a resource").compactMap { resource in
            resource.arguments.first?.value.string.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        }
        let missing = "dependencies of '\(name)' may be missing"
        target.dependencies = elements(of: call["dependencies"], in: call, missing: missing)
            .compactMap { targetDependency($0, of: name, in: call) }
        target.plugins = elements(of: call["plugins"], in: call, missing: nil).compactMap { plugin in
            if let name = plugin.call?["name"] { return name.string }
            return string(plugin, for: "a plugin", in: call)
        }
        target.settings = settings(calls(call["swiftSettings"], in: call, each: "a setting"), of: name)
        return target
    }

    private func targetDependency(
        _ value: ManifestValue, of target: String, in owner: ManifestCall
    ) -> PackageManifest.Target.Dependency? {
        if case .string(let name) = value { return .byName(name) }
        if isMistake(value, insteadOf: "a dependency", in: owner) { return nil }
        guard case .call(let call) = value else {
            warnOfUnknown(value, "a dependency of '\(target)' may be missing", else: owner.position)
            return nil
        }
        check(call, labels: Labels.targetDependency)
        guard holdsOnLinux(call["condition"]) else { return nil }
        guard let name = string(call["name"], for: "the name of a dependency", in: call) else {
            warnOfUnknown(call["name"], "a dependency of '\(target)' is left out", else: call.position)
            return nil
        }
        switch call.name {
        case "target", "targetItem": return .target(name)
        case "product", "productItem": return .product(name, package: call["package"].string)
        case "byName", "byNameItem": return .byName(name)
        default:
            reportDoubt("'\(call.name)'", "a dependency of '\(target)' may be missing", at: call.position)
            return .byName(name)
        }
    }

    private func settings(_ calls: [ManifestCall], of target: String) -> PackageManifest.Settings {
        var settings = PackageManifest.Settings()
        for call in calls {
            // A later version of SwiftPM may have more, and most settings change no mock.
            if !Self.settings.contains(call.name) {
                warnOfUnknown(.call(call), "settings of '\(target)' may be missing")
            }
            let condition = call.arguments.dropFirst().first { $0.value.call?.name == "when" }?.value ?? .absent
            guard holdsOnLinux(condition) else { continue }
            switch (call.name, call.unlabelled) {
            // A flag that only some build sets would activate the wrong branches of `#if`.
            case ("define", .string(let flag)) where !call.isUncertain: settings.defines.append(flag)
            case ("enableUpcomingFeature", .string(let feature)): settings.upcomingFeatures.append(feature)
            case ("enableExperimentalFeature", .string(let feature)): settings.add(experimentalFeature: feature)
            case ("defaultIsolation", .symbol("MainActor", _)): settings.isMainActorByDefault = true
            case ("swiftLanguageMode", let mode), ("swiftLanguageVersion", let mode):
                settings.languageMode = Self.languageMode(mode)
            default: continue
            }
        }
        settings.importsInternallyByDefault = settings.upcomingFeatures.contains("InternalImportsByDefault")
        return settings
    }

    /// True if a `.when(…)` condition holds in a debug build on Linux; tests are debug builds.
    private func holdsOnLinux(_ condition: ManifestValue) -> Bool {
        guard case .call(let call) = condition else { return true }
        if case .symbol("release", _) = call["configuration"] { return false }
        // An empty list is no condition for SwiftPM.
        guard let platforms = call["platforms"].array, !platforms.isEmpty, !platforms.contains(where: \.isUnknown)
        else { return true }
        if platforms.contains(where: { $0.equals(.symbol("linux"), interpreter.work) == true }) { return true }
        for case .symbol(let name, let position) in platforms where !Self.platforms.contains(name) {
            warnOfUnknown(.symbol(name, at: position), "Linux may be missing here", else: call.position)
        }
        return false
    }

    // MARK: Package

    private func product(_ call: ManifestCall) -> PackageManifest.Product? {
        check(call, labels: nil)
        guard let name = call["name"].string else { return nil }
        return PackageManifest.Product(name: name, targets: strings(call["targets"], in: call, missing: nil))
    }

    private func dependency(_ call: ManifestCall) -> PackageManifest.Dependency? {
        let origin: PackageManifest.Dependency.Origin
        if let path = call["path"].string {
            origin = .path(path)
        } else if let url = call["url"].string {
            origin = .url(url)
        } else if let id = call["id"].string {
            origin = .registry(id)
        } else {
            if !call.arguments.contains(where: { ["path", "url", "id"].contains($0.label) }) {
                reportDoubt("'\(call.name)'", "a dependency may be missing", at: call.position)
            }
            return nil
        }
        return PackageManifest.Dependency(
            name: call["name"].string, origin: origin, isUncertain: call.isUncertain,
            traits: enabledTraits(call["traits"]), line: call.position.line)
    }

    /// The traits that a dependency enables, without those on conditions.
    private func enabledTraits(_ traits: ManifestValue) -> [String] {
        if case .absent = traits { return ["default"] }
        return traits.array?.compactMap { trait in
            if trait.equals(.symbol("defaults"), interpreter.work) == true { return "default" }
            guard let call = trait.call else { return trait.string }
            if case .absent = call["condition"] { return call["name"].string }
            return nil
        } ?? []
    }

    // MARK: Traits

    /// The packages that targets use, each with the traits that enable the use.
    private func uses(_ package: ManifestCall) -> [(package: String, traits: [String])] {
        var uses: [(package: String, traits: [String])] = []
        // Loops: the type of a chain of lazy sequences takes longer to be made than a manifest to be read.
        for target in package["targets"].array ?? [] {
            for dependency in target.call?["dependencies"].array ?? [] {
                guard let call = dependency.call, let package = call["package"].string else { continue }
                uses.append((package, call["condition"].call?["traits"].array?.compactMap(\.string) ?? []))
            }
        }
        return uses
    }

    /// The traits that each trait enables.
    private func traits(of package: ManifestCall) -> [String: [String]] {
        let traits = (package["traits"].array ?? []).compactMap(\.call).map { call in
            (call.name == "default" ? call.name : call["name"].string ?? "", call["enabledTraits"].array ?? [])
        }
        return Dictionary(traits.map { ($0, $1.compactMap(\.string)) }, uniquingKeysWith: +)
    }

    /// `.v6`, `.v4_2`, `.version("6")`.
    private static func languageMode(_ value: ManifestValue) -> String? {
        switch value {
        case .symbol(let name, _) where name.hasPrefix("v"):
            String(name.dropFirst().map { $0 == "_" ? "." : $0 })
        case .call(let call) where call.name == "version": call.unlabelled.string
        default: nil
        }
    }

    // MARK: Arrays with holes

    /// The known elements. Each unknown one gets a warning that says what is missing; if `missing` is `nil`, there is
    /// none.
    private func elements(
        of value: ManifestValue, in owner: ManifestCall, missing: String?
    ) -> [ManifestValue] {
        switch value {
        case .array(let elements):
            if let missing {
                for element in elements where element.isUnknown { warnOfUnknown(element, missing) }
            }
            return elements.filter { !$0.isUnknown }
        case .absent: return []
        default:
            if !isMistake(value, insteadOf: "a list", in: owner), let missing { warnOfUnknown(value, missing) }
            return []
        }
    }

    /// The known objects in a list of nothing else.
    private func calls(_ value: ManifestValue, in owner: ManifestCall, each kind: String) -> [ManifestCall] {
        elements(of: value, in: owner, missing: nil).filter { !isMistake($0, insteadOf: kind, in: owner) }
            .compactMap(\.call)
    }

    private func strings(_ value: ManifestValue, in owner: ManifestCall, missing: String?) -> [String] {
        elements(of: value, in: owner, missing: missing).compactMap { string($0, for: "a string", in: owner) }
    }

    /// The string, if the value is a known one; reports a literal of another type and a bare member.
    private func string(_ value: ManifestValue, for kind: String, in owner: ManifestCall) -> String? {
        if let string = value.string { return string }
        _ = isMistake(value, insteadOf: kind, in: owner)
        return nil
    }

    private func warnOfUnknown(_ value: ManifestValue, _ consequence: String, else position: SourcePosition? = nil) {
        let subject: String
        let location: SourcePosition
        switch value {
        case .unknown(let unknown):
            subject = unknown.text.map { "'\($0)'" } ?? "what stands here"
            location = unknown.position
        case .call(let call): (subject, location) = ("'\(call.name)'", call.position)
        case .symbol(let name, let position?): (subject, location) = ("'.\(name)'", position)
        default:
            guard let position else { return }
            (subject, location) = ("what stands here", position)
        }
        interpreter.report(
            .warning,
            "\(subject) cannot be known without running the manifest, so \(consequence); "
                + Self.wayOut,
            "manifest-not-static", at: location)
    }
}

extension ManifestCall {
    /// The target's type, in the words of `Target.TargetType`: `test` for `.testTarget(…)`; `nil` if this is not a
    /// target.
    var targetKind: String? {
        switch name {
        case "target", "Target": "regular"
        case "executableTarget": "executable"
        case "testTarget": "test"
        case "macro": "macro"
        case "plugin": "plugin"
        case "systemLibrary": "system"
        case "binaryTarget": "binary"
        default: nil
        }
    }
}
