/// The condition for one argument that may be `nil`.
///
/// `nil` and literals match as they are: `given(cook).serve(to: nil)`, `given(cook).serve(to: "Bob")`.
public struct OptionalMatcher<Wrapped>: MatcherProtocol {
    /// The type of the matched values.
    public typealias Subject = Wrapped?

    /// The condition for a value.
    public let rule: Rule<Wrapped?>

    /// Creates a matcher from a rule.
    public init(_ rule: Rule<Wrapped?>) { self.rule = rule }

    /// Matches every value.
    public static var any: Self { Self(.any) }

    /// Matches `nil`.
    public static var `nil`: Self {
        Self(describe: { "nil" }, test: { $0 == nil })
    }

    /// Matches every value except `nil`.
    public static var notNil: Self {
        Self(describe: { "not nil" }, test: { $0 != nil })
    }

    /// Matches a non-nil value with a matcher, for example `.some(.greater(than: 2))`.
    public static func some(_ matcher: Matcher<Wrapped>) -> Self {
        let rule = matcher.rule
        return Self(
            describe: { rule.description },
            effect: rule.effect { $0.map { [$0] } ?? [] },
            test: { $0.map(rule.matches) ?? false },
            explain: { value in
                guard let value else { return "expected \(rule.description), was nil" }
                return rule.explain(value) ?? ""
            })
    }
}

extension MatcherProtocol {
    /// Matches a value by a property that may be `nil`, for example `.property(\.host, .some(.contains("example")))`.
    @_disfavoredOverload
    public static func property<T>(_ path: KeyPath<Subject, T?>, _ matcher: OptionalMatcher<T>) -> Self {
        property(path, Matcher<T?>(matcher.rule))
    }
}

extension OptionalMatcher where Wrapped: Equatable {
    /// Matches a non-nil value that is equal.
    public static func equal(_ value: Wrapped) -> Self { .some(.equal(value)) }
}

extension OptionalMatcher: ExpressibleByNilLiteral {
    /// Creates a matcher from `nil`.
    public init(nilLiteral: ()) { self = .nil }
}

extension OptionalMatcher: ExpressibleByIntegerLiteral where Wrapped: ExpressibleByIntegerLiteral & Equatable {
    /// Creates a matcher from an integer literal.
    public init(integerLiteral value: Wrapped.IntegerLiteralType) {
        self = .some(.equal(Wrapped(integerLiteral: value)))
    }
}

extension OptionalMatcher: ExpressibleByFloatLiteral where Wrapped: ExpressibleByFloatLiteral & Equatable {
    /// Creates a matcher from a floating-point literal.
    public init(floatLiteral value: Wrapped.FloatLiteralType) { self = .some(.equal(Wrapped(floatLiteral: value))) }
}

extension OptionalMatcher: ExpressibleByBooleanLiteral where Wrapped: ExpressibleByBooleanLiteral & Equatable {
    /// Creates a matcher from `true` or `false`.
    public init(booleanLiteral value: Wrapped.BooleanLiteralType) {
        self = .some(.equal(Wrapped(booleanLiteral: value)))
    }
}

extension OptionalMatcher: ExpressibleByUnicodeScalarLiteral
where Wrapped: ExpressibleByUnicodeScalarLiteral & Equatable {
    /// Creates a matcher from a string literal of one scalar.
    public init(unicodeScalarLiteral value: Wrapped.UnicodeScalarLiteralType) {
        self = .some(.equal(Wrapped(unicodeScalarLiteral: value)))
    }
}

extension OptionalMatcher: ExpressibleByExtendedGraphemeClusterLiteral
where Wrapped: ExpressibleByExtendedGraphemeClusterLiteral & Equatable {
    /// Creates a matcher from a string literal of one character.
    public init(extendedGraphemeClusterLiteral value: Wrapped.ExtendedGraphemeClusterLiteralType) {
        self = .some(.equal(Wrapped(extendedGraphemeClusterLiteral: value)))
    }
}

extension OptionalMatcher: ExpressibleByStringLiteral where Wrapped: ExpressibleByStringLiteral & Equatable {
    /// Creates a matcher from a string literal.
    public init(stringLiteral value: Wrapped.StringLiteralType) {
        self = .some(.equal(Wrapped(stringLiteral: value)))
    }
}

extension OptionalMatcher: ExpressibleByStringInterpolation
where Wrapped: ExpressibleByStringInterpolation & Equatable {
    /// Creates a matcher from a string literal with interpolations.
    public init(stringInterpolation value: Wrapped.StringInterpolation) {
        self = .some(.equal(Wrapped(stringInterpolation: value)))
    }
}

extension OptionalMatcher: ExpressibleByArrayLiteral where Wrapped: ExpressibleByArrayLiteral & Equatable {
    /// Creates a matcher from the literal of an array, a set or an option set.
    public init(arrayLiteral elements: Wrapped.ArrayLiteralElement...) {
        self = .some(.equal(Wrapped(__elements: elements)))
    }
}

extension OptionalMatcher: ExpressibleByDictionaryLiteral
where Wrapped: ExpressibleByDictionaryLiteral & Equatable {
    /// Creates a matcher from a dictionary literal.
    public init(dictionaryLiteral elements: (Wrapped.Key, Wrapped.Value)...) {
        self = .some(.equal(Wrapped(__pairs: elements)))
    }
}
