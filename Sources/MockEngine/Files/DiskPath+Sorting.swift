internal import Glibc

extension DiskPath: Comparable {
    /// Compares the paths byte for byte.
    static func < (left: DiskPath, right: DiskPath) -> Bool {
        left.withBytes { left in right.withBytes { left.precedes($0) } }
    }
}

extension Collection {
    /// Returns the elements in the order of their paths.
    ///
    /// Reaching the bytes of two strings is most of the cost of a comparison, which is slow for thousands of paths. So
    /// the bytes are copied side by side first.
    func sorted(byPath path: (Element) -> DiskPath) -> [Element] {
        guard count > 1 else { return Array(self) }
        var bytes: [UInt8] = []
        var ends = [0]
        ends.reserveCapacity(count + 1)
        for element in self {
            bytes.append(contentsOf: path(element).text.utf8)
            ends.append(bytes.count)
        }
        let elements = Array(self)
        return bytes.withUnsafeBytes { bytes in
            func path(_ index: Int) -> UnsafeRawBufferPointer {
                UnsafeRawBufferPointer(rebasing: bytes[ends[index]..<ends[index + 1]])
            }
            return elements.indices.sorted { path($0).precedes(path($1)) }.map { elements[$0] }
        }
    }
}

extension Collection<DiskPath> {
    func sorted() -> [DiskPath] { sorted { $0 } }
}

extension UnsafeRawBufferPointer {
    fileprivate func precedes(_ other: UnsafeRawBufferPointer) -> Bool {
        guard let mine = baseAddress, let theirs = other.baseAddress else { return count < other.count }
        let order = memcmp(mine, theirs, Swift.min(count, other.count))
        return order == 0 ? count < other.count : order < 0
    }
}
