@testable import MockGeneration
import MockModel

/// The smallest style: a mock that knows the names of its members, and traps when one of them is used.
final class NamesStyle: MockStyle {
    let name = "names"
    let names = StyleNames(module: nil, used: ["fatalError"])

    func mock(of conformance: Conformance) -> StyledMock {
        let text = conformance.text(
            delegation: "self.init(named: ())", witness: { Self.write(conformance.witnesses[$0], to: &$1) }
        ) { code in
            let members = conformance.witnesses.map { "\"\(Identifier.asLiteral($0.member.displayName))\"" }
            code.line("nonisolated static var mockedMembers: [Swift.String] { [\(members.joined(separator: ", "))] }")
            if conformance.inheritsInitializers { return }
            let isolation = conformance.keyword == "actor" ? "" : "nonisolated "
            code.line("\(conformance.access)\(isolation)init(named: Swift.Void) {}")
        }
        return StyledMock(text: text)
    }

    private static func write(_ witness: Witness, to code: inout CodeWriter) {
        func writeTrap(to code: inout CodeWriter) {
            if witness.mayBuild { code.line("func build() { return }") }
            code.line("\(witness.scope.spelling.swift("fatalError"))()")
        }
        code.block({ witness.head.write(to: &$0) }) { code in
            switch witness.head.kind {
            case .function, .initializer: writeTrap(to: &code)
            case .property, .subscript:
                code.block({ witness.head.writeGetter(to: &$0) }) { writeTrap(to: &$0) }
                if let value = witness.newValue { code.block("set(\(value.local))") { writeTrap(to: &$0) } }
            }
        }
    }
}
