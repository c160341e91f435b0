/// The way in which an image is drawn.
public enum ThemeRendering: Hashable, Sendable {
    /// With the colors of its pixels.
    case original
    /// As a mask: only its alpha counts. The color is a setting's; `nil` stands for the color of where the image is
    /// shown, such as the tint of a view.
    case template(ThemeColor?)
}

extension ThemeImage {
    /// The way in which the image is drawn: the default theme says whether it is a template, and the settings of the
    /// theme that was asked have the color. A color that no theme of the chain sets is that of where it is shown.
    ///
    /// Allocates nothing after the first look-up of a setting. Throws as ``Theme/value(_:as:)``, and if the index of
    /// the default theme's pack is damaged.
    public var rendering: ThemeRendering {
        get throws(ThemeError) {
            guard let template = try template else { return .original }
            guard let key = template.color else { return .template(nil) }
            return .template(try theme.color(key))
        }
    }

    /// The setting that the image is drawn in; `nil` for an image with colors of its own.
    package var template: Theme.Template? { get throws(ThemeError) { try theme.template(of: match) } }
}

extension Theme {
    package struct Template: Sendable {
        /// `nil` for the color of where the image is shown.
        package let color: SettingKey?
    }

    /// Returns `nil` for an image with colors of its own.
    fileprivate func template(of match: ImageMatch) throws(ThemeError) -> Template? {
        let defaults = links[links.count - 1]
        guard !templateColors.isEmpty, let variant = try variant(of: match, in: defaults) else { return nil }
        let number = Int(variant.template(in: defaults.bytes))
        guard number > 0 else { return nil }
        guard number <= templateColors.count else { throw defaults.pack.damaged(.unknownTemplate) }
        return Template(color: templateColors[number - 1])
    }

    /// Returns a variant of the default image with the name of an image.
    private func variant(of match: ImageMatch, in defaults: ChainLink) throws(ThemeError) -> IndexVariant? {
        guard match.linkIndex != links.count - 1 else { return match.variant }
        let name = match.variant.record.name(in: links[Int(match.linkIndex)].bytes)
        let key = ChainLink.Name(bytes: name, hash: XXHash64.hash(name))
        guard let counterpart = try defaults.record(.image, key) else { return nil }
        return try defaults.pack.variant(0, of: counterpart)
    }
}
