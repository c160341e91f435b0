import ArgumentParser
import ThemeProject
import ThemeTrust

struct SignatureOptions: ParsableArguments {
    @Option(
        name: .customLong("signed-by"),
        help: ArgumentHelp(
            "Report packs without a valid signature (FILE.sig) by one of the signers that this file lists.",
            valueName: "file"),
        completion: .file())
    var signers: String?

    @Option(help: ArgumentHelp("The identity that the signer must have.", valueName: "name"))
    var identity: String?

    @Option(
        help: ArgumentHelp("A file of public keys that are not trusted any more, one per line.", valueName: "file"),
        completion: .file())
    var revoked: String?

    func validate() throws {
        guard signers != nil || identity == nil && revoked == nil else {
            throw ValidationError("--identity and --revoked need --signed-by")
        }
    }

    func trustedSigners() throws(UserError) -> TrustedSigners? {
        guard let signers else { return nil }
        return try rethrow(as: { UserError(path: $0.path, $0.reason, hint: $0.hint) }) { () throws(TrustError) in
            try TrustedSigners(contentsOf: signers, revoked: revoked)
        }
    }

    /// Returns the finding about the signature of a pack; `nil` if a trusted signer signed it.
    func finding(_ path: String, _ file: MappedFile, _ signers: TrustedSigners) -> Finding? {
        do throws(TrustError) {
            let signature = try SSHSignature(contentsOf: path + ".sig")
            _ = try file.withBytes { bytes throws(TrustError) in
                try signers.verify(signature, of: bytes, namespace: VerifiedPack.namespace, identity: identity)
            }
            return nil
        } catch {
            return Finding(.packSignature, path: error.path ?? path, error.reason, hint: error.hint)
        }
    }
}
