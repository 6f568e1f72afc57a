internal import Foundation

/// The arguments of a member with several parameters.
public struct EquatableTuple<Input> {
    /// The arguments in the order of the declaration.
    public let inputs: [Input]

    /// Creates the value from the arguments.
    public init(_ inputs: [Input]) { self.inputs = inputs }
}

extension EquatableTuple: Equatable where Input: Equatable {}
extension EquatableTuple: Hashable where Input: Hashable {}
extension EquatableTuple: Sendable where Input: Sendable {}

extension MockUsage {
    /// Returns true if one of a call's arguments was the value.
    public func wasCalled<Input: Equatable>(with input: Input) -> Bool where Context == EquatableTuple<Input> {
        usage.contexts.contains { $0.inputs.contains(input) }
    }

    /// Returns true if one of a call's arguments was the value.
    public func wasCalled(with input: some Encodable) throws -> Bool where Context == EquatableTuple<CodableInput> {
        let encoded = try CodableInput(input)
        return usage.contexts.contains { $0.inputs.contains(encoded) }
    }
}

/// An argument of any type that can be encoded, among others of other types.
public struct CodableInput: Hashable, Sendable {
    private let data: Data

    /// Encodes the argument.
    public init(_ input: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        data = try encoder.encode([input])
    }

    /// Returns the argument.
    public func decode<Input: Decodable>(_ type: Input.Type = Input.self) throws -> Input {
        let decoded = try JSONDecoder().decode([Input].self, from: data)
        guard let input = decoded.first else {
            throw DecodingError.valueNotFound(type, .init(codingPath: [], debugDescription: "there is no argument"))
        }
        return input
    }
}
