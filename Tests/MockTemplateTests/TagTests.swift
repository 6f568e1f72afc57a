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
            "Templates/Main.stencil:2:1: there is no file 'Odd.stencil' beside the template; write the name of a file in quotes, as it is below the template's folder"
        ),
        (
            "{% for a b %}{% endfor %}",
            "Templates/Main.stencil:1:1: write a loop as 'for name in values' or 'for name in values where condition'"
        ),
        ("{{ \"a\"|replace:1 }}", "Templates/Main.stencil:1:1: the filter 'replace' needs a text behind ':'"),
        ("{{ a|: }}", "Templates/Main.stencil:1:1: a filter has no name behind '|'"),
        ("{{ a|filter:\":\" }}", "Templates/Main.stencil:1:1: ':' is no name of a filter"),
        (
            "{{ a|replace:b.last,c }}",
            "Templates/Main.stencil:1:1: '.last' cannot be in the argument of a filter; store the value with 'set' first"
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
    }

    /// Lines that repeat, for which the engine's own positions are wrong.
    @Test func `the first tag with an unknown name counts, wherever its text occurs`() {
        #expect(
            TemplateFixture().problem("odd\n}\n}\n{% odd %}\n{% odd %}")
                == "Templates/Main.stencil:4:1: unknown template tag 'odd'")
    }
}
