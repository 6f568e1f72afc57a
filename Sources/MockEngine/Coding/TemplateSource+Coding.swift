internal import MockModel
internal import MockTemplates

extension TemplateSource: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        template.write(to: &writer)
        writer.list(includes.sorted { $0.key < $1.key }) { include, writer in
            writer.text(include.key)
            include.value.write(to: &writer)
        }
        TemplateValue.mapping(arguments).write(to: &writer)
    }

    init(from reader: inout ByteReader) {
        let template = File(from: &reader)
        let includes = reader.list { reader in
            let name = reader.text()
            return (name, File(from: &reader))
        }
        var arguments: [String: TemplateValue] = [:]
        if case .mapping(let values) = TemplateValue(from: &reader) { arguments = values }
        self.init(template, includes: Dictionary(includes) { $1 }, arguments: arguments)
    }
}

extension TemplateSource.File: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.text(path)
        writer.text(text)
    }

    init(from reader: inout ByteReader) {
        let path = reader.text()
        self.init(path: path, text: reader.text())
    }
}
