/// A path in a URI: other bytes than letters, digits and a few marks are escaped.
package struct URIPath: CustomStringConvertible {
    package let description: String

    package init(_ path: some Sequence<UInt8>) {
        var text = ""
        for byte in path {
            let scalar = Unicode.Scalar(byte)
            if byte < 0x80,
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "/._-~+".contains(Character(scalar))
            {
                text.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.count < 2 ? "%0\(digits)" : "%\(digits)"
            }
        }
        description = text
    }
}
