// sourcery: "mockable"
protocol ParserProtocol {
    func parse(_ string: String) -> [Int]
}

// sourcery: mockable
protocol FoobarProtocol {
    func doThis(_ string: String) -> [Int]
    func doThat() -> Double
    var myProperty: Int { get }
}

// sourcery:mockable
protocol StoreProtocol {
    func save(_ id: Int) throws
    func load(_ id: Int) throws -> String
    func find(_ id: Int) throws -> String?
}

struct MyStruct {
    let some: String
    let `default`: [Int]
}

protocol MyProtocol { func f() -> Int }

struct Settings: Equatable { var volume = 3 }
struct Theme: Equatable {
    var name = ""
    init() {}
    init(name: String) { self.name = name }
}

// sourcery: mockable
protocol MakerProtocol {
    func make() -> MyStruct
    func make2() -> any MyProtocol
    func text() -> String
    func pair() -> (Int, String?)
    func action() -> (Int) -> String
    func parser() -> any ParserProtocol
    var settings: Settings { get }
    func theme() -> Theme
}

struct Broken: Error, Equatable { var day = 0 }

// sourcery: mockable
protocol LabelsProtocol: AnyObject {
    func f(a: Int)
    func f(_ b: Int)
    func f(with c: Int)
    func urlForID(_ id: Int) -> String
    // sourcery: mockMethodID = "g_int"
    func g(_ value: Int)
    // sourcery: mockMethodID = "g_text"
    func g(_ value: String)
    subscript(key: String) -> Int { get set }
    static func open(_ name: String) -> Bool
    static var count: Int { get set }
    func children(of parent: Self, by name: (Self) -> Int) -> [String: [Self]]
    func read() throws(Broken) -> Int
    func fetch(_ id: Int) async throws -> Data?
    func each(_ body: (Int) -> Void)
    var name: String { get set }
    var parent: any ParserProtocol { get }
}

typealias Data = [UInt8]

// sourcery: mockable
protocol SinkProtocol: Sendable {
    func put(_ value: Int)
    var total: Int { get set }
}

// sourcery: mockable
@MainActor protocol ScreenProtocol {
    var title: String { get set }
    func show(_ text: String) -> Bool
    static func main() -> any ScreenProtocol
}
