/// The numbers of replaced, inherited and defective names of one folder in one theme. Each name counts once, by
/// ``ReviewedImage/state``; only `missingScales` counts variants.
package struct FolderCoverage: Hashable, Sendable {
    /// Names that have a default.
    package var defaults: Int
    /// Names that the theme replaces, also those with findings.
    package var replaced: Int
    /// Names that a parent or the default theme answers.
    package var inherited: Int
    /// Variants that the theme lacks of names that it replaces.
    package var missingScales: Int
    /// Replaced names with a variant that is damaged, has another size than its default, or has no default.
    package var defective: Int

    package init(
        defaults: Int = 0, replaced: Int = 0, inherited: Int = 0, missingScales: Int = 0, defective: Int = 0
    ) {
        self.defaults = defaults
        self.replaced = replaced
        self.inherited = inherited
        self.missingScales = missingScales
        self.defective = defective
    }

    package static func + (left: Self, right: Self) -> Self {
        FolderCoverage(
            defaults: left.defaults + right.defaults, replaced: left.replaced + right.replaced,
            inherited: left.inherited + right.inherited, missingScales: left.missingScales + right.missingScales,
            defective: left.defective + right.defective)
    }
}
