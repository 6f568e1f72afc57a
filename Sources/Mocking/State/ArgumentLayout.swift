/// The memory layout of an argument tuple.
///
/// A member passes its arguments as one tuple whose type only its generated code knows. `Mirror` can read its elements
/// but costs microseconds, and a mock compares arguments on every call. So this reads the tuple's metadata that the
/// compiler emits (docs/ABI/TypeMetadata.rst, "Tuple Metadata"): types, offsets and labels.
struct ArgumentLayout {
    struct Element {
        let type: Any.Type
        let offset: Int
        let label: String?

        /// Returns the element as a separate value.
        func value(at base: UnsafeRawPointer) -> Any {
            let address = base + offset
            func load<T>(_ type: T.Type) -> Any { address.assumingMemoryBound(to: T.self).pointee }
            return _openExistential(type, do: load)
        }
    }

    let elements: [Element]

    /// - Parameter isSingle: true if the member has one parameter, so that a tuple is its value and not the list of
    ///   arguments.
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
