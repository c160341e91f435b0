extension ThemeManager where Catalog == ThemeLibrary {
    /// A manager over mounted packs, with the default theme in force.
    ///
    /// - Throws: ``ManagerError/unusableTheme(id:reason:)`` if the default theme's settings cannot be read.
    public convenience init(_ library: ThemeLibrary) throws(ManagerError) { try self.init(library, default: .default) }

    /// The packs: where themes are added and removed.
    public var library: ThemeLibrary { catalog }
}
