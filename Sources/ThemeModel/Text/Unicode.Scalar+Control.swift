extension Unicode.Scalar {
    /// Whether the character controls a display: control characters, separators of lines and paragraphs, and marks that
    /// reorder text. All are below U+10000.
    package var isControl: Bool {
        if value < 0x7F { return value < 0x20 }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format:
            value == 0x061C || (0x200E...0x200F).contains(value) || (0x202A...0x202E).contains(value)
                || (0x2066...0x2069).contains(value)
        default: false
        }
    }
}
