/// What is asked of one argument of a call.
///
/// Literals match equal values: `2`, `"miso"`, `true`, `["egg"]`. Everything else starts with a dot: `.equal(n)`,
/// `.any`, `.greater(than: 3)`, `.where { $0.isEmpty }`.
public struct Matcher<Subject>: MatcherProtocol {
    /// What is asked of a value.
    public let rule: Rule<Subject>

    /// Makes a matcher that asks for what a rule asks for.
    public init(_ rule: Rule<Subject>) { self.rule = rule }
}

extension Matcher: ExpressibleByIntegerLiteral where Subject: ExpressibleByIntegerLiteral & Equatable {
    /// Makes a matcher of a number.
    public init(integerLiteral value: Subject.IntegerLiteralType) {
        self = .equal(Subject(integerLiteral: value))
    }
}

extension Matcher: ExpressibleByFloatLiteral where Subject: ExpressibleByFloatLiteral & Equatable {
    /// Makes a matcher of a number with a fraction.
    public init(floatLiteral value: Subject.FloatLiteralType) { self = .equal(Subject(floatLiteral: value)) }
}

extension Matcher: ExpressibleByBooleanLiteral where Subject: ExpressibleByBooleanLiteral & Equatable {
    /// Makes a matcher of `true` or `false`.
    public init(booleanLiteral value: Subject.BooleanLiteralType) { self = .equal(Subject(booleanLiteral: value)) }
}

extension Matcher: ExpressibleByUnicodeScalarLiteral
where Subject: ExpressibleByUnicodeScalarLiteral & Equatable {
    /// Makes a matcher of a text of one scalar.
    public init(unicodeScalarLiteral value: Subject.UnicodeScalarLiteralType) {
        self = .equal(Subject(unicodeScalarLiteral: value))
    }
}

extension Matcher: ExpressibleByExtendedGraphemeClusterLiteral
where Subject: ExpressibleByExtendedGraphemeClusterLiteral & Equatable {
    /// Makes a matcher of a text of one character.
    public init(extendedGraphemeClusterLiteral value: Subject.ExtendedGraphemeClusterLiteralType) {
        self = .equal(Subject(extendedGraphemeClusterLiteral: value))
    }
}

extension Matcher: ExpressibleByStringLiteral where Subject: ExpressibleByStringLiteral & Equatable {
    /// Makes a matcher of a text.
    public init(stringLiteral value: Subject.StringLiteralType) { self = .equal(Subject(stringLiteral: value)) }
}

extension Matcher: ExpressibleByStringInterpolation where Subject: ExpressibleByStringInterpolation & Equatable {
    /// Makes a matcher of a text with values in it.
    public init(stringInterpolation value: Subject.StringInterpolation) {
        self = .equal(Subject(stringInterpolation: value))
    }
}

extension Matcher: ExpressibleByArrayLiteral where Subject: ExpressibleByArrayLiteral & Equatable {
    /// Makes a matcher of a list, a set or an option set.
    public init(arrayLiteral elements: Subject.ArrayLiteralElement...) {
        self = .equal(Subject(__elements: elements))
    }
}

extension Matcher: ExpressibleByDictionaryLiteral where Subject: ExpressibleByDictionaryLiteral & Equatable {
    /// Makes a matcher of a dictionary.
    public init(dictionaryLiteral elements: (Subject.Key, Subject.Value)...) {
        self = .equal(Subject(__pairs: elements))
    }
}

extension ExpressibleByArrayLiteral {
    /// A literal cannot be spread over variadic parameters, so the initializer is called through a function that can.
    init(__elements elements: [ArrayLiteralElement]) {
        typealias Make = ([ArrayLiteralElement]) -> Self
        self = unsafeBitCast(Self.init(arrayLiteral:) as (ArrayLiteralElement...) -> Self, to: Make.self)(elements)
    }
}

extension ExpressibleByDictionaryLiteral {
    init(__pairs pairs: [(Key, Value)]) {
        typealias Make = ([(Key, Value)]) -> Self
        self = unsafeBitCast(Self.init(dictionaryLiteral:) as ((Key, Value)...) -> Self, to: Make.self)(pairs)
    }
}
