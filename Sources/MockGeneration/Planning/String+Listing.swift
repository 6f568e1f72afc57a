extension String {
    /// The elements with commas between them, inside of two brackets.
    ///
    /// A mock is mostly lists. Here each is one string from the start, and no element has one of its own:
    ///
    ///     String(listing: parameters, "(", ")") { $0.appendDeclaration(to: &$1) }
    init<Element>(
        listing elements: [Element], _ opening: String, _ closing: String, _ append: (Element, inout String) -> Void
    ) {
        self = ""
        // Of names and types few are longer; one that is costs a copy.
        reserveCapacity(32 * elements.count + 2)
        self += opening
        for (index, element) in elements.enumerated() {
            if index > 0 { self += ", " }
            append(element, &self)
        }
        self += closing
    }
}
