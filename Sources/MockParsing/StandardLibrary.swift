package import MockModel

/// The requirements of the standard library's protocols, as Swift declarations.
///
/// Only requirements without a default implementation are listed. The mock uses an associated type's default unless the
/// user's protocol states another type, so the default is the most convenient type and not always the library's own.
/// `CollectionWithSubSequence` and the like are the parts of `Collection` that only count if the user names their types.
package enum StandardLibrary {
    /// The declarations, parsed once per process.
    package static let file: ParsedFile = SourceParser().parse(Array(text.utf8), path: "").file

    /// Standard library protocols that are not declared here. Reading the library itself takes a second, so it is done
    /// only for these.
    package static let protocolNames: Set<String> = [
        "CodingKeyRepresentable", "CustomLeafReflectable", "CustomPlaygroundDisplayConvertible", "Decoder",
        "DurationProtocol", "Encoder", "GlobalActor", "KeyedDecodingContainerProtocol",
        "KeyedEncodingContainerProtocol", "Numeric", "SignedNumeric", "SingleValueDecodingContainer",
        "SingleValueEncodingContainer", "UnkeyedDecodingContainer", "UnkeyedEncodingContainer",
    ]

    private static let text = sequences + literals + values + concurrency

    /// Declarations for protocols of Foundation and Observation, for a machine without the tool that reads those
    /// modules.
    package static let foundation: ParsedFile = SourceParser().parse(Array(foundationText.utf8), path: "").file

    private static let sequences = """
        protocol Sequence<Element> {
            associatedtype Element
            associatedtype Iterator: IteratorProtocol = AnyIterator<Element>
            func makeIterator() -> Iterator
        }
        protocol IteratorProtocol<Element> {
            associatedtype Element
            mutating func next() -> Element?
        }
        protocol Collection<Element> {
            associatedtype Element
            associatedtype Index: Comparable = Int
            associatedtype Iterator: IteratorProtocol = IndexingIterator<Self>
            var startIndex: Index { get }
            var endIndex: Index { get }
            subscript(position: Index) -> Element { get }
            func index(after i: Index) -> Index
        }
        protocol CollectionWithSubSequence {
            associatedtype SubSequence: Collection
            subscript(bounds: Range<Index>) -> SubSequence { get }
        }
        protocol MutableCollectionWithSubSequence {
            associatedtype SubSequence: Collection
            subscript(bounds: Range<Index>) -> SubSequence { get set }
        }
        protocol CollectionWithIndices {
            associatedtype Indices: Collection
            var indices: Indices { get }
        }
        protocol BidirectionalCollection<Element>: Collection {
            func index(before i: Index) -> Index
        }
        protocol RandomAccessCollection<Element>: BidirectionalCollection {}
        protocol MutableCollection<Element>: Collection {
            subscript(position: Index) -> Element { get set }
        }
        protocol RangeReplaceableCollection<Element>: Collection {
            init()
            mutating func replaceSubrange<C: Collection>(_ subrange: Range<Index>, with newElements: C)
            where C.Element == Element
        }
        protocol LazySequenceProtocol<Element>: Sequence {}
        protocol LazyCollectionProtocol: Collection {}
        protocol AsyncSequence<Element, Failure> {
            associatedtype Element
            associatedtype Failure: Error = any Error
            associatedtype AsyncIterator: AsyncIteratorProtocol = AsyncThrowingStream<Element, Failure>.Iterator
            func makeAsyncIterator() -> AsyncIterator
        }
        protocol AsyncIteratorProtocol<Element, Failure> {
            associatedtype Element
            associatedtype Failure: Error = any Error
            mutating func next() async throws -> Element?
        }

        """

    private static let literals = """
        protocol ExpressibleByNilLiteral { init(nilLiteral: ()) }
        protocol ExpressibleByBooleanLiteral {
            associatedtype BooleanLiteralType = Bool
            init(booleanLiteral value: BooleanLiteralType)
        }
        protocol ExpressibleByIntegerLiteral {
            associatedtype IntegerLiteralType = Int
            init(integerLiteral value: IntegerLiteralType)
        }
        protocol ExpressibleByFloatLiteral {
            associatedtype FloatLiteralType = Double
            init(floatLiteral value: FloatLiteralType)
        }
        protocol ExpressibleByUnicodeScalarLiteral {
            associatedtype UnicodeScalarLiteralType = String
            init(unicodeScalarLiteral value: UnicodeScalarLiteralType)
        }
        protocol ExpressibleByExtendedGraphemeClusterLiteral {
            associatedtype ExtendedGraphemeClusterLiteralType = String
            init(extendedGraphemeClusterLiteral value: ExtendedGraphemeClusterLiteralType)
        }
        protocol ExpressibleByStringLiteral {
            associatedtype StringLiteralType = String
            init(stringLiteral value: StringLiteralType)
        }
        protocol ExpressibleByStringInterpolation: ExpressibleByStringLiteral {}
        protocol ExpressibleByArrayLiteral {
            associatedtype ArrayLiteralElement
            init(arrayLiteral elements: ArrayLiteralElement...)
        }
        protocol ExpressibleByDictionaryLiteral {
            associatedtype Key
            associatedtype Value
            init(dictionaryLiteral elements: (Key, Value)...)
        }

        """

    private static let values = """
        protocol RawRepresentable<RawValue> {
            associatedtype RawValue
            init?(rawValue: RawValue)
            var rawValue: RawValue { get }
        }
        protocol CVarArg { var _cVarArgEncoding: [Int] { get } }
        protocol LosslessStringConvertible: CustomStringConvertible { init?(_ description: String) }
        protocol CodingKey: CustomStringConvertible, CustomDebugStringConvertible, Sendable {
            var stringValue: String { get }
            init?(stringValue: String)
            var intValue: Int? { get }
            init?(intValue: Int)
        }
        protocol Identifiable<ID> {
            associatedtype ID: Hashable
            var id: ID { get }
        }
        protocol Strideable<Stride>: Comparable {
            associatedtype Stride: SignedNumeric & Comparable
            func distance(to other: Self) -> Stride
            func advanced(by n: Stride) -> Self
        }
        protocol AdditiveArithmetic: Equatable {
            static var zero: Self { get }
            static func + (left: Self, right: Self) -> Self
            static func - (left: Self, right: Self) -> Self
        }
        protocol OptionSet: RawRepresentable, Equatable {
            associatedtype RawValue = Int
            associatedtype Element = Self
            init(rawValue: RawValue)
        }
        protocol RegexComponent<RegexOutput> {
            associatedtype RegexOutput
            var regex: Regex<RegexOutput> { get }
        }
        protocol CustomConsumingRegexComponent<RegexOutput> {
            associatedtype RegexOutput
            func consuming(_ input: String, startingAt index: String.Index, in bounds: Range<String.Index>) throws
                -> (upperBound: String.Index, output: RegexOutput)?
        }
        protocol TextOutputStreamable { func write<Target: TextOutputStream>(to target: inout Target) }
        protocol RandomNumberGenerator { mutating func next() -> UInt64 }
        protocol RangeExpression<Bound> {
            associatedtype Bound: Comparable
            func relative<C: Collection>(to collection: C) -> Range<Bound> where C.Index == Bound
            func contains(_ element: Bound) -> Bool
        }
        protocol SetAlgebra<Element>: Equatable, ExpressibleByArrayLiteral where ArrayLiteralElement == Element {
            associatedtype Element
            init()
            func contains(_ member: Element) -> Bool
            func union(_ other: Self) -> Self
            func intersection(_ other: Self) -> Self
            func symmetricDifference(_ other: Self) -> Self
            mutating func insert(_ newMember: Element) -> (inserted: Bool, memberAfterInsert: Element)
            mutating func remove(_ member: Element) -> Element?
            mutating func update(with newMember: Element) -> Element?
            mutating func formUnion(_ other: Self)
            mutating func formIntersection(_ other: Self)
            mutating func formSymmetricDifference(_ other: Self)
        }

        """

    private static let concurrency = """
        protocol Clock<Duration>: Sendable {
            associatedtype Duration: DurationProtocol = Swift.Duration
            associatedtype Instant: InstantProtocol = ContinuousClock.Instant
            var now: Instant { get }
            var minimumResolution: Instant.Duration { get }
            func sleep(until deadline: Instant, tolerance: Instant.Duration?) async throws
        }
        protocol InstantProtocol<Duration>: Comparable, Hashable, Sendable {
            associatedtype Duration: DurationProtocol = Swift.Duration
            func advanced(by duration: Duration) -> Self
            func duration(to other: Self) -> Duration
        }
        protocol Executor: AnyObject, Sendable { func enqueue(_ job: consuming ExecutorJob) }
        protocol SerialExecutor: Executor {}
        protocol TaskExecutor: Executor {}

        """

    private static let foundationText = """
        protocol LocalizedError: Error {}
        protocol CustomNSError: Error {}
        protocol Observable {}
        protocol NSCopying { func copy(with zone: NSZone?) -> Any }
        protocol NSMutableCopying { func mutableCopy(with zone: NSZone?) -> Any }

        """
}
