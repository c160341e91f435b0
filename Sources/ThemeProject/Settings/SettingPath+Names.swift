package import ThemeModel

extension SettingPath {
    /// Whether a key ends in `image` or `images`, in any letter case: the value names an image.
    package var namesImage: Bool { ends(in: ["image", "images"]) }

    /// Whether a key ends in `font` or `fonts`, in any letter case: the value is a font.
    package var namesFont: Bool { ends(in: ["font", "fonts"]) }

    private func ends(in words: [String]) -> Bool {
        keys.contains { key in
            let lower = key.lowercased()
            return words.contains { lower.hasSuffix($0) }
        }
    }
}
