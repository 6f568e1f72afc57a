import MockTemplates
import Testing

/// The properties of types and members that templates written for Sourcery ask for.
@Suite struct ModelTests {
    private static let source = """
        import Foundation

        // sourcery: mockBaseClass = "Base", kinds = ["a", "b"], limits = { "x": 1 }
        // sourcery: kinds = "c"
        public protocol Shop: Base {
            associatedtype Item: Sequence where Item.Element == Int
            associatedtype Key = String
            // sourcery: mockMethodID = "sell_int"
            @available(macOS 12, *)
            @discardableResult func sell<T: Coin>(_ count: Int, to buyer: Buyer?, with coins: T...) async throws(Failure) -> (sum: Int, [String]) where T: Hashable
            func each(_ body: @escaping (Int, inout String) async throws -> Bool?, then: (() -> Void)?) rethrows // sourcery: inline
            func stop()
            static func make(_: Int, _ name: String) -> Names
            init?(text: String)
            var title: String! { get set }
            var parts: [String: [Int]] { get async throws }
            var any: (any Base)? { get }
            subscript<K>(key: K) -> Names where K: Hashable { get set }
            func items() -> Item
        }
        public protocol Base: Sendable { func rest() }
        typealias Names = [String]
        typealias Alias = Base & Named
        protocol Named {}
        class Buyer: Person {}
        class Person {}
        enum Outer { protocol Inner: Alias { func go() -> Set<Int> } }
        """

    @Test(arguments: [
        ("type.Shop.name", "Shop"), ("type.Shop.kind", "protocol"), ("type.Shop.accessLevel", "public"),
        ("type.Named.accessLevel", "internal"), ("type.Shop.module", "App"),
        ("type.Shop.annotations.mockBaseClass", "Base"),
        ("type.Shop.annotations.kinds|join:\"+\"", "a+b+c"), ("type.Shop.annotations.limits.x", "1"),
        ("type.Shop.based|count", "2"), ("type.Shop.implements.Base.name", "Base"), ("type.Shop.allMethods|count", "7"),
        ("type.Shop.methods|count", "6"), ("type.Shop.staticMethods|count", "2"), ("type.Shop.initializers|count", "1"),
        ("type.Shop.allVariables|count", "3"), ("type.Shop.allSubscripts|count", "1"),
        ("type.Shop.associatedTypes.Item.typeName", "Sequence"),
        ("type.Shop.associatedTypes.Item.type.kind", "protocol"),
        ("type.Shop.associatedTypes.Key.typeName.name", "String"),
        ("type.Shop.associatedTypes.Item.type.genericRequirements.0.leftType.name", "Item.Element"),
        ("type.Shop.associatedTypes.Item.type.genericRequirements.0.relationshipSyntax", "=="),
        ("type.Shop.imports.0.name", "Foundation"), ("type[\"Outer.Inner\"].localName", "Inner"),
        ("type[\"Outer.Inner\"].parentName", "Outer"), ("type[\"Outer.Inner\"].based.Named.name", "Named"),
        ("type[\"Outer.Inner\"].allMethods|count", "2"), ("type.Buyer.supertype.name", "Person"),
        ("type.Buyer.inherits.Person.kind", "class"), ("type.Shop.odd.odder", ""),
    ])
    func `a type`(path: String, value: String) throws {
        #expect(try TemplateFixture(Self.source).render("{{ \(path) }}") == value)
    }

    @Test(arguments: [
        ("0.name", "sell<T: Coin>(_ count: Int, to buyer: Buyer?, with coins: T...)"), ("0.shortName", "sell<T: Coin>"),
        ("0.callName", "sell"), ("0.selectorName", "sell(_:to:with:)"), ("0.isAsync", "true"), ("0.throws", "true"),
        ("0.throwsTypeName", "Failure"), ("0.rethrows", "false"), ("0.isGeneric", "true"),
        ("0.returnTypeName", "(sum: Int, [String]) where T: Hashable"), ("0.returnTypeName.isTuple", "true"),
        ("0.returnTypeName.tuple.elements.1.name", "1"), ("0.returnTypeName.tuple.elements.0.typeName", "Int"),
        ("0.annotations.mockMethodID", "sell_int"), ("0.attributes.available.0", "@available(macOS 12, *)"),
        ("0.attributes|count", "2"), ("0.definedInType.name", "Shop"), ("0.accessLevel", "public"),
        ("0.genericParameters.0.inheritedTypeName", "Coin"), ("0.genericRequirements|count", "1"),
        ("0.parameters.0.argumentLabel", ""), ("0.parameters.0.name", "count"), ("0.parameters.1.argumentLabel", "to"),
        ("0.parameters.1.isOptional", "true"), ("0.parameters.1.typeName.unwrappedTypeName", "Buyer"),
        ("0.parameters.1.type.kind", "class"), ("0.parameters.2.isVariadic", "true"), ("0.parameters.2.typeName", "T"),
        ("0.parameters.0.type.based.Equatable", "Equatable"), ("0.parameters.1.index", "1"),
        ("1.rethrows", "true"), ("1.throws", "false"), ("1.annotations.inline", "true"),
        ("1.parameters.0.typeName", "@escaping (Int, inout String) async throws -> Bool?"),
        ("1.parameters.0.unwrappedTypeName", "(Int, inout String) async throws -> Bool?"),
        ("1.parameters.0.typeAttributes.escaping|count", "1"), ("1.parameters.0.isClosure", "true"),
        ("1.parameters.0.typeName.closure.returnTypeName.isOptional", "true"),
        ("1.parameters.0.typeName.closure.parameters|count", "2"), ("1.parameters.0.typeName.closure.isAsync", "true"),
        ("1.parameters.1.typeName", "(() -> Void)?"), ("1.parameters.1.typeName.isClosure", "true"),
        ("2.selectorName", "stop"), ("2.returnTypeName", "Void"), ("2.returnTypeName.isVoid", "true"),
        ("3.isStatic", "true"), ("3.parameters.0.name", ""), ("3.parameters.0.asSource", "_: Int"),
        ("3.returnTypeName.actualTypeName", "[String]"), ("3.returnTypeName.isArray", "true"),
        ("4.isInitializer", "true"), ("4.isFailableInitializer", "true"), ("4.name", "init?(text: String)"),
        ("4.isOptionalReturnType", "true"), ("5.actualReturnTypeName", "Sequence"),
    ])
    func `a method`(path: String, value: String) throws {
        #expect(try TemplateFixture(Self.source).render("{{ type.Shop.methods.\(path) }}") == value)
    }

    @Test(arguments: [
        ("variables.0.typeName", "String!"), ("variables.0.isImplicitlyUnwrappedOptional", "true"),
        ("variables.0.isOptional", "true"), ("variables.0.writeAccess", "public"), ("variables.1.writeAccess", ""),
        ("variables.1.isDictionary", "true"), ("variables.1.typeName.dictionary.valueTypeName.isArray", "true"),
        ("variables.1.isAsync", "true"), ("variables.1.throws", "true"), ("variables.1.isMutable", "false"),
        ("variables.2.typeName", "any Base?"), ("variables.2.unwrappedTypeName", "any Base"),
        ("variables.2.type.kind", "protocol"), ("allSubscripts.0.parameters.0.asSource", "key: K"),
        ("allSubscripts.0.isMutable", "true"), ("allSubscripts.0.returnTypeName", "Names"),
        ("allSubscripts.0.genericRequirements.0.rightType.name", "Hashable"),
    ])
    func `a variable or a subscript`(path: String, value: String) throws {
        #expect(try TemplateFixture(Self.source).render("{{ type.Shop.\(path) }}") == value)
    }

    @Test func `a request for a mock without keys is the annotation mockable`() throws {
        let fixture = TemplateFixture(
            "/// @mockable\nprotocol A {}\n// sourcery: AutoMockable\nprotocol B {}\n// sourcery:begin: x\n\nprotocol C {}"
        )
        #expect(
            try fixture.render(
                "{{ type.A.annotations.mockable }} {{ type.B.annotations.AutoMockable }} {{ type.C.annotations|count }}"
            )
                == "true true 0")
    }
}
