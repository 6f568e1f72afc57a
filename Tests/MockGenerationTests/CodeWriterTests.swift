import MockModel
import Testing

@Suite struct CodeWriterTests {
    @Test func `pieces of any length are written one after the other`() {
        var code = CodeWriter(capacity: 1)
        var expected = ""
        for length in [0, 1, 15, 16, 100, 3_000, 0, 7] {
            let piece = String(repeating: "aé🧪", count: length)
            code += piece
            expected += piece
        }
        #expect(code.text == expected)
        #expect(code.bytes == Array(expected.utf8))
    }

    @Test func `text from slices and decoded bytes comes out the same`() {
        var code = CodeWriter()
        code += String("prefix and rest".dropFirst(7))
        code += String(decoding: [0xc3, 0xa9], as: UTF8.self)
        #expect(code.text == "and resté")
    }

    @Test func `elements that write nothing leave no comma`() {
        for (elements, text) in [
            (["", "a", "", "b", ""], "a, b"), (["", ""], ""), ([], ""), (["a", ""], "a"),
        ] {
            var code = CodeWriter()
            code.list(elements) { $1 += $0 }
            #expect(code.text == text)
        }
    }

    @Test func `blocks are indented, and compiler directives are not`() {
        var code = CodeWriter()
        code.block("struct S") { code in
            code.conditional(["DEBUG || TEST", "os(Linux)"]) { code in
                code.block("func f()") { $0.line("return") }
                code.line { code in
                    code += "let list = ["
                    code.list([1, 2, 3]) { $1 += "\($0)" }
                    code += "]"
                }
            }
            code.line("")
        }
        #expect(
            code.text == """
                struct S {
                #if (DEBUG || TEST) && os(Linux)
                    func f() {
                        return
                    }
                    let list = [1, 2, 3]
                #endif

                }

                """)
    }
}
