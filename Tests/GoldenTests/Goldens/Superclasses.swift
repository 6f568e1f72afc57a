class Plant {
    var height: Int
    init(height: Int) { self.height = height }
    func grow(by n: Int) throws -> Int {
        height += n
        return height
    }
    func name() -> String { "plant" }
}

class Shelf<Content> {
    init() {}
    func put(_ content: Content) -> [Content] { [content] }
}
