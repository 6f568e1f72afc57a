import Foundation
import Testing

/// A template in the manner of AutoMockable, which prints spies for all kinds of members.
@Suite struct TemplateFeatureTests {
    private static let template = """
        import Foundation
        {% for import in argument.imports %}import {{ import }}
        {% endfor %}
        {%- macro access level %}{% if level != "internal" %}{{ level }} {% endif %}{% endmacro -%}
        {%- macro id method %}{% set text %}{{ method.selectorName|replace:"(","_"|replace:":","_"|replace:")","" }}{% endset %}{{ text|snakeToCamelCase|lowerFirstWord }}{% endmacro -%}
        {%- macro effects member %}{{ " async" if member.isAsync }}{{ " throws" if member.throws }}{% endmacro -%}
        {%- macro spied method %}
            {% set id %}{% call id method %}{% endset %}
            var {{ id }}Count = 0
            var {{ id }}Closure: (({% for p in method.parameters %}{{ p.typeName }}{{ ", " if not forloop.last }}{% endfor %}){% call effects method %} -> {{ method.returnTypeName }})?
            {% if method.parameters.count == 1 and not method.parameters.0.isClosure %}var {{ id }}Received: [{{ method.parameters.0.unwrappedTypeName|replace:"inout ","" }}{{ "?" if method.parameters.0.isOptional }}] = []{% endif %}
            {% if not method.returnTypeName.isVoid %}var {{ id }}Result: ({{ method.returnTypeName.unwrappedTypeName }})!{% endif %}
            {% call access method.accessLevel %}func {{ method.name }}{% call effects method %}{% if not method.returnTypeName.isVoid %} -> {{ method.returnTypeName }}{% endif %} {
                {{ id }}Count += 1
                {% if method.parameters.count == 1 and not method.parameters.0.isClosure %}{{ id }}Received.append({{ method.parameters.last.name }}){% endif %}
                if let closure = {{ id }}Closure {
                    return {{ "try " if method.throws }}{{ "await " if method.isAsync }}closure({% for p in method.parameters %}{{ "&" if p.typeName.name|hasPrefix:"inout " }}{{ p.name }}{{ ", " if not forloop.last }}{% endfor %})
                }
                {% if not method.returnTypeName.isVoid %}return {{ id }}Result{% endif %}
            }
        {% endmacro -%}
        {% for type in types.protocols|annotated:"spied" %}
        {% call access type.accessLevel %}final class {{ type.name }}Spy{% if type.annotations.base %}: {{ type.annotations.base }}, {{ type.name }}{% else %}: {{ type.name }}{% endif %} {
            {% for variable in type.allVariables|!static %}
            {% call access variable.readAccess %}var {{ variable.name }}: {{ variable.typeName }}{% if variable.isArray %} = []{% elif variable.isDictionary %} = [:]{% elif not variable.isOptional %} {
                get { stored{{ variable.name|upperFirstLetter }} }
                set { stored{{ variable.name|upperFirstLetter }} = newValue }
            }
            var stored{{ variable.name|upperFirstLetter }}: ({{ variable.typeName }})!{% endif %}
            {% endfor %}
            {% for method in type.allMethods|instance|!initializer %}{% call spied method %}{% endfor %}
        }
        {% endfor %}
        """

    @Test func `spies for all kinds of members compile and record`() async throws {
        let package = try PackageFixture()
        try package.write("Templates/Spies.stencil", Self.template)
        try package.write(
            ".mockd.yml",
            """
            style: sourcery
            template: Templates/Spies.stencil
            args: { imports: [Foundation] }
            modules: [{name: Kitchen, sources: [Kitchen], output: Mocks, import: none}]
            """)
        try package.write(
            "Kitchen/Cook.swift",
            """
            import Foundation
            class Machine {}
            public protocol Named { var name: String { get } }
            // sourcery: spied
            public protocol Cook: Resting {
                func ramen(bowls: Int, _ soup: String?, at date: Date) -> Bool
                func serve(_ item: Named?) async throws -> [String: Int]
                func clean(_ pan: inout String)
                func each(_ body: @escaping (Int) throws -> Void)
                func stop()
                var level: Int { get set }
                var helpers: [String] { get }
                var note: String? { get }
            }
            public protocol Resting { func rest(hours: Double) }
            // sourcery: spied, base = "Machine"
            protocol Oven { func heat(to degrees: Int) throws }
            #if DEBUG
                // sourcery: spied
                protocol Debugged { func debug() }
            #endif
            """)
        try package.write(
            "Checks.swift",
            """
            import Foundation
            func check() {
                let cook = CookSpy()
                cook.ramenBowlsAtResult = true
                cook.rest(hours: 2)
                let done = cook.ramen(bowls: 1, nil, at: Date())
                precondition(done && cook.ramenBowlsAtCount == 1 && cook.restHoursReceived == [2])
                let oven: Machine & Oven = OvenSpy()
                try? oven.heat(to: 3)
            }
            """)
        let generated = try await package.run("mockd", "generate", "--cache", "none")
        #expect(generated.status == 0, "\(generated.errors)")
        for flags in [[], ["-D", "DEBUG"]] {
            let errors = try await package.swiftc(
                ["-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-module-name", "Kitchen"] + flags,
                files: ["Kitchen", "Mocks", "Checks.swift"])
            #expect(errors.map(\.description) == [])
        }
    }
}
