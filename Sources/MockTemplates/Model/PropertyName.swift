/// The name of a property in a template, compared with all that are known when the template is compiled.
final class PropertyName: Sendable {
    let text: String
    /// The place in a list that the name is.
    let index: Int?
    /// `nil` for a name that no object of the model has: that of an annotation, a type or a label.
    let known: Property?

    init(_ text: String) {
        self.text = text
        index = Int(text)
        known = Property(rawValue: text)
    }
}

/// The properties of all objects.
enum Property: String {
    case accessLevel, actualDefinedInTypeName, actualReturnTypeName, actualTypeName, all, allMethods
    case allSubscripts, allVariables, annotations, argumentLabel, array, asSource, associatedTypes, attributes
    case based, callName, classMethods, classes, closure, computedVariables, count, counter, counter0
    case definedInType, definedInTypeName, description, dictionary, documentation, enums, extensions, first
    case generic, genericParameters, genericRequirements, globalName, implementing, implements, imports, index
    case inheritedTypes, inheriting, inherits, initializers, `inout`, instanceMethods, instanceVariables
    case isArray, isAsync, isClass, isClosure, isComputed, isConvenienceInitializer, isDeinitializer
    case isDictionary, isDynamic, isExtension, isFailableInitializer, isFinal, isGeneric
    case isImplicitlyUnwrappedOptional, isImplicitlyUnwrappedOptionalReturnType, isInitializer, isLazy
    case isMutable, isMutating, isNever, isOptional, isOptionalReturnType, isProtocolComposition, isRequired
    case isSet, isStatic, isThrowsTypeGeneric, isTuple, isVariadic, isVoid, key, kind, label, last, length
    case localName, methods, modifiers, module, name, parameters, parentName, path, protocols, rawMethods
    case rawSubscripts, rawTypeName, rawVariables, readAccess, `rethrows`, returnType, returnTypeName
    case selectorName, set, shortName, staticMethods, staticVariables, storedVariables, structs, subscripts
    case supertype, `throws`, throwsTypeName, tuple, type, typeAttributes, typeName, types, unbacktickedName
    case unwrappedReturnTypeName, unwrappedTypeName, value, variables, writeAccess
}
