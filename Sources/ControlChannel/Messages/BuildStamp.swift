/// The commit that a release was built from: `1a2b3c4 2026-11-29`.
///
/// `Integrations/release/stamp.sh` writes it into the linked programs, so that no commit compiles anything again.
enum BuildStamp {
    /// Zeros until then. It is variable and no constant, because the compiler would put the zeros of a constant into the
    /// code that reads it.
    @section("mockd_build") @used
    nonisolated(unsafe) private static var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)  // nothing writes it

    /// `nil` in any other build.
    static var text: String? {
        let text = withUnsafeBytes(of: &bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return text.isEmpty ? nil : text
    }
}
