/// One name in a folder, as a look into it told.
package struct FolderEntry: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case file, directory
        /// Neither a regular file nor a folder, nor a link to one of them.
        case other
    }

    /// Where the bytes are no text, with marks in the places of those that are not.
    package var name: String
    /// Whether the name is what the file is called, byte for byte.
    package var isText: Bool
    package var kind: Kind
    /// Folders behind links are not entered: they may lead back to where one came from.
    package var isLink: Bool
    /// Of a regular file that may be a source; `nil` when it was not looked at.
    package var signature: FileSignature?

    package init(
        name: String, isText: Bool = true, kind: Kind, isLink: Bool = false, signature: FileSignature? = nil
    ) {
        self.name = name
        self.isText = isText
        self.kind = kind
        self.isLink = isLink
        self.signature = signature
    }

    /// - Parameter bytes: of the name, without an end mark.
    package init(
        nameBytes bytes: UnsafeRawBufferPointer, kind: Kind, isLink: Bool = false, signature: FileSignature? = nil
    ) {
        let text = String(validating: bytes, as: UTF8.self)
        self.init(
            name: text ?? String(decoding: bytes, as: UTF8.self), isText: text != nil, kind: kind, isLink: isLink,
            signature: signature)
    }
}

/// What the folders of a tree held when each was looked at.
package struct TreeListing: Hashable, Sendable {
    /// By the folders' absolute paths. A folder that is not there was not looked into, for whatever reason.
    package var folders: [String: [FolderEntry]]

    package init(folders: [String: [FolderEntry]] = [:]) { self.folders = folders }
}
