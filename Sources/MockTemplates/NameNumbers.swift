/// The names of a template, each with a number.
struct NameNumbers: Sendable {
    private var numbers: [String: Int] = [:]
    /// The names that a tag sets, by their numbers.
    private var bound: [Bool] = []
    /// True if a tag sets names that are known when it is rendered only.
    var bindsAny = false

    var count: Int { bound.count }

    func number(of name: String) -> Int? { numbers[name] }

    /// True if a tag may set the name: its value then differs from place to place.
    func isBound(_ number: Int) -> Bool { bindsAny || bound[number] }

    mutating func add(_ name: String) -> Int {
        if let number = numbers[name] { return number }
        defer { bound.append(false) }
        numbers[name] = bound.count
        return bound.count
    }

    mutating func bind(_ name: String) -> Int {
        let number = add(name)
        bound[number] = true
        return number
    }
}
