/// The version of everything that is built from this package.
enum Version {
    static let text = "0.1.0"
}
