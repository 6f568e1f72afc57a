/// Measures the library `Mocking`: `calls` the cost of a call at run time, `compile` the cost of a mock for the
/// compiler.
///
/// ```sh
/// swift run -c release MockingBenchmarks calls
/// swift build && .build/debug/MockingBenchmarks compile .build/debug/mockd [NUMBER OF MOCKS]
/// ```
///
/// All figures are ratios to a baseline measured in the same run, because machines differ and are busy.
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
