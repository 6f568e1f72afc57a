/// Recognizes the file names of Swift sources. Discovery and watching share this rule, which is SwiftPM's, so mockd
/// reads what a build compiles.
package enum SourceFileName {
    /// Returns true if a file of that name is a source. A name that begins with a dot is hidden. Editors' files beside
    /// a source have other endings, such as `#Cook.swift#` and `Cook.swift~`.
    package static func isSource(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        hasEnding(".swift", name) && name.first != UInt8(ascii: ".")
    }

    /// Returns true if a name, or a path, has that ending, compared byte for byte.
    package static func hasEnding(_ ending: StaticString, _ name: some BidirectionalCollection<UInt8>) -> Bool {
        let ending = UnsafeBufferPointer(start: ending.utf8Start, count: ending.utf8CodeUnitCount)
        return name.withContiguousStorageIfAvailable { $0.suffix(ending.count).elementsEqual(ending) }
            ?? name.suffix(ending.count).elementsEqual(ending)
    }
}
