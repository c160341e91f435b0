extension String {
    /// The text as one word of a shell, for commands that people paste.
    package var shellWord: String {
        let isPlain =
            !isEmpty
            && utf8.allSatisfy { byte in
                byte >= 0x80 || Character(Unicode.Scalar(byte)).isLetter || byte.isASCIIDigit
                    || "/._-+:@%,=".utf8.contains(byte)
            }
        return isPlain ? self : "'\(replacing("'", with: #"'\''"#))'"
    }
}
