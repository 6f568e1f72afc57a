/// Measures the library `Mocking`: `calls` what a call costs at run time, `compile` what a mock costs the compiler.
///
/// ```sh
/// swift run -c release MockingBenchmarks calls
/// swift build && .build/debug/MockingBenchmarks compile .build/debug/mockd [NUMBER OF MOCKS]
/// ```
///
/// All figures are ratios to something that was measured in the same run, because machines differ and are busy.
@main
enum MockingBenchmarks {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.dropFirst().first) {
        case ("calls", nil):
            CallBenchmark().run()
        case ("compile", let mockd?):
            let mocks = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 10
            try await CompileBenchmark(mocks: mocks, mockd: mockd).run()
        default:
            print("usage: MockingBenchmarks calls | compile MOCKD [NUMBER OF MOCKS]")
        }
    }
}
