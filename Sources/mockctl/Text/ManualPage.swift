internal import ControlChannel

/// The manual page of a program, made from its argument parser's description, so no flag can be missing.
struct ManualPage {
    /// A command of `--experimental-dump-help`.
    let command: JSONValue

    private var name: String { command.commandName.string ?? "" }

    var text: String {
        var lines = [
            ".TH \(name.uppercased()) 1 \"\" \"mockd \(DaemonIdentity.productVersion)\"",
            ".SH NAME", "\(Self.escaped(name)) \\- \(Self.escaped(command.abstract.string ?? ""))",
            ".SH SYNOPSIS", ".B \(Self.escaped(name))", ".I command", ".RI [ options ]",
            ".SH DESCRIPTION",
        ]
        lines += Self.paragraphs(command.discussion.string)
        lines += arguments(of: command)
        lines.append(".SH COMMANDS")
        for subcommand in command.subcommands.array where subcommand.shouldDisplay.bool != false {
            lines += section(of: subcommand, path: name)
        }
        lines += [".SH SEE ALSO", name == "mockd" ? ".BR mockctl (1)" : ".BR mockd (1)"]
        return lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    }

    private func section(of command: JSONValue, path: String) -> [String] {
        let path = "\(path) \(command.commandName.string ?? "")"
        let operands = command.arguments.array.filter { $0.kind.string == "positional" }.map { argument in
            let value = "<\(argument.valueName.string ?? "")>" + (argument.isRepeating.bool == true ? " ..." : "")
            return argument.isOptional.bool == true ? "[\(value)]" : value
        }
        var lines = [".SS \"\(Self.escaped(([path] + operands).joined(separator: " ")))\""]
        lines += Self.paragraphs(command.abstract.string) + Self.paragraphs(command.discussion.string)
        lines += arguments(of: command)
        for subcommand in command.subcommands.array where subcommand.shouldDisplay.bool != false {
            lines += section(of: subcommand, path: path)
        }
        return lines
    }

    private func arguments(of command: JSONValue) -> [String] {
        command.arguments.array.filter { $0.shouldDisplay.bool != false }.flatMap { argument -> [String] in
            let value = "<\(argument.valueName.string ?? "")>"
            let names = argument.names.array.map { name in
                (name.kind.string == "long" ? "--" : "-") + (name.name.string ?? "")
            }
            let hasValue = argument.kind.string == "option"
            let title = names.isEmpty ? value : names.joined(separator: ", ") + (hasValue ? " \(value)" : "")
            var text = argument.abstract.string ?? ""
            let values = argument.allValues.array.compactMap(\.string)
            if !values.isEmpty { text += " One of \(values.joined(separator: ", "))." }
            if let value = argument.defaultValue.string, hasValue || names.isEmpty { text += " Default: \(value)." }
            return [".TP", ".B \"\(Self.escaped(title))\""] + Self.paragraphs(text)
        }
    }

    private static func paragraphs(_ text: String?) -> [String] {
        (text ?? "").split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.allSatisfy { $0 == " " } ? "" : escaped(String(line))
        }
    }

    /// Escapes for roff(7): backslashes, hyphens (which roff would print as another character), quotes, and a control
    /// character at the start of a line.
    private static func escaped(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }
}
