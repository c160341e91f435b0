/// The limits that FORMAT.md specifies.
package enum FormatLimits {
    /// Bytes of a pack. Larger packs need zip64 extra fields, which readers interpret differently.
    package static let packBytes: UInt64 = 0xFFFF_FFFE
    /// Records in a block of the index. This bounds every look-up.
    package static let recordsPerBlock = 64
    /// Bytes of the theme's properties in the index's header.
    package static let propertiesBytes = 4096
}
