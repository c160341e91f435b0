/// The numbers of replaced, inherited and defective names of one folder in one theme. Each name counts once, by
/// ``ReviewedImage/state``; only `missingScales` counts variants.
package struct FolderCoverage: Hashable, Sendable {
    /// Names that have a default.
    package var defaults = 0
    /// Names that the theme replaces, also those with findings.
    package var replaced = 0
    /// Names that a parent or the default theme answers.
    package var inherited = 0
    /// Variants that the theme lacks of names that it replaces.
    package var missingScales = 0
    /// Replaced names with a variant that is damaged, has another size than its default, or has no default.
    package var defective = 0

    package static func + (left: Self, right: Self) -> Self {
        FolderCoverage(
            defaults: left.defaults + right.defaults, replaced: left.replaced + right.replaced,
            inherited: left.inherited + right.inherited, missingScales: left.missingScales + right.missingScales,
            defective: left.defective + right.defective)
    }
}
