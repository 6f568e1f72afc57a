extension MatcherProtocol {
    /// Matches every value and states its type where the compiler cannot infer it: `.any(Int.self)`.
    public static func any(_ type: Subject.Type) -> Self { Self(.any) }

    /// Matches values that a closure accepts, for example `.where { $0.isEmpty }`.
    public static func `where`(_ condition: @escaping (Subject) -> Bool) -> Self {
        Self(describe: { "a value that the closure of '.where' accepts" }, test: condition)
    }

    /// Matches values that a closure accepts, with a description for messages, for example `.where("a leap year") {
    /// $0.isLeap }`.
    public static func `where`(
        _ description: @autoclosure @escaping () -> String, _ condition: @escaping (Subject) -> Bool
    ) -> Self {
        Self(describe: description, test: condition)
    }

    /// Matches a value whose dynamic type is a type or a subclass of it, for example `.instance(of: Dog.self)`.
    public static func instance<T>(of type: T.Type) -> Self {
        Self(describe: { "an instance of \(T.self)" }, test: { $0 is T })
    }

    /// Matches a value of a dynamic type with a matcher for that type, for example `.instance(of: Dog.self,
    /// .equal(rex))`.
    public static func instance<T>(of type: T.Type, _ matcher: Matcher<T>) -> Self {
        let rule = matcher.rule
        return Self(
            describe: { "an instance of \(T.self), \(rule.description)" },
            effect: rule.effect { ($0 as? T).map { [$0] } ?? [] },
            test: { ($0 as? T).map(rule.matches) ?? false },
            explain: { subject in
                guard let value = subject as? T else {
                    return "expected an instance of \(T.self), was \(MockDescription.text(of: subject))"
                }
                return rule.explain(value) ?? ""
            })
    }

    /// Matches the metatype passed for a parameter such as `type: T.Type`, for example `.type(User.self)`.
    public static func type<T>(_ type: T.Type) -> Self where Subject == T.Type {
        Self(describe: { "\(T.self).self" }, test: { $0 == type })
    }

    /// Matches one object by identity, for example `.identical(to: screen)`.
    public static func identical(to object: AnyObject) -> Self {
        Self(
            describe: { "the identical \(Swift.type(of: object))" },
            test: { subject in
                // Boxing a struct would create a new object, so only class instances are compared.
                guard Swift.type(of: subject as Any) is AnyClass else { return false }
                return (subject as AnyObject) === object
            })
    }

    /// Matches a value by one of its properties, for example `.property(\.age, .greater(than: 17))`.
    public static func property<T>(_ path: KeyPath<Subject, T>, _ matcher: Matcher<T>) -> Self {
        let rule = matcher.rule
        let text = MockDescription.text(of: path)
        let name = text.hasPrefix(".") ? String(text.dropFirst()) : text
        return Self(
            describe: { "a value whose \(name) is \(rule.description)" },
            effect: rule.effect { [$0[keyPath: path]] },
            test: { rule.matches($0[keyPath: path]) },
            explain: { subject in
                let value = subject[keyPath: path]
                let (part, whole) = (MockDescription.text(of: value), MockDescription.text(of: subject))
                return
                    "expected a value whose \(name) is \(rule.description), was \(part) in \(whole)\(rule.suffix(value))"
            })
    }

    /// Matches a value by a property that is equal to a value, for example `.property(\.method, .get)`.
    @_disfavoredOverload
    public static func property<T: Equatable>(_ path: KeyPath<Subject, T>, _ value: T) -> Self {
        property(path, Matcher<T>.equal(value))
    }
}

extension MatcherProtocol where Subject: Equatable {
    /// Matches an equal value; a literal can be written without it.
    public static func equal(_ value: Subject) -> Self {
        Self(
            describe: { MockDescription.text(of: value) }, test: { $0 == value },
            explain: { MockDescription.mismatch(expected: value, actual: $0) })
    }

    /// Matches a value that is equal to one of several values.
    public static func oneOf(_ values: Subject...) -> Self {
        Self(
            describe: { "one of " + values.map { MockDescription.text(of: $0) }.joined(separator: ", ") },
            test: { values.contains($0) })
    }
}

extension MatcherProtocol where Subject: Comparable {
    /// Matches values greater than a value.
    public static func greater(than value: Subject) -> Self {
        Self(describe: { "greater than \(MockDescription.text(of: value))" }, test: { $0 > value })
    }

    /// Matches values less than a value.
    public static func less(than value: Subject) -> Self {
        Self(describe: { "less than \(MockDescription.text(of: value))" }, test: { $0 < value })
    }

    /// Matches values greater than or equal to a value.
    public static func atLeast(_ value: Subject) -> Self {
        Self(describe: { "at least \(MockDescription.text(of: value))" }, test: { $0 >= value })
    }

    /// Matches values less than or equal to a value.
    public static func atMost(_ value: Subject) -> Self {
        Self(describe: { "at most \(MockDescription.text(of: value))" }, test: { $0 <= value })
    }

    /// Matches a value inside a range, for example `.in(1...3)`, `.in(..<9)`.
    public static func `in`<R: RangeExpression>(_ range: R) -> Self where R.Bound == Subject {
        Self(describe: { "in \(range)" }, test: { range.contains($0) })
    }
}

extension MatcherProtocol where Subject: Numeric & Comparable {
    /// Matches a number that differs from a value by at most a tolerance, for example `.around(1, tolerance: 0.1)`.
    public static func around(_ value: Subject, tolerance: Subject) -> Self {
        Self(
            describe: { "\(value) give or take \(tolerance)" },
            test: { $0 > value ? $0 - value <= tolerance : value - $0 <= tolerance })
    }
}

extension MatcherProtocol where Subject: FixedWidthInteger {
    /// Matches a number that differs from a value by at most a tolerance, for example `.around(100, tolerance: 5)`.
    public static func around(_ value: Subject, tolerance: Subject) -> Self {
        Self(
            describe: { "\(value) give or take \(tolerance)" },
            test: { number in
                let (distance, overflow) = max(number, value).subtractingReportingOverflow(min(number, value))
                return !overflow && distance <= tolerance
            })
    }
}
