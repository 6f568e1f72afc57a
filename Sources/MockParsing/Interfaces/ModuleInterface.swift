package import MockModel

/// The declarations of a compiled module, from the interface that the toolchain prints.
///
/// Such a text is long and hardly any of it is needed. It is split into top-level declarations by line, without a
/// parser; only those requested by name are parsed.
package struct ModuleInterface: Sendable {
    /// The part of the text that mocks can depend on. Reducing it again changes nothing.
    package let text: String
    /// The modules that the text imports.
    package let imports: [String]
    /// The declarations that introduce a name, at any depth, as indices of `declarations`.
    let indicesByName: [String: [Int]]
    private let declarations: [String]
    private let sendableTypes: Set<String>

    /// - Parameter text: the output of `swift-synthesize-interface`, or the `text` of an earlier interface.
    package init(_ text: String) {
        let units = InterfaceUnit.units(of: InterfaceUnit.lines(of: text))
        imports = units.filter { $0.keyword == "import" }.compactMap(\.name)
        let kept = units.compactMap(\.reduced)
        declarations = kept.map { $0.lines.joined(separator: "\n") }
        var indicesByName: [String: [Int]] = [:]
        for (index, unit) in kept.enumerated() {
            for name in unit.declaredNames { indicesByName[name, default: []].append(index) }
        }
        self.indicesByName = indicesByName
        sendableTypes = Set(kept.filter(\.makesSendable).compactMap(\.name))
        self.text = (imports.map { "import \($0)" } + declarations).joined(separator: "\n") + "\n"
    }

    /// The types with this simple name, nested ones included.
    package func types(named name: String) -> [TypeDeclaration] {
        (indicesByName[name] ?? []).flatMap { index in
            SourceParser(extent: .everything)
                .parse(Array((declarations[index] + Self.marker).utf8), path: "").file.types
                .filter { $0.name == name }.map(addingConformance)
        }
    }

    /// Returns the module's declaration of an outermost type.
    package func outermostType(named name: String) -> TypeDeclaration? {
        types(named: name).first(where: \.enclosing.isEmpty)
    }

    /// Returns, by outermost types, the declarations of each and its extensions, with all that is printed of them.
    ///
    /// - Parameter text: the output of `swift-synthesize-interface`.
    package static func surfaces(in text: String) -> [String: String] {
        var surfaces: [String: String] = [:]
        for unit in InterfaceUnit.units(of: InterfaceUnit.lines(of: text)) {
            guard ["class", "struct", "enum", "actor", "extension"].contains(unit.keyword), let name = unit.name else {
                continue
            }
            let outermost = String(name.prefix { $0 != "." })
            for line in unit.lines { surfaces[outermost, default: ""] += line + "\n" }
        }
        return surfaces
    }

    /// Marks a reduced text as one to parse: without anything to mock it is not parsed, however many structures it
    /// declares.
    private static let marker = "\ntypealias MockdInterface = Never\n"

    private func addingConformance(_ type: TypeDeclaration) -> TypeDeclaration {
        guard sendableTypes.contains(type.qualifiedName) else { return type }
        return type.with(inherited: type.inherited + [.named("Sendable")])
    }
}
