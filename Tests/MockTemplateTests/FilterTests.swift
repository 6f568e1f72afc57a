import MockModel
import MockTemplates
import Testing

@Suite struct FilterTests {
    @Test(arguments: [
        ("\"urlValue\"|upperFirstLetter", "UrlValue"), ("\"URLValue\"|lowerFirstLetter", "uRLValue"),
        ("\"URLChooser\"|lowerFirstWord", "urlChooser"), ("\"Chooser\"|lowerFirstWord", "chooser"),
        ("\"URL\"|lowerFirstWord", "url"), ("\"bar_arg1_arg2_\"|snakeToCamelCase", "BarArg1Arg2"),
        ("\"_a_b\"|snakeToCamelCase", "_AB"), ("\"_a_b\"|snakeToCamelCase:true", "AB"),
        ("\"SOME_NAME\"|snakeToCamelCase", "SomeName"), ("\"someURLValue\"|camelToSnakeCase", "some_url_value"),
        ("\"a.b\"|replace:\".\",\"_\"", "a_b"), ("\"aaa\"|replace:\"a\",\"\"", ""),
        ("\"some $URL\"|swiftIdentifier", "Some_URL"), ("\"25 light\"|swiftIdentifier:\"pretty\"", "_25Light"),
        ("\"class\"|escapeReservedKeywords", "`class`"), ("\"named\"|escapeReservedKeywords", "named"),
        ("\"abc\"|contains:\"b\"", "true"), ("\"abc\"|!contains:\"b\"", "false"),
        ("\"abc\"|hasPrefix:\"ab\"", "true"), ("\"abc\"|hasSuffix:\"ab\"", "false"),
        ("\"abc\"|!hasPrefix:\"b\"", "true"),
        ("\"somethingNamed\"|titleCase", "Something Named"), ("\"a b\"|capitalise", "A B"),
        ("\"aB\"|uppercase", "AB"), ("\"aB\"|lowercase", "ab"), ("\"a\"|indent:2,\"-\",true", "--a"),
        ("\"a/b\"|basename", "b"), ("\"a/b\"|dirname", "a"), ("\"a b\"|removeNewlines", "ab"),
    ])
    func `a filter for texts gives another text`(filter: String, result: String) throws {
        #expect(try TemplateFixture().render("{{ \(filter) }}") == result)
    }

    @Test(arguments: [
        ("list|count", "3"), ("list|isEmpty", "false"), ("none|isEmpty", "true"), ("none|!isEmpty", "false"),
        ("list|reversed|join:\"\"", "acb"), ("list|sorted:\"description\"|join:\"\"", "bca"),
        ("list|toArray|count", "3"), ("one|toArray|count", "1"), ("list|last", "a"), ("none|last", ""),
        ("map|sortedValuesByKeys|join:\"\"", "xy"), ("list|push:one|count", "4"), ("map|member:\"p\"", "x"),
        ("map.count", "2"), ("list.last", "a"), ("none.last", ""), ("map.last", ""), ("list|contains:\"c\"", "true"),
        ("list.last.name", ""), ("one|filter:\"upperFirstLetter\"", "Z"),
    ])
    func `a filter for lists`(filter: String, result: String) throws {
        let arguments: [String: TemplateValue] = [
            "list": .list([.text("b"), .text("c"), .text("a")]), "none": .list([]), "one": .text("z"),
            "map": .mapping(["q": .text("y"), "p": .text("x")]),
        ]
        let text = "{% set list argument.list %}{% set none argument.none %}{% set one argument.one %}"
        #expect(
            try TemplateFixture().render("\(text){% set map argument.map %}{{ \(filter) }}", arguments: arguments)
                == result)
    }

    private static let source = """
        // sourcery: mockable, level = 3, outer:key = "v"
        public protocol Shop: Base, Sendable {
            // sourcery: kept
            func sell(_ count: Int) throws
            static func open() async
            init(name: String)
            var pair: (Int, Int) { get }
            var title: String? { get set }
            static var all: [Int] { get }
        }
        protocol Base {}
        class Till: Drawer { func count() {}; class func make() {} }
        class Drawer {}
        struct Coin {}
        enum Side { case head }
        """

    @Test(arguments: [
        ("types.protocols|annotated:\"mockable\"", "Shop"), ("types.protocols|!annotated:\"mockable\"", "Base"),
        ("types.protocols|annotated:\"level = 3\"", "Shop"), ("types.protocols|annotated:\"outer.key=v\"", "Shop"),
        ("types.protocols|annotated:\"level=4\"", ""),
        ("types.protocols|based:\"Base\"", "Shop"), ("types.protocols|!based:\"Base\"", "Base"),
        ("types.protocols|implements:\"Base\"", "Shop"), ("types.protocols|based:\"Sendable\"", "Shop"),
        ("types.classes|inherits:\"Drawer\"", "Till"), ("types.classes|!inherits:\"Drawer\"", "Drawer"),
        ("types.based.Base", "Shop"), ("types.implementing.Base", "Shop"), ("types.inheriting.Drawer", "Till"),
        ("types.all|struct", "Coin"), ("types.all|enum", "Side"), ("types.all|class", "Till,Drawer"),
        ("types.all|!class", "Coin,Side"), ("types.protocols|public", "Shop"), ("types.protocols|!public", "Base"),
        ("types.all|extension", ""), ("types.protocols|protocol|count", "2"),
        ("type.Shop.methods|throws", "sell(_ count: Int)"), ("type.Shop.methods|!throws|static|!initializer", "open()"),
        ("type.Shop.methods|initializer", "init(name: String)"), ("type.Shop.methods|instance", "sell(_ count: Int)"),
        ("type.Shop.methods|annotated:\"kept\"", "sell(_ count: Int)"), ("type.Till.methods|class", "make()"),
        ("type.Shop.methods|!definedInExtension|count", "3"), ("type.Shop.methods|definedInExtension|count", "0"),
        ("type.Shop.variables|computed", "pair"), ("type.Shop.variables|stored", "title"),
        ("type.Shop.variables|tuple", "pair"), ("type.Shop.variables|optional", "title"),
        ("type.Shop.variables|static", "all"), ("type.Shop.variables|instance|!tuple", "title"),
        ("type.Shop.variables|publicGet|count", "3"), ("type.Shop.variables|publicSet", "title"),
    ])
    func `a filter for declarations keeps those that it is true of`(filter: String, result: String) throws {
        let text = "{% for found in \(filter) %}{{ found }}{% if not forloop.last %},{% endif %}{% endfor %}"
        let rendered = try TemplateFixture(Self.source).render(filter.hasSuffix("count") ? "{{ \(filter) }}" : text)
        #expect(rendered == result)
    }

    @Test func `a filter is true or false of one declaration`() throws {
        let text = "{% for type in types.protocols %}{{ type.name }} {{ type|annotated:\"mockable\" }};{% endfor %}"
        #expect(try TemplateFixture(Self.source).render(text) == "Shop true;Base false;")
    }
}
