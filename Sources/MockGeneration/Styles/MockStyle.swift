package import MockModel

/// The shape of generated mocks.
///
/// A style prints the bodies and its own members of a mock. `Conformance/` decides everything that a mock of the type
/// must declare in any style, so declarations are right in every style by construction.
///
/// To add a style, put it into a folder of its own beside `Typed/` and into ``StyleTable/builtIn``.
package protocol MockStyle: AnyObject, Sendable {
    /// The value of `style` in the configuration.
    var name: String { get }
    /// The names that the style's code uses or declares; resolution separates them from the user's.
    var names: StyleNames { get }

    /// The members that `mockctl show` prints, and how tests reach them.
    var interface: StyleInterface { get }

    /// The suffixes of types that their mocks do not have if the configuration names none.
    var strippedSuffixes: [String] { get }

    /// Prints the mock of a type.
    func mock(of conformance: Conformance) -> StyledMock

    /// True if tests name arguments by matchers of the style's library.
    var hasMatchers: Bool { get }

    /// Prints matchers for the named values of a type, with an empty line in front; `nil` if there are none.
    func matchers(of values: NamedValues) -> [UInt8]?

    /// Returns the conformances that the mock of a type relies on.
    ///
    /// - Parameter leastAccess: the lowest access that the file with them can see.
    func conformances(for resolved: ResolvedType, leastAccess: AccessLevel) -> [StyleConformance]
}

extension MockStyle {
    package var interface: StyleInterface { StyleInterface() }

    package var strippedSuffixes: [String] { [] }

    package var hasMatchers: Bool { false }

    package func matchers(of values: NamedValues) -> [UInt8]? { nil }

    package func conformances(for resolved: ResolvedType, leastAccess: AccessLevel) -> [StyleConformance] { [] }
}

/// The parts of a style's mocks, as tests see them.
package struct StyleInterface: Sendable {
    /// The expressions that lead to the members of a type in a mock, by the type's name; `{mock}` stands for the mock.
    package var usage: [String: String] = [:]
    /// The arguments of `given` and `verify` that lead to the members of a type in a mock; `mock` and `{mock}` stand for
    /// the mock and its type.
    package var receivers: [String: String] = [:]
    /// The members that only the style's library uses.
    package var hidden: Set<String> = []
}

/// One mock as a style prints it.
package struct StyledMock: Sendable {
    /// The mock as UTF-8, with an empty line in front.
    package var text: [UInt8]
    /// The modules that the mock's own code needs beside the style's library.
    package var imports: [ImportDeclaration]
    /// Members that the style cannot mock as a user would expect.
    package var diagnostics: [PlanDiagnostic]

    package init(text: [UInt8], imports: [ImportDeclaration] = [], diagnostics: [PlanDiagnostic] = []) {
        self.text = text
        self.imports = imports
        self.diagnostics = diagnostics
    }
}
