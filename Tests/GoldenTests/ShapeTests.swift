import Mocking
import Testing

struct RealStore<K: Hashable, V>: Store {
    var values: [K: V] = [:]
    func value(for key: K) -> V? { values[key] }
    mutating func set(_ value: V, for key: K) { values[key] = value }
    var all: [V] { Array(values.values) }
}

@Suite struct GenericTests {
    @Test func `generic members are stubbed for one type or for all`() throws {
        let mock = MockGenerics()
        given(mock).decode(.type(Item.self)).willReturn(Item(id: 3))
        #expect(try mock.decode(Item.self, from: "") == Item(id: 3))
        given(mock).convert("k", to: .type([String].self)).willReturn(["z"])
        #expect(mock.convert("k", to: [String].self) == ["z"])
        given(mock).take(some: .equal([1, 2])).willReturn(5)
        #expect(mock.take(some: [1, 2]) == 5)
        given(mock).all("a", 2).willReturn(("b", 3))
        #expect(mock.all("a", 2) == ("b", 3))
        mock.mixed(n: 1, "a", 2)
        verify(mock).mixed(n: 1, .equal("a"), .equal(2)).wasCalled()
    }

    @Test func `primary associated types are the mock's parameters`() {
        let mock = MockStore<String, Int>()
        given(mock).value(for: "a").willReturn(3)
        #expect(mock.value(for: "a") == 3)
        let forwarding = MockStore<String, Int>(forwardingTo: RealStore<String, Int>())
        forwarding.set(5, for: "k")
        #expect(forwarding.value(for: "k") == 5)
        #expect(forwarding.all == [5])
    }

    @Test func `fixed, dependent and library types need no annotation`() {
        let ints = MockIntStore()
        given(ints).value(for: "a").willReturn(1)
        #expect(ints.value(for: "a") == 1)
        let queue = MockQueue<Int, [Int]>()
        given(queue).slice(2).willReturn([1, 2])
        #expect(queue.slice(2) == [1, 2])
        let numbers = MockNumbers()
        #expect(Array(numbers) == [])
        given(numbers).makeIterator().willReturn(AnyIterator([1, 2].makeIterator()))
        #expect(Array(numbers) == [1, 2])
        let record = MockRecord()
        given(record).id.willReturn("r")
        #expect(record.id == "r")
    }
}

@Suite struct OwnershipTests {
    @Test func `values that cannot be copied go to the stub`() async throws {
        let mock = MockOwnership()
        given(mock).open().will { file in file.descriptor + 1 }
        #expect(mock.open(File(descriptor: 1)) == 2)
        given(mock).look(times: 2).will { file, times in file.descriptor * times }
        #expect(try mock.look(File(descriptor: 3), times: 2) == 6)
        given(mock).make().will { File(descriptor: 9) }
        #expect(mock.make().descriptor == 9)
        given(mock).makeLater().will { File(descriptor: 10) }
        #expect(try await mock.makeLater().descriptor == 10)
        given(mock).file.will { File(descriptor: 11) }
        #expect(mock.file.descriptor == 11)
        mock.file = File(descriptor: 12)
        verify(mock).file(set: .any).wasCalled()
        verify(mock).open().wasCalled()
    }

    @Test func `owned values of ordinary types are recorded`() {
        let mock = MockOwnership()
        given(mock).borrow("abc").willReturn(3)
        #expect(mock.borrow("abc") == 3)
        given(mock).consume("abcd").willReturn(4)
        #expect(mock.consume("abcd") == 4)
        #expect(mock.give(Box(), n: 2) == 0)
        verify(mock).give(n: 2).wasCalled()
        let unique = MockUnique()
        given(unique).count().willReturn(2)
        #expect(unique.count() == 2)
    }
}

@Suite struct IsolationTests {
    @Test func `an actor's members are stubbed and forwarded`() async throws {
        let mock = MockCounter()
        given(mock).add(2).willReturn(20)
        #expect(await mock.add(2) == 20)
        given(mock).peek().will { $0 * 2 }
        #expect(mock.peek(4) == 8)
        given(mock).slow().will { $0.n + 1 }
        let other = MockCounter(forwardingTo: mock)
        #expect(try await other.slow(Box()) == 1)
        given(mock).id.willReturn("x")
        #expect(other.id == "x")
    }

    @MainActor @Test func `a main-actor mock runs its stubs there`() async throws {
        let mock = MockScreen()
        var count = 0
        given(mock).show().will { title, _ in
            count += 1
            return title == "b"
        }
        #expect(mock.show("b", box: Box()))
        mock.title = "t"
        #expect(mock.title == "t" && count == 1)
        let box = Box()
        given(mock).load().will { $0 }
        #expect(try await mock.load(box) === box)
        mock.log("x")
        verify(mock).log("x").wasCalled()
    }

    @Database @Test func `a mock of another global actor runs its stubs there`() throws {
        let mock = MockTable()
        var rows: [String] = []
        given(mock).insert().will { row in
            rows.append(row)
            return 3
        }
        #expect(try mock.insert("r") == 3)
        #expect(rows == ["r"])
        mock.name = "n"
        #expect(mock.name == "n")
    }

    @Test func `isolated parameters and members are ordinary`() async {
        let mock = MockSink()
        given(mock).run().willReturn(4)
        #expect(await mock.run(Box(), isolation: MainActor.shared) == 4)
        given(mock).stay().will { $0.n + 1 }
        #expect(await mock.stay(Box()) == 1)
        given(mock).go(2).will { $0 }
        #expect(await mock.go(2) == 2)
        #expect(mock.take(Box()) == nil)
    }
}

@Suite struct ClassTests {
    @Test func `a class mock answers for its members and inherits the rest`() async throws {
        let tree = MockTree(height: 42)
        given(tree).grow(by: 1).willReturn(7)
        given(tree).grow(by: 2).willCallSuper()
        given(tree).height.willCallSuper()
        given(tree).height(set: .any).willCallSuper()
        #expect(try tree.grow(by: 1) == 7)
        #expect(try tree.grow(by: 2) == 44)
        #expect(try tree.grow(by: 3) == 0)
        #expect(tree.name() == "")
        tree.mocking.callsSuper = true
        #expect(tree.name() == "tree")
        #expect(tree.label(3) == "3")
        #expect(try await tree.wait(2) == (2, 2))
        #expect(tree[5] == 5)
        #expect(tree.rings == [1])
        var n = 1
        tree.paint(&n)
        #expect(n == 2)
        given(tree).grow(by: 9).willForward(to: Tree(height: 100))
        #expect(try tree.grow(by: 9) == 109)
        #expect(MockTree().age == 7)
    }

    @Test func `an unstubbed property of a class mock keeps the value that is set`() {
        let tree = MockTree()
        tree.leaves = 9
        #expect(tree.leaves == 9)
        verify(tree).leaves(set: 9).wasCalled()
    }

    @Test func `generic and required superclasses`() async {
        let shelf = MockBookshelf<String>()
        given(shelf).put("a").willReturn(["b"])
        #expect(shelf.put("a") == ["b"])
        let styled = MockStyled(height: 3)
        given(styled).style(2).willReturn(4)
        #expect(styled.style(2) == 4)
        given(styled).name().willReturn("styled")
        #expect(styled.name() == "styled")
        let service = MockService()
        given(service).go(1).willReturn(2)
        #expect(await service.go(1) == 2)
    }
}
