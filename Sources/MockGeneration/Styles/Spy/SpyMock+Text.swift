internal import MockModel

extension SpyMock {
    /// The mock as UTF-8, with an empty line in front.
    var bytes: [UInt8] {
        conformance.text(delegation: "self.init()", witness: { members[$0].write(to: &$1) }) { code in
            if !conformance.inheritsInitializers { writeInitializers(to: &code) }
            if words.resetsStatics { writeReset(to: &code) }
            if hasVerifications { SpyVerification.writeShared(conformance.scope.spelling, to: &code) }
            if usesHamcrest { SpyVerification.writeSharedHamcrest(conformance.scope.spelling, to: &code) }
            for isStatic in [false, true] where isGuarded(isStatic: isStatic) {
                writeState(isStatic: isStatic, to: &code)
            }
        }
    }

    // MARK: Initializers

    private func writeInitializers(to code: inout CodeWriter) {
        if !requiresPlainInitializer { code.line("\(conformance.access)\(initializerIsolation)init() {}") }
        let properties = initialized
        guard words.hasInitializer, !properties.isEmpty, !requires(properties.map(\.storage.property)) else { return }
        // An initializer that mentions a type of an `@_spi` group is of that group, too.
        var groups: [String] = []
        for group in properties.flatMap(\.groups) where !groups.contains(group) { groups.append(group) }
        code.block({ code in
            for group in groups { code += "\(group) " }
            code += "\(conformance.access)init("
            code.list(properties) { $0.storage.writeParameter(isFunction: $0.isFunction, to: &$1) }
            code += ")"
        }) { code in
            for property in properties {
                code.line { code in
                    code += property.place.path
                    code += property.storage.name
                    code += " = "
                    code += Identifier.asLocal(Identifier.withoutBackticks(property.storage.property))
                }
            }
        }
    }

    /// The properties that an initializer can set: all that are there under any condition and not deprecated.
    private var initialized: [(storage: SpyStorage, place: SpyPlace, isFunction: Bool, groups: [String])] {
        members.compactMap { member in
            guard case .storage(let storage) = member.body, !member.place.isStatic, member.witness.conditions.isEmpty,
                member.deprecation.isEmpty,
                Identifier.withoutBackticks(storage.property) != "self"
            else { return nil }
            let scope = member.witness.scope
            let isFunction = scope.expandingFunctionAlias(storage.type.bare).bare.isClosure
            return (
                storage, member.place, isFunction || scope.isAssociatedClosure(storage.type.bare),
                member.interfaceGroups
            )
        }
    }

    /// True if the protocol requires an initializer with these labels.
    private func requires(_ labels: [String]) -> Bool {
        conformance.witnesses.contains { $0.member.isInitializer && $0.labels == labels }
    }

    // MARK: Statics

    private func writeReset(to code: inout CodeWriter) {
        let statics = members.filter { member in
            member.place.isStatic && !member.slots.isEmpty && member.witness.conditions.isEmpty
                && member.deprecation.isEmpty
        }
        guard !statics.isEmpty, !conformance.scope.nameCounts.contains("reset") else { return }
        code.block("\(conformance.access)static func reset()") { code in
            // The old values are freed without the lock: freeing them may run code of the test that calls the mock.
            if isGuarded(isStatic: true) {
                let place = place(isStatic: true)
                code.line("var mockOld = \(place.type)()")
                code.line("\(conformance.scope.spelling.swift("swap"))(&self.\(place.state), &mockOld)")
            }
            for member in statics where !member.place.isGuarded {
                for slot in member.slots { code.line("\(member.place.path)\(slot.name) = \(slot.value)") }
            }
        }
    }

    // MARK: State

    /// Writes the properties of one side that a lock guards.
    private func writeState(isStatic: Bool, to code: inout CodeWriter) {
        let place = place(isStatic: isStatic)
        code.blank()
        code.block("private nonisolated struct \(place.type)") { code in
            for member in members where member.place == place {
                code.conditional(member.witness.conditions) { code in
                    for slot in member.slots {
                        code.line { code in
                            code += member.deprecation
                            slot.writeStored(to: &code)
                        }
                    }
                }
            }
        }
        let modifier = place.modifier
        code.line("private nonisolated(unsafe) \(modifier)var \(place.storage) = \(place.type)()")
        code.line("private nonisolated \(modifier)let \(place.lock) = NSLock()")
        code.block("private nonisolated \(modifier)var \(place.state): \(place.type)") { code in
            for (accessor, mark) in [("_read", ""), ("_modify", "&")] {
                code.block(accessor) { code in
                    code.line("\(place.lock).lock()")
                    code.line("defer { \(place.lock).unlock() }")
                    code.line("yield \(mark)\(place.storage)")
                }
            }
        }
    }
}

extension SpyStorage {
    /// Writes `name: String = ""`.
    fileprivate func writeParameter(isFunction: Bool, to code: inout CodeWriter) {
        code += Identifier.asLabel(Identifier.withoutBackticks(property))
        code += ": "
        code += isFunction ? type.escaping : type
        if let initial {
            code += " = "
            code += initial
        }
    }
}
