/// The condition for one argument of a call.
///
/// Literals match equal values: `2`, `"miso"`, `true`, `["egg"]`. Everything else starts with a dot: `.equal(n)`,
/// `.any`, `.greater(than: 3)`, `.where { $0.isEmpty }`.
public struct Matcher<Subject>: MatcherProtocol {
    /// The condition for a value.
    public let rule: Rule<Subject>

    /// Creates a matcher from a rule.
    public init(_ rule: Rule<Subject>) { self.rule = rule }

    /// Matches every value.
    public static var any: Self { Self(.any) }
}

extension Matcher: ExpressibleByIntegerLiteral where Subject: ExpressibleByIntegerLiteral & Equatable {
    /// Creates a matcher from an integer literal.
    public init(integerLiteral value: Subject.IntegerLiteralType) {
        self = .equal(Subject(integerLiteral: value))
    }
}

extension Matcher: ExpressibleByFloatLiteral where Subject: ExpressibleByFloatLiteral & Equatable {
    /// Creates a matcher from a floating-point literal.
    public init(floatLiteral value: Subject.FloatLiteralType) { self = .equal(Subject(floatLiteral: value)) }
}

extension Matcher: ExpressibleByBooleanLiteral where Subject: ExpressibleByBooleanLiteral & Equatable {
    /// Creates a matcher from `true` or `false`.
    public init(booleanLiteral value: Subject.BooleanLiteralType) { self = .equal(Subject(booleanLiteral: value)) }
}

extension Matcher: ExpressibleByUnicodeScalarLiteral
where Subject: ExpressibleByUnicodeScalarLiteral & Equatable {
    /// Creates a matcher from a string literal of one scalar.
    public init(unicodeScalarLiteral value: Subject.UnicodeScalarLiteralType) {
        self = .equal(Subject(unicodeScalarLiteral: value))
    }
}

extension Matcher: ExpressibleByExtendedGraphemeClusterLiteral
where Subject: ExpressibleByExtendedGraphemeClusterLiteral & Equatable {
    /// Creates a matcher from a string literal of one character.
    public init(extendedGraphemeClusterLiteral value: Subject.ExtendedGraphemeClusterLiteralType) {
        self = .equal(Subject(extendedGraphemeClusterLiteral: value))
    }
}

extension Matcher: ExpressibleByStringLiteral where Subject: ExpressibleByStringLiteral & Equatable {
    /// Creates a matcher from a string literal.
    public init(stringLiteral value: Subject.StringLiteralType) { self = .equal(Subject(stringLiteral: value)) }
}

extension Matcher: ExpressibleByStringInterpolation where Subject: ExpressibleByStringInterpolation & Equatable {
    /// Creates a matcher from a string literal with interpolations.
    public init(stringInterpolation value: Subject.StringInterpolation) {
        self = .equal(Subject(stringInterpolation: value))
    }
}

extension Matcher: ExpressibleByArrayLiteral where Subject: ExpressibleByArrayLiteral & Equatable {
    /// Creates a matcher from the literal of an array, a set or an option set.
    public init(arrayLiteral elements: Subject.ArrayLiteralElement...) {
        self = .equal(Subject(__elements: elements))
    }
}

extension Matcher: ExpressibleByDictionaryLiteral where Subject: ExpressibleByDictionaryLiteral & Equatable {
    /// Creates a matcher from a dictionary literal.
    public init(dictionaryLiteral elements: (Subject.Key, Subject.Value)...) {
        self = .equal(Subject(__pairs: elements))
    }
}

extension ExpressibleByArrayLiteral {
    /// Creates the value of an array literal. An array cannot be passed to variadic parameters, so the initializer is
    /// called through a function reference.
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
