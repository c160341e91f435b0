/// The first bytes of the files of this module. As with PNG's signature, a transfer in text mode damages them visibly.
package enum FileSignature {
    /// `0x89 T H P \r \n 0x1A \n`, at ``PackIndex/start`` of a pack.
    static let index: [UInt8] = [0x89, 0x54, 0x48, 0x50, 0x0D, 0x0A, 0x1A, 0x0A]
    /// `0x89 T H D \r \n 0x1A \n`
    package static let delta: [UInt8] = [0x89, 0x54, 0x48, 0x44, 0x0D, 0x0A, 0x1A, 0x0A]
}
