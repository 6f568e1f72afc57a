import MockModel
import MockTemplates
import Testing

@Suite struct TagTests {
    @Test func `macro and call pass arguments, also to other macros`() throws {
        let text = """
            {% macro greet name %}Hello {{ name }}{% endmacro %}{% macro twice name %}{% call greet name %}, \
            {% call greet "you" %}{% endmacro %}{% call twice "Ann" %}
            """
        #expect(try TemplateFixture().render(text) == "Hello Ann, Hello you")
    }

    @Test func `set stores a text or a value`() throws {
        let text = "{% set a %}x{{ 1 }}{% endset %}{% set b a|uppercase %}{{ a }}{{ b }}"
        #expect(try TemplateFixture().render(text) == "x1X1")
    }

    @Test func `for has conditions, ranges, pairs, an empty part, labels and breaks`() throws {
        let source = "protocol A {}\nprotocol B {}\nclass C {}"
        func render(_ text: String) throws -> String { try TemplateFixture(source).render(text) }
        #expect(
            try render("{% for type in types.protocols where type.name == \"B\" %}{{ type.name }}{% endfor %}") == "B")
        #expect(try render("{% for n in 3...1 %}{{ n }}{{ \",\" if not forloop.last }}{% endfor %}") == "3,2,1")
        #expect(
            try render("{% for name, value in type %}{{ name }}={{ value.kind }} {% endfor %}")
                == "A=protocol B=protocol C=class ")
        #expect(try render("{% for enum in types.enums %}x{% empty %}none{% endfor %}") == "none")
        #expect(
            try render(
                "{% outer: for a in 1...3 %}{% for b in 1...3 %}{% if b == 2 %}{% continue outer %}{% endif %}{{ a }}{{ b }} {% endfor %}{% endfor %}"
            ) == "11 21 31 ")
        // The labels of a caller's loops are seen inside of a macro, whose text then is another one each time.
        let row = "{% macro row %}{% for x in 1...1 %}{{ forloop.outer.counter }}{% endfor %}{% endmacro %}"
        #expect(try render(row + "{% outer: for a in 1...3 %}{% call row %}{% endfor %}") == "123")
        #expect(try render("{% for a in 1...3 %}{% if a == 2 %}{% break %}{% endif %}{{ a }}{% endfor %}") == "1")
    }

    @Test func `include has its own scope, and import keeps the macros`() throws {
        let includes = ["Part.stencil": "{% macro m %}[{{ x }}]{% endmacro %}{% call m %}"]
        let text = "{% set x 1 %}{% include \"Part.stencil\" %}{% import \"Part.stencil\" %}{% call m %}"
        #expect(try TemplateFixture().render(text, includes: includes) == "[1][1][1]")
        #expect(
            TemplateSource.includes(in: text + "{% extends 'Base' %}{% include name %}") == [
                "Part.stencil", "Part.stencil", "Base",
            ])
    }

    @Test func `extends fills the blocks of another file`() throws {
        let includes = ["Base.stencil": "a{% block middle %}b{% endblock %}c"]
        let text = "{% extends \"Base.stencil\" %}{% block middle %}x{% endblock %}"
        #expect(try TemplateFixture().render(text, includes: includes) == "axc")
    }

    @Test func `a block can print the one that it replaces, and the text of another one`() throws {
        let includes = [
            "Base.stencil": "{% block a %}1{% endblock %}{% block b %}2{% endblock %}-{{ block.b }}",
            "Middle.stencil": "{% extends \"Base.stencil\" %}{% block b %}<{{ block.super }}>{% endblock %}",
        ]
        let text = "{% extends \"Middle.stencil\" %}{% block b %}[{{ block.super }}]{% endblock %}"
        #expect(try TemplateFixture().render(text, includes: includes) == "1[<2>]-[<2>]")
    }

    @Test(arguments: [
        ("{% filter uppercase %}a{{ 1 }}{% endfilter %}", "A1"), ("{% ifnot a %}x{% else %}y{% endif %}", "x"),
        ("{% if a %}1{% elif not a and 2 > 1 %}2{% else %}3{% endif %}", "2"),
        ("{{ \"x\" if a else \"y\" }}{{ \"z\" if not a }}", "yz"),
        ("{% if 1 < 2 and ( \"a\" == 'a' or b ) %}x{% endif %}", "x"), ("{{ not a }}{{ a == nil }}", "truetrue"),
        ("{% if \"b\" in \"abc\" %}x{% endif %}{% if 3 in 1...2 %}y{% endif %}", "x"),
        ("{% if 1 >= 1 and 1 <= 1.5 and 1 != 2 %}x{% endif %}", "x"), ("{{ 1...3 }}", "[1, 2, 3]"),
        (
            "{% for a in 1...2 %}{{ forloop.counter0 }}{{ forloop.length }}{{ forloop.first }}{% endfor %}",
            "02true12false"
        ),
        ("{% o: for a in 1...2 %}{% for b in 1...1 %}{{ forloop.o.counter }}{% endfor %}{% endfor %}", "12"),
        ("{{ \"a,b\"|split:\",\" }}{{ \"a b\"|capitalize }}{{ a|default:\"d\" }}", "[\"a\", \"b\"]A Bd"),
        ("{% set s \"abc\" %}{{ s.1 }}{{ s.count }}{{ s.last }}{{ \"bc\"|replace:s.last,s }}", "b3cbabc"),
    ])
    func `tags and values print`(text: String, result: String) throws {
        #expect(try TemplateFixture().render(text) == result)
    }

    /// A macro is run again only if something that it reads may differ.
    @Test(arguments: [
        ("{% macro m a %}{{ a }}{{ b }}{% endmacro %}{% for b in 1...2 %}{% call m 7 %}{% endfor %}", "7172"),
        (
            "{% macro m a %}{{ b }}{% endmacro %}{% call m 7 %}{% set b 1 %}{% call m 7 %}{% set b 2 %}{% call m 7 %}",
            "12"
        ),
        (
            "{% macro n %}{{ b }}{% endmacro %}{% macro m a %}{% call n %}{% endmacro %}{% for b in 1...2 %}{% call m 7 %}{% endfor %}",
            "12"
        ),
        ("{% macro m a %}{{ forloop.counter }}{% endmacro %}{% for b in 1...2 %}{% call m 7 %}{% endfor %}", "12"),
        ("{% macro m a b %}{{ b }}{% endmacro %}{% for b in 1...2 %}{% call m 7 none %}{% endfor %}", "12"),
        (
            "{% macro n %}1{% endmacro %}{% macro m a %}{% call n %}{% endmacro %}{% call m 7 %}{% macro n %}2{% endmacro %}{% call m 7 %}",
            "12"
        ),
        (
            "{% macro m a %}{% call n %}{% endmacro %}{% for b in 1...2 %}{% macro n %}{{ b }}{% endmacro %}{% call m 7 %}{% endfor %}",
            "12"
        ),
        (
            "{% macro m a %}{% set c a %}{{ c }}{% endmacro %}{% call m 1 %}{{ c }}{% call m 1 %}{% call m \"1\" %}",
            "111"
        ),
        (
            "{% for b in 1...3 %}{% macro m a %}{% for c in 1...1 %}{% if a == 2 %}{% break %}{% endif %}{{ a }}{% endfor %}{% endmacro %}{% call m b %}{% endfor %}",
            "13"
        ),
        ("{% macro m %}{% include \"P\" argument %}{% endmacro %}{% call m %}", "v"),
    ])
    func `a macro prints for each call what it would print alone`(text: String, result: String) throws {
        let text = try TemplateFixture().render(text, includes: ["P": "{{ key }}"], arguments: ["key": .text("v")])
        #expect(text == result)
    }

    @Test func `dashes remove white space, and newline adds one`() throws {
        #expect(try TemplateFixture().render("a  {%- if true -%}  b  {%- endif -%}  c{% newline %}d") == "abc\nd")
    }

    // MARK: Problems

    @Test(arguments: [
        ("a\n{{ 1|sorte }}", "Templates/Main.stencil:2:1: unknown filter 'sorte'; did you mean 'sorted'?"),
        ("\n  {% odd %}", "Templates/Main.stencil:2:3: unknown template tag 'odd'"),
        ("{% if a %}\n{% if b %}{% endif %}", "Templates/Main.stencil:1:1: 'if' is not closed; add '{% endif %}'"),
        (
            "{% for a in b %}\n{% endif %}",
            "Templates/Main.stencil:2:1: there is nothing that this 'endif' ends, and 'for' in line 1 is open"
        ),
        ("{% endfor %}", "Templates/Main.stencil:1:1: there is nothing that this 'endfor' ends"),
        ("{% call odd %}", "Templates/Main.stencil:1:1: there is no macro 'odd' above this call"),
        (
            "x\n{% include \"Odd.stencil\" %}",
            "Templates/Main.stencil:2:1: there is no file 'Odd.stencil' beside the template, or it is a link out of the project; write the name of a file in quotes, as it is below the template's folder"
        ),
        (
            "{% for a b %}{% endfor %}",
            "Templates/Main.stencil:1:1: write a loop as 'for name in values' or 'for name in values where condition'"
        ),
        ("{{ \"a\"|replace:1 }}", "Templates/Main.stencil:1:1: the filter 'replace' needs a text behind ':'"),
        ("{{ a|: }}", "Templates/Main.stencil:1:1: a filter has no name behind '|'"),
        ("{{ a|filter:\":\" }}", "Templates/Main.stencil:1:1: ':' is no name of a filter"),
        ("{{ a|count:1 }}", "Templates/Main.stencil:1:1: the filter 'count' takes no argument"),
        ("{{ a|join:1,2 }}", "Templates/Main.stencil:1:1: 'join' filter takes at most one argument"),
        ("{{ a|split:1,2 }}", "Templates/Main.stencil:1:1: 'split' filter takes at most one argument"),
        ("{{ \"a\"|filter:\"odd\" }}", "Templates/Main.stencil:1:1: unknown filter 'odd'"),
        ("{% break %}", "Templates/Main.stencil:1:1: 'break' can be used only inside loop body"),
        (
            "{% for a in 1...2 %}{% break a b %}{% endfor %}",
            "Templates/Main.stencil:1:21: 'break a b' can accept only one parameter"
        ),
        (
            "{% for a in 1...2 %}{% continue x %}{% endfor %}",
            "Templates/Main.stencil:1:21: no loop labeled 'x' is currently running"
        ),
        (
            "{% macro m %}{% for a in 1...1 %}{% endfor %}{% endmacro %}{% for a in b c %}{% endfor %}",
            "Templates/Main.stencil:1:60: write a loop as 'for name in values' or 'for name in values where condition'"
        ),
        (
            "{% for a, b in 1...2 %}{% endfor %}",
            "Templates/Main.stencil:1:1: a loop with several names needs a mapping behind 'in'"
        ),
        ("{% for a in b...c %}{% endfor %}", "Templates/Main.stencil:1:1: the ends of a range must be whole numbers"),
        (
            "{% ifnot a b %}{% endif %}",
            "Templates/Main.stencil:1:1: 'ifnot' statements should use the following syntax 'ifnot condition'"
        ),
        ("{% block %}{% endblock %}", "Templates/Main.stencil:1:1: 'block' tag takes one argument, the block name"),
        ("{% extends %}", "Templates/Main.stencil:1:1: 'extends' takes one argument, the template file to be extended"),
        ("{% extends a %}", "Templates/Main.stencil:1:1: 'a' is no name of a file"),
        (
            "{% filter %}{% endfilter %}",
            "Templates/Main.stencil:1:1: 'filter' tag takes one argument, the filter expression"
        ),
        ("{{ a.b..c }}", "Templates/Main.stencil:1:1: unexpected '.' in variable 'a.b..c'"),
        ("{{ a[b] }}", "Templates/Main.stencil:1:1: unable to resolve subscript 'b' in variable 'a[b]'"),
        ("{{ a[1]b }}", "Templates/Main.stencil:1:1: unexpected character 'b' in variable 'a[1]b'"),
        ("{{ a] }}", "Templates/Main.stencil:1:1: unbalanced ']' in variable 'a]'"),
        ("{{ a[b }}", "Templates/Main.stencil:1:1: unbalanced subscript brackets in variable 'a[b'"),
        ("{{ [b] }}", "Templates/Main.stencil:1:1: unexpected '[' in variable '[b]'"),
        ("{% if a b %}{% endif %}", "Templates/Main.stencil:1:1: 'if' expression error: dangling token"),
        ("{% macro %}{% endmacro %}", "Templates/Main.stencil:1:1: a macro needs a name: 'macro name parameter'"),
        ("{% call %}", "Templates/Main.stencil:1:1: a call needs the name of a macro: 'call name argument'"),
        ("{% include %}", "Templates/Main.stencil:1:1: 'include' takes the name of a file in quotes"),
        ("{% include a %}", "Templates/Main.stencil:1:1: 'a' is no name of a file"),
        (
            "{% set %}{% endset %}",
            "Templates/Main.stencil:1:1: write 'set name', with the text up to 'endset', or 'set name value'"
        ),
        (
            "{% if a %}{% else if b %}{% endif %}",
            "Templates/Main.stencil:1:1: write 'elif condition' instead of 'else if b'"
        ),
        ("{{ a|indent:-1 }}", "Templates/Main.stencil:1:1: the filter 'indent' takes a width from 0 to 1000"),
    ])
    func `a broken template is named with its line`(text: String, problem: String) {
        #expect(TemplateFixture().problem(text) == problem)
    }

    @Test func `a problem in an included file is at its line`() {
        let problem = TemplateFixture().problem(
            "{% include \"Part.stencil\" %}", includes: ["Part.stencil": "\n\n{% call odd %}"])
        #expect(problem == "Templates/Part.stencil:3:1: there is no macro 'odd' above this call")
        let misspelled = TemplateFixture().problem(
            "{% include \"Part.stencil\" %}", includes: ["Part.stencil": "\n{{ a|sorte }}"])
        #expect(misspelled == "Templates/Part.stencil:2:1: unknown filter 'sorte'; did you mean 'sorted'?")
    }

    /// Lines that repeat, for which the engine's own positions are wrong.
    @Test func `the first tag with an unknown name counts, wherever its text occurs`() {
        #expect(
            TemplateFixture().problem("odd\n}\n}\n{% odd %}\n{% odd %}")
                == "Templates/Main.stencil:4:1: unknown template tag 'odd'")
    }
}
