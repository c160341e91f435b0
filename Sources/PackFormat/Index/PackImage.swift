package import ThemeModel

package struct PackImage: Hashable, Sendable {
    package var name: LogicalName
    /// At least one, in ascending order of scales.
    package var variants: [PackVariant]

    package init(name: LogicalName, variants: [PackVariant]) { (self.name, self.variants) = (name, variants) }
}
