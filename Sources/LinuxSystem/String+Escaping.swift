extension String {
    /// Replaces each of the given Unicode scalars by a text.
    ///
    /// Not characters: a quotation mark and a combining accent behind it are one `Character`, in which `replacing(_:with:)`
    /// finds no quotation mark, but shells and systemd do. So `\r\n` hides a line feed.
    package func replacingScalars(_ replacements: [Unicode.Scalar: String]) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if let text = replacements[scalar] { result += text } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }

    /// One word for a POSIX shell, in single quotes.
    package var shellQuoted: String { "'" + replacingScalars(["'": "'\\''"]) + "'" }

    /// The text as one word of a command that a user can paste into a shell.
    package var shellWord: String {
        let isPlain = unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "/._-+:@%".unicodeScalars.contains(scalar)
        }
        return isPlain ? self : shellQuoted
    }
}
