import Testing

@testable import MockEngine

/// Stacks that hold 200,000 calls: more than a sanitizer's own record of them.
@Suite struct DeepStackTests {
    @Sendable private static func depth(_ number: Int) -> Int { number == 0 ? 0 : 1 + depth(number - 1) }

    @Test func `worker threads have one`() {
        #expect(WorkerThreads.onDeepStack { Self.depth(200_000) } == 200_000)
    }

    @Test func `the engine's thread has one`() async throws {
        let thread = try #require(EngineThread())
        #expect(await withTaskExecutorPreference(thread) { Self.depth(200_000) } == 200_000)
    }
}
