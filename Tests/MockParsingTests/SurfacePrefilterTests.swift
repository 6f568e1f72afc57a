import MockModel
import MockParsing
import Testing

/// The sources that are parsed to learn the members of a type: all that declare or extend it, and few others.
@Suite struct SurfacePrefilterTests {
    private func mayHave(_ text: String) -> Bool { SurfaceReader.mayHave(Array("Oven".utf8), in: Array(text.utf8)) }

    @Test(arguments: [
        "struct Oven {}", "public final class Oven: Base {}", "actor Oven { var heat = 1 }", "enum Oven<T> {}",
        "extension Oven {}", "extension\nOven {}", "extension Oven where T == Int {}",
        "extension /* ours */ Oven {}", "extension // ours\n    Oven {}", "extension // ours\n\n\tOven {}",
        "@available(*, deprecated) extension Oven: Sendable {}", "#if DEBUG\nextension Oven {}\n#endif",
    ])
    func `a source that declares or extends the type is parsed`(text: String) {
        let surface = SurfaceReader.read(Array(text.utf8))[["Oven"]]
        #expect(surface.parts.count == 1)
        #expect(mayHave(text))
    }

    @Test(arguments: ["extension Kitchen.Oven {}", "struct Kitchen { class Oven {} }"])
    func `so is one that names an outer type`(text: String) {
        let surface = SurfaceReader.read(Array(text.utf8))[["Kitchen", "Oven"]]
        #expect(surface.parts.count == 1)
        #expect(mayHave(text))
    }

    @Test(arguments: [
        "extension Kitchen::Oven {}", "extension Kitchen<Int>.Oven {}", "extension `Oven` {}",
        "extension Kitchen . Oven {}",
    ])
    func `so is one whose spelling may mean the type`(text: String) { #expect(mayHave(text)) }

    @Test(arguments: [
        "", "let oven: Oven", "func make() -> Oven { Oven() }", "class Kitchen: Oven {}", "struct Ovens {}",
        "struct MicroOven {}", "let all = [Oven]()", "typealias Heating = Oven", "func heat(_ oven: inout Oven) {}",
        "import struct Kitchen.Range", "let a = 1\nOven()",
    ])
    func `a source that only uses the type, or another one, is not`(text: String) { #expect(!mayHave(text)) }
}
