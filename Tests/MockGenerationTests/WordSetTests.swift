import MockModel
import Testing

@Suite struct WordSetTests {
    @Test func `it contains its words and nothing else`() {
        let words: Set = ["a", "in", "inout", "é", "protocol", "init", "Any", "🧪", ""]
        let set = WordSet(words)
        var generator = SystemRandomNumberGenerator()
        var others = ["b", "ni", "inoot", "e", "protocoll", "Init", "any", "🧫", " "]
        // With the same length, first and last byte as a word of the set.
        others += ["ixout", "prxtocol", "ixit", "Axy"]
        for _ in 0..<1_000 {
            others.append(
                String((0..<Int.random(in: 1...6, using: &generator)).map { _ in "aint".randomElement() ?? "a" }))
        }
        for word in words { #expect(set.contains(word)) }
        for word in Array(words) + others {
            #expect(Array(word.utf8).withUnsafeBufferPointer(set.contains) == words.contains(word), "\(word)")
        }
        for word in others { #expect(set.contains(word) == words.contains(word), "\(word)") }
    }
}
