/// @mockable(seam: Timing)
extension Timer {}

/// A structure of closures, as some people write what others declare as a protocol.
struct Timer: Sendable {
    var sleep: @Sendable (_ seconds: Int) async throws -> Void
    var start: @Sendable (Int, String) -> Bool
}

struct Oven {
    let timer: any Timing

    func bake() async throws -> Bool {
        guard timer.start(40, "bread") else { return false }
        try await timer.sleep(40)
        return true
    }
}
