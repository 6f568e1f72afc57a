/// The names of the files that describe a project. A folder with one of them is a project of its own, wherever it lies.
package enum ProjectFile {
    package static let configuration = ".mockd.yml"
    package static let manifest = "Package.swift"
    /// Not read, but probably meant as a configuration.
    package static let misnamedConfiguration = ".mockd.yaml"
    /// Any of these makes a folder the root of a project.
    package static let all = [configuration, manifest, misnamedConfiguration]

    private static let names = all.map { Array($0.utf8) }

    /// True if a file of that name makes its folder the root of a project.
    package static func isOne(_ name: some Collection<UInt8>) -> Bool {
        // Asked about each file of a scan: hardly any begins with one of these letters and is that short.
        guard let first = name.first, first == UInt8(ascii: "P") || first == UInt8(ascii: ".") else { return false }
        return names.contains { $0.elementsEqual(name) }
    }
}
