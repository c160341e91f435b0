/// The limits that FORMAT.md specifies.
package enum FormatLimits {
    /// Bytes of a pack. Larger ones need zip64 extra fields, which zip tools interpret differently. `Int` holds it, and
    /// thus each length within a pack, even where it has 32 bits.
    package static let packBytes = min(0xFFFF_FFFE, UInt64(Int.max))
    /// Records in a block of the index. This bounds every look-up.
    package static let recordsPerBlock = 64
    package static let propertiesBytes = 4096
}
