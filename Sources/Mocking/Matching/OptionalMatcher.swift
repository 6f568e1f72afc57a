/// What is asked of one argument that may be `nil`.
///
/// `nil` and literals match as they are: `given(cook).serve(to: nil)`, `given(cook).serve(to: "Bob")`.
public struct OptionalMatcher<Wrapped>: MatcherProtocol {
    /// The type of the values that are matched.
    public typealias Subject = Wrapped?

    /// What is asked of a value.
    public let rule: Rule<Wrapped?>

    /// Makes a matcher that asks for what a rule asks for.
    public init(_ rule: Rule<Wrapped?>) { self.rule = rule }

    /// Matches the absence of a value.
    public static var `nil`: Self {
        Self(describe: { "nil" }, test: { $0 == nil })
    }

    /// Matches whatever is there.
    public static var notNil: Self {
        Self(describe: { "not nil" }, test: { $0 != nil })
    }

    /// Matches a value that is there and fits, for example `.some(.greater(than: 2))`.
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

extension OptionalMatcher where Wrapped: Equatable {
    /// Matches a value that is there and equal.
    public static func equal(_ value: Wrapped) -> Self { .some(.equal(value)) }
}

extension OptionalMatcher: ExpressibleByNilLiteral {
    /// Makes a matcher of `nil`.
    public init(nilLiteral: ()) { self = .nil }
}

extension OptionalMatcher: ExpressibleByIntegerLiteral where Wrapped: ExpressibleByIntegerLiteral & Equatable {
    /// Makes a matcher of a number.
    public init(integerLiteral value: Wrapped.IntegerLiteralType) {
        self = .some(.equal(Wrapped(integerLiteral: value)))
    }
}

extension OptionalMatcher: ExpressibleByFloatLiteral where Wrapped: ExpressibleByFloatLiteral & Equatable {
    /// Makes a matcher of a number with a fraction.
    public init(floatLiteral value: Wrapped.FloatLiteralType) { self = .some(.equal(Wrapped(floatLiteral: value))) }
}

extension OptionalMatcher: ExpressibleByBooleanLiteral where Wrapped: ExpressibleByBooleanLiteral & Equatable {
    /// Makes a matcher of `true` or `false`.
    public init(booleanLiteral value: Wrapped.BooleanLiteralType) {
        self = .some(.equal(Wrapped(booleanLiteral: value)))
    }
}

extension OptionalMatcher: ExpressibleByUnicodeScalarLiteral
where Wrapped: ExpressibleByUnicodeScalarLiteral & Equatable {
    /// Makes a matcher of a text of one scalar.
    public init(unicodeScalarLiteral value: Wrapped.UnicodeScalarLiteralType) {
        self = .some(.equal(Wrapped(unicodeScalarLiteral: value)))
    }
}

extension OptionalMatcher: ExpressibleByExtendedGraphemeClusterLiteral
where Wrapped: ExpressibleByExtendedGraphemeClusterLiteral & Equatable {
    /// Makes a matcher of a text of one character.
    public init(extendedGraphemeClusterLiteral value: Wrapped.ExtendedGraphemeClusterLiteralType) {
        self = .some(.equal(Wrapped(extendedGraphemeClusterLiteral: value)))
    }
}

extension OptionalMatcher: ExpressibleByStringLiteral where Wrapped: ExpressibleByStringLiteral & Equatable {
    /// Makes a matcher of a text.
    public init(stringLiteral value: Wrapped.StringLiteralType) {
        self = .some(.equal(Wrapped(stringLiteral: value)))
    }
}

extension OptionalMatcher: ExpressibleByStringInterpolation
where Wrapped: ExpressibleByStringInterpolation & Equatable {
    /// Makes a matcher of a text with values in it.
    public init(stringInterpolation value: Wrapped.StringInterpolation) {
        self = .some(.equal(Wrapped(stringInterpolation: value)))
    }
}

extension OptionalMatcher: ExpressibleByArrayLiteral where Wrapped: ExpressibleByArrayLiteral & Equatable {
    /// Makes a matcher of a list, a set or an option set.
    public init(arrayLiteral elements: Wrapped.ArrayLiteralElement...) {
        self = .some(.equal(Wrapped(__elements: elements)))
    }
}

extension OptionalMatcher: ExpressibleByDictionaryLiteral
where Wrapped: ExpressibleByDictionaryLiteral & Equatable {
    /// Makes a matcher of a dictionary.
    public init(dictionaryLiteral elements: (Wrapped.Key, Wrapped.Value)...) {
        self = .some(.equal(Wrapped(__pairs: elements)))
    }
}
