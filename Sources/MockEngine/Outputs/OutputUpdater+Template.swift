internal import MockGeneration
internal import MockModel
internal import MockParsing
internal import MockTemplates

// Outputs whose mocks a template prints. A file's text is one rendering, in which `types` are the types of its sources;
// those under `#if` are rendered by themselves, because a template knows no conditions.
extension OutputUpdater {
    /// Renders the template, and notes in the update what the text depends on. Returns the text, which is empty if there
    /// is to be no file; `nil` if the template cannot be rendered or makes no Swift.
    func text(by template: MockTemplate, _ update: inout Update, _ cause: Engine.Cause?) -> [[UInt8]]? {
        let lookup = lookup(forModule: update.record.module)
        let (types, lacking, problems) = inputs(of: update.record, lookup)
        update.resolved += types.count
        (update.record.diagnostics, update.record.lacking) = (problems, CodedTexts(lacking))
        let result = Result { () throws(TemplateProblem) in
            try content(template, types, lookup, update.record)
        }
        update.record.dependencies = CodedNames(lookup.keys.sorted())
        update.record.compiledModules = Dictionary(
            uniqueKeysWithValues: lookup.compiledModules.map { ($0, interfaces?.version(of: $0) ?? "") })
        switch result {
        case .success(let (text, declared)): return file(text, declared, types, &update, cause)
        case .failure(let problem):
            update.hasBrokenTemplate = true
            update.record.textHash = nil
            update.record.diagnostics.append(
                MockDiagnostic(
                    path: problem.path, type: "", conditions: [], severity: .error, message: problem.message,
                    code: "template", position: problem.position))
            return nil
        }
    }

    private func inputs(
        of record: OutputRecord, _ lookup: RecordingLookup
    ) -> (types: [TemplateInput], lacking: [String], problems: [MockDiagnostic]) {
        let outputModules = outputModules(of: record)
        var types: [TemplateInput] = []
        var lacking: [String] = []
        var problems: [MockDiagnostic] = []
        for path in record.sources {
            var spent = 0
            for located in lookup.types(in: path) where located.declaration.kind != .extension {
                guard let mockName = located.mockName else {
                    types.append(.declared(located))
                    continue
                }
                let budget = WorkBudget(ofSourceThatSpent: spent)
                let type = resolve(located, mockName, lookup, record.module, outputModules, budget).type
                spent += budget.spent
                if type.lacksDeclarations {
                    lacking.append(mockName)
                    problems += missingParents(of: type, in: index.project.modules[record.module])
                }
                if type.isTooComplex {
                    problems.append(tooComplex(type))
                } else {
                    types.append(.resolved(type))
                }
            }
        }
        return (types, lacking, problems)
    }

    private func missingParents(of type: ResolvedType, in module: Module) -> [MockDiagnostic] {
        ConformancePlanner(type, names: module.style(of: type.declaration).names, options: module.mockOptions)
            .missingParents()
            .map { index.diagnostic($0, for: type) }
    }

    private func tooComplex(_ type: ResolvedType) -> MockDiagnostic {
        index.diagnostic(
            PlanDiagnostic(
                origin: nil, severity: .error,
                message: "'\(type.declaration.name)' is too complex for a template; split it into smaller types",
                code: PlanDiagnostic.tooComplex), for: type)
    }

    /// Returns the text of a file, and the types that it declares. Without any content it is empty.
    private func content(
        _ template: MockTemplate, _ types: [TemplateInput], _ lookup: RecordingLookup, _ record: OutputRecord
    ) throws(TemplateProblem) -> (text: [UInt8], declared: [GeneratedContent.Declared]) {
        var groups: [(conditions: [String], types: [TemplateInput])] = []
        for type in types {
            if let index = groups.firstIndex(where: { $0.conditions == type.conditions }) {
                groups[index].types.append(type)
            } else {
                groups.append((type.conditions, [type]))
            }
        }
        var code = CodeWriter()
        var declared: [GeneratedContent.Declared] = []
        for group in groups {
            let text = try template.render(group.types, lookup)
            let content = try checked(text, template, record)
            if content.isEmpty { continue }
            declared += content.types
            code.conditional(group.conditions) { code in
                code += text
                if !text.hasSuffix("\n") { code.blank() }
            }
        }
        return (code.bytes, declared)
    }

    /// Checks that the text is Swift.
    private func checked(
        _ text: String, _ template: MockTemplate, _ record: OutputRecord
    ) throws(TemplateProblem) -> GeneratedContent {
        let content = GeneratedContent.read(text, shapes)
        guard let error = content.error else { return content }
        let source = record.sources.first.map(index.project.displayPath) ?? ""
        let line = error.text.isEmpty ? "" : ", '\(error.text)'"
        throw TemplateProblem(
            path: template.source.template.path, position: template.position(ofOutput: error.text),
            message:
                "the text for \(source) is no Swift in its line \(error.line)\(line): \(error.message)")
    }

    private func file(
        _ text: [UInt8], _ declared: [GeneratedContent.Declared], _ types: [TemplateInput], _ update: inout Update,
        _ cause: Engine.Cause?
    ) -> [[UInt8]] {
        update.rendered += declared.count
        update.record.mocks = CodedTexts(declared.map(\.name))
        update.record.types = CodedTexts(
            declared.map { mock in types.lazy.compactMap { $0.name(ifMockedBy: mock) }.first ?? "" })
        // A template may declare extensions only.
        update.record.mockCount = text.isEmpty ? 0 : max(1, declared.count)
        let sources = update.record.sources.map(index.project.displayPath)
        let frame = frame(of: update.record.module, in: update.path)
        let body = [Array("\(frame.opening)\n".utf8), text]
        let lacking = update.record.lacking.texts
        let file = text.isEmpty ? [] : GeneratedMarker.file(from: sources, in: frame, body: body, lacking: lacking)
        note(file, &update, cause)
        return file
    }

    /// Leaves the mocks as they are until the template, or what it is rendered for, changes.
    func keepMocks(_ update: inout Update) {
        update.record.signature = nil
        leave(&update)
    }
}

extension TemplateInput {
    fileprivate var conditions: [String] {
        switch self {
        case .resolved(let type): type.declaration.conditions
        case .declared(let located): located.declaration.conditions
        }
    }

    /// Returns the type's qualified name if the declaration inherits from it.
    fileprivate func name(ifMockedBy mock: GeneratedContent.Declared) -> String? {
        guard case .resolved(let type) = self else { return nil }
        let name = type.declaration.qualifiedName
        let spellings = [type.declaration.name, name, "\(type.type.module).\(name)"]
        return spellings.contains(where: mock.inherited.contains) ? name : nil
    }
}
