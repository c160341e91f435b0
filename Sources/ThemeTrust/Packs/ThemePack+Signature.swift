public import ThemeRuntime

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ThemePack {
    /// Mounts a pack only if a trusted signer signed it. Reads the file once, into memory that no other process can
    /// change, so the mounted bytes are the verified ones.
    ///
    /// Cost: two passes over the pack. An app that starts often calls ``VerifiedPack/install(at:)`` once instead.
    ///
    /// - Parameters:
    ///   - path: the pack's file.
    ///   - signature: the signature's file; `nil` means the pack's path with `.sig`.
    ///   - signers: the signers who are trusted.
    ///   - date: the time at which the signer must be trusted.
    public convenience init(
        mounting path: String, signature: String? = nil, trusting signers: TrustedSigners, at date: Date = Date()
    ) throws(TrustError) {
        let verified = try VerifiedPack(reading: path, signature: signature, trusting: signers, at: date)
        do throws(ThemeError) {
            try self.init(memory: verified.memory, path: path, mode: .resident)
        } catch {
            throw .invalidPack(error)
        }
    }
}
