/// Where the elements of an argument tuple lie in memory.
///
/// A member hands its arguments over as one tuple of a type that only its generated code knows. `Mirror` can take it
/// apart but costs microseconds; a mock compares arguments on every call. So this reads the description of the tuple
/// that the compiler emits (docs/ABI/TypeMetadata.rst, "Tuple Metadata"), which tells types, offsets and labels.
struct ArgumentLayout {
    struct Element {
        let type: Any.Type
        let offset: Int
        let label: String?

        /// The element as a value of its own.
        func value(at base: UnsafeRawPointer) -> Any {
            let address = base + offset
            func load<T>(_ type: T.Type) -> Any { address.assumingMemoryBound(to: T.self).pointee }
            return _openExistential(type, do: load)
        }
    }

    let elements: [Element]

    /// - Parameter isSingle: The member has one parameter, so that a tuple is its value and not its list.
    init(of type: Any.Type, isSingle: Bool = false) {
        let whole = Element(type: type, offset: 0, label: nil)
        guard !isSingle else {
            elements = [whole]
            return
        }
        elements = Self.tupleElements(of: type) ?? [whole]
    }

    private static func tupleElements(of type: Any.Type) -> [Element]? {
        let word = MemoryLayout<Int>.size
        guard TypeKind(of: type) == .tuple else { return nil }
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        let count = metadata.load(fromByteOffset: word, as: Int.self)
        let labels = metadata.load(fromByteOffset: 2 * word, as: UnsafePointer<CChar>?.self)
        let names =
            labels.map { String(cString: $0).split(separator: " ", omittingEmptySubsequences: false) } ?? []
        return (0..<count).map { index in
            let description = metadata + 3 * word + index * 2 * word
            let label = index < names.count && !names[index].isEmpty ? String(names[index]) : nil
            return Element(
                type: description.load(as: Any.Type.self),
                offset: Int(description.load(fromByteOffset: word, as: UInt32.self)),
                label: label)
        }
    }
}
