internal import MockModel
internal import SwiftParser
internal import SwiftSyntax

/// The declarations of one mock in a generated text, without bodies: what a test can write.
package struct GeneratedInterface: Hashable, Sendable {
    /// The members of the mock or of a type in it.
    package struct Section: Hashable, Sendable {
        /// The name of the type.
        package var type: String
        /// The type's own declaration: `final class MockCook: Cook, Mock`.
        package var declaration: String
        package var members: [Member] = []
    }

    package struct Member: Hashable, Sendable {
        /// `ramen`, `name`, `subscript`; an initializer with its labels: `init(a:)`.
        package var name: String
        /// One line: `func ramen(bowls: Int) -> Bool`, `var name: String { get set }`.
        package var declaration: String
        /// `nil` for a member that leads to no clause.
        package var clause: Clause?
        /// The condition of the `#if` around the member: `DEBUG`; `nil` for none, or one that always holds here.
        package var condition: String?
    }

    /// The mock's own members come first; then those of the types in it.
    package var sections: [Section]

    /// Returns the declarations of the mock and of its extensions; `nil` if the text does not declare it, or is too
    /// complex to be read.
    package static func read(_ text: [UInt8], of mock: String) -> GeneratedInterface? {
        text.withUnsafeBufferPointer { buffer in
            guard ShapeCheck.offence(in: Bytes(buffer: buffer)) == nil else { return nil }
            var reader = Reader(mock: mock)
            reader.read(SourceParser.tree(of: buffer).statements)
            return reader.sections.isEmpty ? nil : GeneratedInterface(sections: reader.sections)
        }
    }
}

extension GeneratedInterface {
    private struct Reader {
        let mock: String
        var sections: [Section] = []
        /// The condition of the `#if` around what is read.
        private var condition: String?

        init(mock: String) { self.mock = mock }

        mutating func read(_ items: CodeBlockItemListSyntax) {
            for item in items {
                guard case .decl(let declaration) = item.item else { continue }
                if let chain = declaration.as(IfConfigDeclSyntax.self) {
                    for clause in chain.clauses {
                        if case .statements(let items) = clause.elements { read(items) }
                    }
                } else if let group = declaration.asProtocol((any DeclGroupSyntax).self) {
                    readOutermost(group)
                }
            }
        }

        private mutating func readOutermost(_ group: any DeclGroupSyntax) {
            if let node = group.as(ExtensionDeclSyntax.self) {
                guard node.extendedType.normalizedText == mock,
                    let own = sections.firstIndex(where: { $0.type == mock })
                else { return }
                read(group.memberBlock.members, into: own)
            } else if GeneratedInterface.name(of: group) == mock {
                readType(group)
            }
        }

        private mutating func readType(_ group: any DeclGroupSyntax) {
            var head = group
            head.memberBlock.members = []
            let text = head.normalizedText
            sections.append(
                Section(
                    type: GeneratedInterface.name(of: group) ?? "",
                    declaration: String(
                        (text.hasSuffix("{}") ? text.dropLast(2) : text.dropLast(3))[...].trimmingSpaces)))
            read(group.memberBlock.members, into: sections.count - 1)
        }

        private mutating func read(_ members: MemberBlockItemListSyntax, into section: Int) {
            for member in members {
                if let chain = member.decl.as(IfConfigDeclSyntax.self) {
                    readBranches(of: chain, into: section)
                } else if let group = member.decl.asProtocol((any DeclGroupSyntax).self) {
                    readType(group)
                } else if var found = GeneratedInterface.member(member.decl) {
                    found.clause = GeneratedInterface.clause(of: member.decl)
                    found.condition = condition
                    sections[section].members.append(found)
                }
            }
        }

        private mutating func readBranches(of chain: IfConfigDeclSyntax, into section: Int) {
            let outer = condition
            var others: [String] = []
            for clause in chain.clauses {
                guard case .decls(let members) = clause.elements else { continue }
                let own = clause.condition.map(\.normalizedText)
                let all = ([outer] + others + [own]).compactMap(\.self).filter { $0 != "os(Linux)" }
                condition = all.isEmpty ? nil : CodeWriter.joined(all)
                read(members, into: section)
                if let own { others.append("!(\(own))") }
            }
            condition = outer
        }
    }

    private static func name(of group: any DeclGroupSyntax) -> String? {
        switch DeclSyntax(group).as(DeclSyntaxEnum.self) {
        case .classDecl(let node): node.name.text
        case .actorDecl(let node): node.name.text
        case .structDecl(let node): node.name.text
        case .enumDecl(let node): node.name.text
        default: nil
        }
    }

    /// Returns the member as one line; `nil` for a private one.
    private static func member(_ declaration: DeclSyntax) -> Member? {
        let modifiers = declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers ?? []
        if modifiers.contains(where: { $0.detail == nil && ["private", "fileprivate"].contains($0.name.text) }) {
            return nil
        }
        switch declaration.as(DeclSyntaxEnum.self) {
        case .functionDecl(var node):
            node.body = nil
            return Member(name: node.name.text, declaration: node.normalizedText)
        case .initializerDecl(var node):
            node.body = nil
            let labels = node.signature.parameterClause.parameters.map { $0.firstName.text + ":" }
            return Member(name: "init(\(labels.joined()))", declaration: node.normalizedText)
        case .subscriptDecl(var node):
            let accessors = accessors(node.accessorBlock)
            node.accessorBlock = nil
            return Member(name: "subscript", declaration: node.normalizedText + accessors)
        case .variableDecl(var node): return variable(&node)
        case .typeAliasDecl(let node): return Member(name: node.name.text, declaration: node.normalizedText)
        case .enumCaseDecl(let node):
            return Member(name: node.elements.first?.name.text ?? "", declaration: node.normalizedText)
        default: return nil
        }
    }

    /// A value is shown where it alone tells the type.
    private static func variable(_ node: inout VariableDeclSyntax) -> Member? {
        guard let binding = node.bindings.first else { return nil }
        let accessors = accessors(binding.accessorBlock)
        node.bindings = PatternBindingListSyntax(
            node.bindings.map { binding in
                var binding = binding
                binding.accessorBlock = nil
                if binding.typeAnnotation != nil { binding.initializer = nil }
                return binding
            })
        return Member(
            name: binding.pattern.normalizedText,
            declaration: String(node.normalizedText[...].trimmingSpaces) + accessors)
    }

    /// Returns ` { get set }` with the effects of the getter; nothing for a stored property.
    private static func accessors(_ block: AccessorBlockSyntax?) -> String {
        guard let block else { return "" }
        guard case .accessors(let list) = block.accessors else { return " { get }" }
        let names = list.compactMap { accessor -> String? in
            let name = accessor.accessorSpecifier.text
            guard ["get", "set", "_modify", "unsafeAddress", "_read"].contains(name) else { return nil }
            let effects = accessor.effectSpecifiers.map { " " + $0.normalizedText } ?? ""
            return name + effects
        }
        return names.isEmpty ? "" : " { \(names.joined(separator: " ")) }"
    }
}
