import Foundation
import Testing

/// Mocks in style `spy` have a subject behind each publisher where Combine or a module with the same types is imported.
///
/// The module `OpenCombine` here is ours and has the part of that package's interface that mocks and tests use.
@Suite struct CombineTests {
    private static let combine = """
        public protocol Publisher<Output, Failure> {
            associatedtype Output
            associatedtype Failure: Error
            func sink(_ receive: @escaping (Output) -> Void)
        }
        extension Publisher {
            public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher { sink($0) } }
        }
        public struct AnyPublisher<Output, Failure: Error>: Publisher {
            let subscribe: (@escaping (Output) -> Void) -> Void
            public func sink(_ receive: @escaping (Output) -> Void) { subscribe(receive) }
        }
        public final class PassthroughSubject<Output, Failure: Error>: Publisher {
            private var receivers: [(Output) -> Void] = []
            public init() {}
            public func send(_ value: Output) { for receive in receivers { receive(value) } }
            public func sink(_ receive: @escaping (Output) -> Void) { receivers.append(receive) }
        }
        public final class CurrentValueSubject<Output, Failure: Error>: Publisher {
            public var value: Output
            public init(_ value: Output) { self.value = value }
            public func sink(_ receive: @escaping (Output) -> Void) { receive(value) }
        }

        """

    private static let kitchen = """
        import OpenCombine

        struct Soup { var name = "" }

        /// @mockable(combine: prices = CurrentValueSubject; soups = CurrentValueSubject; orders = PassthroughSubject)
        protocol Menu {
            var orders: AnyPublisher<String, Never> { get }
            var prices: AnyPublisher<[String: Int], Never> { get }
            var soups: AnyPublisher<Soup, any Error> { get }
            var chosen: AnyPublisher<Int, Never> { get set }
            static var all: AnyPublisher<Int, Never> { get }
        }

        /// @mockable
        protocol SharedMenu: Menu, Sendable { var tips: AnyPublisher<Int, Never> { get } }

        """

    private static let main = """
        import OpenCombine

        let mock = MockMenu(chosen: PassthroughSubject<Int, Never>().eraseToAnyPublisher())
        var orders: [String] = []
        mock.orders.sink { orders.append($0) }
        mock.ordersSubject.send("ramen")
        mock.pricesSubject.value["ramen"] = 9
        var price: Int?
        mock.prices.sink { price = $0["ramen"] }
        var soup: Soup?
        mock.soups.sink { soup = $0 }
        mock.soupsSubject.send(Soup(name: "miso"))
        var number: Int?
        MockMenu.all.sink { number = $0 }
        MockMenu.allSubject.send(7)
        let shared = MockSharedMenu()
        var tip: Int?
        shared.tips.sink { tip = $0 }
        shared.tipsSubject.send(2)
        shared.pricesSubject.value = [:]
        print(orders, price ?? 0, soup?.name ?? "", number ?? 0, tip ?? 0, mock.chosenSetCallCount)

        """

    @Test(arguments: ["OpenCombine", "CombineShim"])
    func `a publisher publishes what tests send to its subject`(module: String) async throws {
        let package = try PackageFixture.modules([
            "Combine/Combine.swift": Self.combine,
            "Kitchen/Menu.swift": Self.kitchen.replacing("OpenCombine", with: module),
            "Kitchen/main.swift": Self.main.replacing("OpenCombine", with: module),
            ".mockd.yml": """
            style: spy
            modules: [{name: Kitchen, sources: [Kitchen/Menu.swift], output: Kitchen/Mocks.swift, import: none}]
            """,
        ])
        let generated = try await package.run("mockd", "generate", "--cache", "none")
        #expect(generated.status == 0 && !generated.errors.contains("warning"), "\(generated.errors)")
        let library = try await package.swiftc(
            ["-emit-module", "-emit-library", "-static", "-module-name", module, "-o", "lib\(module).a"]
                + ["-emit-module-path", "\(module).swiftmodule"] + Dialect.swift6.flags, files: ["Combine"])
        try #require(library.map(\.description) == [])
        let built = try await package.shell(
            "swiftc -swift-version 6 -warnings-as-errors -o program -module-name Kitchen -I . -L . -l\(module) Kitchen/*.swift"
        )
        try #require(built.status == 0, "\(built.errors)")
        let run = try await package.runTool("timeout", "20", package.url("program").path())
        #expect(run.output == #"["ramen"] 9 miso 7 2 0"# + "\n", "\(run)")
    }

    @Test func `a type of that name from elsewhere is stored`() async throws {
        let package = try PackageFixture.modules([
            "Kitchen/Menu.swift": "struct AnyPublisher<A, B> {}\n"
                + "/// @mockable\nprotocol Menu { var orders: AnyPublisher<Int, Never> { get } }\n",
            ".mockd.yml": """
            style: spy
            modules: [{name: Kitchen, sources: [Kitchen], output: Mocks.swift, import: none}]
            """,
        ])
        _ = try await package.run("mockd", "generate", "--cache", "none")
        #expect(package.read("Mocks.swift")?.contains("Subject") == false)
    }
}
