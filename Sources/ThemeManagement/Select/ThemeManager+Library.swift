extension ThemeManager where Source == ThemeLibrary {
    /// A manager over mounted packs, with the default theme in force. Throws if its settings cannot be read.
    public convenience init(_ library: ThemeLibrary) throws(ManagerError) { try self.init(library, default: .default) }

    /// The library of mounted packs. Add and remove themes there.
    public var library: ThemeLibrary { source }
}
