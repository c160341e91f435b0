package import ThemeModel

/// The result of reading a source: images and settings of themes, and an item for each thing found.
package struct ThemeContents: Sendable {
    /// An image of a theme at one scale.
    package struct Image: Sendable {
        package let theme: ThemeID
        package let name: LogicalName
        package let scale: Scale
        package let source: ImageSource
        /// The index of its item.
        package let item: Int

        package init(_ theme: ThemeID, _ name: LogicalName, _ scale: Scale, _ source: ImageSource, item: Int) {
            (self.theme, self.name, self.scale, self.source, self.item) = (theme, name, scale, source, item)
        }
    }

    package struct Setting: Sendable {
        package let theme: ThemeID
        package let path: SettingPath
        package let value: Value
        package let item: Int

        package init(_ theme: ThemeID, _ path: SettingPath, _ value: Value, item: Int) {
            (self.theme, self.path, self.value, self.item) = (theme, path, value, item)
        }
    }

    /// Colors are kept as values, because their notation depends on the theme's `colorOrder`.
    package enum Value: Hashable, Sendable {
        case color(ThemeColor)
        /// A value as the source has it. Its colors have alpha first.
        case written(SettingValue)
        case other(SettingValue)
    }

    package var items: [ExchangeItem] = []
    package var images: [Image] = []
    package var settings: [Setting] = []

    package init() {}

    /// Adds an item and returns its index.
    package mutating func add(_ item: ExchangeItem) -> Int {
        items.append(item)
        return items.count - 1
    }

    package mutating func set(_ keys: [String], _ value: Value, of theme: ThemeID, item: Int) {
        settings.append(Setting(theme, SettingPath(keys), value, item: item))
    }
}
