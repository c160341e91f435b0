/// The limits that FORMAT.md specifies.
package enum FormatLimits {
    /// Bytes of a pack. Larger ones need zip64 extra fields, which zip tools interpret differently.
    package static let packBytes: UInt64 = 0xFFFF_FFFE
    /// Records in a block of the index. This bounds every look-up.
    package static let recordsPerBlock = 64
    package static let propertiesBytes = 4096
}
