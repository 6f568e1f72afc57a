/// Which names files of Swift code have. One rule for whoever looks for sources and whoever watches them, and the same
/// as SwiftPM's: what a build compiles is read.
package enum SourceFileName {
    /// Returns whether a file of that name is a source. One that begins with a dot is hidden; what editors keep beside a
    /// source ends otherwise, such as `#Cook.swift#` and `Cook.swift~`.
    package static func isSource(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        hasEnding(".swift", name) && name.first != UInt8(ascii: ".")
    }

    /// Returns whether a name, or a path, ends so: byte for byte, which is all that is asked of the name of a file.
    package static func hasEnding(_ ending: StaticString, _ name: some BidirectionalCollection<UInt8>) -> Bool {
        let ending = UnsafeBufferPointer(start: ending.utf8Start, count: ending.utf8CodeUnitCount)
        return name.withContiguousStorageIfAvailable { $0.suffix(ending.count).elementsEqual(ending) }
            ?? name.suffix(ending.count).elementsEqual(ending)
    }
}
