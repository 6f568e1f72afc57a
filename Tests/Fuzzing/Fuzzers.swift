import Glibc

/// The program that `.ci/fuzz` builds: runs libFuzzer for the target in `MOCKD_FUZZ_TARGET`, or lists the targets.
///
/// The target is given by a variable, because libFuzzer starts its own program again with its own arguments only.
@main struct Fuzzers {
    /// Set once, before libFuzzer calls back: its callback is a C function and captures nothing.
    nonisolated(unsafe) private static var target = FuzzTarget.all[0]  // "unsafe": set before the only reader starts

    static func main() {
        guard let name = getenv("MOCKD_FUZZ_TARGET").map({ String(cString: $0) }),
            let chosen = FuzzTarget.all.first(where: { $0.name == name })
        else {
            print(FuzzTarget.all.map(\.name).joined(separator: " "))
            exit(0)
        }
        target = chosen
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        exit(
            runDriver(&count, &arguments) { data, size in
                let bytes = Array(UnsafeBufferPointer(start: data, count: size))
                if let violation = Fuzzers.target.violation(bytes) {
                    print("\(Fuzzers.target.name): \(violation)")
                    fflush(nil)
                    abort()
                }
                return 0
            })
    }
}

/// libFuzzer's loop, for programs that have a `main` of their own.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
