import Foundation
import MockTemplates
import Testing

/// Templates that would end the process, or never end.
@Suite struct HostileTemplateTests {
    private static let endless = "the template takes too many steps; a loop or a macro in it may not end"
    private static let deep =
        "macros or included files call each other more than 100 levels deep; the calls may not end"

    /// A text of one MiB.
    private static let megabyte =
        "{% set x %}a{% endset %}" + String(repeating: "{% set x %}{{ x }}{{ x }}{% endset %}", count: 20)

    @Test(
        arguments: [
            ("{% for a in 1...100000 %}{% for b in 1...100000 %}x{% endfor %}{% endfor %}", endless),
            ("{% macro a %}{% call a %}{% endmacro %}{% call a %}", deep),
            ("{% include \"Self.stencil\" %}", deep),
            (
                "{% set x %}aaaaaaaaaaaaaaaa{% endset %}{% for a in 1...64 %}{% set x %}{{ x }}{{ x }}{% endset %}{{ x }}{% endfor %}",
                nil
            ),
            ("{% for a in 1...9999999999999 %}{% endfor %}", "a range ends at 100000 at most"),
            ("{% if 1 in 1...inf %}{% endif %}", "a range ends at 100000 at most"),
            ("{% if 1 in 1...1e30 %}{% endif %}", "a range ends at 100000 at most"),
            (
                "{% if \(String(repeating: "( ", count: 100))a %}{% endif %}",
                "parentheses are nested deeper than 64 levels"
            ),
            (String(repeating: "{% if a %}", count: 200), "tags are nested deeper than 100 levels; use macros"),
            (
                "{{ \(String(repeating: "a", count: 10_000)) }}",
                "the tag is longer than 8 KiB; store parts of it with 'set'"
            ),
            (
                String(repeating: "{{a}}", count: 20_001),
                "the template has more than 20000 tags and is not read; split it"
            ),
            (
                String(repeating: "x", count: 300_000),
                "the template is larger than 256 KiB and is not read; split it into included files"
            ),
            ("{% extends \"Self.stencil\" %}", "templates extend each other more than 100 times"),
            ("{{ types.enums.last.name }}{{ \"\".last }}{{ argument.x.last }}", nil),
            ("{{ }}", "missing variable name"),
            ("{%%}{%}{{}}{#", nil), ("{% for %}{% endfor %}", nil), ("{% set %}{% endset %}", nil), ("{{ a| }}", nil),
            ("{% if %}{% endif %}", nil), ("{% macro %}{% endmacro %}", nil), ("{% call %}", nil), ("{{ a[ }}", nil),
            ("{{ \" }}", nil), ("{{ a if }}", nil), ("{{ a if b else }}", nil), ("{% include %}", nil),
            ("{% : %}", nil),
            ("{% x: for %}{% endfor %}", nil), ("{% if not not not %}{% endif %}", nil),
            ("{{ \"a\"|split:\"\" }}", nil),
            (megabyte + "{{ x|replace:\"a\",x }}", "the text would be larger than 64 MiB"),
            (megabyte + "{{ x|indent:1000,x }}", "the text would be larger than 64 MiB"),
            (megabyte + String(repeating: "{{ x }}", count: 19_000), endless),
            (
                "{% for a in 1...100000 %}\(String(repeating: "{{ a.b }}", count: 10_000)){% endfor %}", endless
            ),
            (
                "{% set l types.protocols %}{% set l l|push:l,l %}{% set l l|push:l,l %}",
                "'push' cannot add a list that holds lists"
            ),
        ] as [(String, String?)])
    func `a hostile template ends with a problem, or is rendered`(text: String, message: String?) {
        let found = TemplateFixture("protocol A {}").problem(
            text, includes: ["Self.stencil": text.contains("extends") ? text : "{% include \"Self.stencil\" %}"])
        if let message { #expect(found?.hasSuffix(": \(message)") == true, "\(found ?? "no problem")") }
    }
}
