import Mocking
import Synchronization
import Testing

/// Mocks behind the clients of swift-dependencies, as the article about it shows. Of that library, which is not at hand
/// here, the file ends with what the tests use.
@Suite struct DependencyClientTests {
    @Test func `each closure of a client is stubbed and verified`() async throws {
        let load = MockAsyncFunction<Int, String, any Error>("load")
        let save = MockFunction<String, Void, any Error>("save")
        given(load).call(7).willReturn("miso")
        let model = try await withDependencies {
            $0.recipes.load = { try await load($0) }
            $0.recipes.save = { try save($0) }
        } operation: {
            let model = RecipeModel()
            try await model.open(7)
            return model
        }
        #expect(model.title == "miso")
        verify(load).call(7).wasCalled()
        verify(save).call().wasNeverCalled()
    }

    @Test func `a dependency of a protocol's type is a mock`() async throws {
        let store = MockRecipeStore()
        given(store).load(id: 7).willReturn("miso")
        let title = try await withDependencies {
            $0.recipeStore = store
        } operation: {
            try await RecipePage().title(of: 7)
        }
        #expect(title == "miso")
        verify(store).load(id: 7).wasCalled()
    }
}

struct RecipeClient: Sendable {
    var load: @Sendable (_ id: Int) async throws -> String
    var save: @Sendable (_ recipe: String) throws -> Void
}

private final class RecipeModel: Sendable {
    private let recipes = Dependencies.current.recipes
    private let shown = Mutex("")

    var title: String { shown.withLock { $0 } }

    func open(_ id: Int) async throws {
        let recipe = try await recipes.load(id)
        shown.withLock { $0 = recipe }
    }
}

private struct RecipePage {
    func title(of id: Int) async throws -> String { try await Dependencies.current.recipeStore.load(id: id) }
}

private struct Unimplemented: Error {}

/// The dependencies of the current task.
private struct Dependencies: Sendable {
    @TaskLocal static var current = Dependencies()

    var recipes = RecipeClient(load: { _ in throw Unimplemented() }, save: { _ in throw Unimplemented() })
    var recipeStore: any RecipeStore = MockRecipeStore()
}

private func withDependencies<Result>(
    _ update: (inout Dependencies) -> Void, operation: () async throws -> Result
) async rethrows -> Result {
    var dependencies = Dependencies.current
    update(&dependencies)
    return try await Dependencies.$current.withValue(dependencies, operation: operation)
}
