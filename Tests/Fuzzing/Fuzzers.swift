import Glibc

/// The program that `.ci/fuzz` builds: `Fuzzers TARGET [libFuzzer's options] CORPUS`, or `Fuzzers list`.
@main struct Fuzzers {
    /// Set once, before libFuzzer calls back: its callback is a C function and captures nothing.
    nonisolated(unsafe) private static var target = FuzzTarget.all[0]  // "unsafe": set before the only reader starts

    static func main() {
        guard CommandLine.argc > 1, let name = CommandLine.unsafeArgv[1].map({ String(cString: $0) }),
            let chosen = FuzzTarget.all.first(where: { $0.name == name })
        else {
            print(FuzzTarget.all.map(\.name).joined(separator: " "))
            exit(0)
        }
        target = chosen
        // libFuzzer starts this program again with the arguments that it knows, so it must see them all.
        var count = CommandLine.argc - 1
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
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
