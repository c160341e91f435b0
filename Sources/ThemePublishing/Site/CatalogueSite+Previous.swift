package import ThemeCatalogue
package import ThemeProject
package import ThemeTrust

extension CatalogueSite {
    /// Returns the catalogue that the next one continues: the one that is replaced, or the one at `previous`; `nil` if
    /// there is none.
    ///
    /// - Parameters:
    ///   - signers: the signers of whom one must have signed the catalogue; `nil` if its origin is known.
    ///   - identity: the identity that the signer must have; `nil` accepts every trusted signer.
    package func catalogueToContinue(
        at previous: String?, signedBy signers: TrustedSigners?, identity: String?
    ) throws(UserError) -> Catalogue? {
        guard let catalogue = try Self.catalogue(at: previous ?? path) else {
            guard let previous else { return nil }
            throw UserError(
                path: previous, "does not exist", hint: "name the catalogue before, or leave --previous out")
        }
        if let signers {
            try Self.verify(catalogue, at: previous ?? path, signedBy: signers, identity: identity)
        }
        // A damaged catalogue has no number, and its replacement repairs the site.
        if let previous, let bytes = try Self.bytes(at: path), let replaced = try? Catalogue(unverified: bytes),
            replaced.base == catalogue.base, catalogue.sequence < replaced.sequence
        {
            throw UserError(
                path: previous,
                "has the number \(catalogue.sequence); '\(path)', which is replaced, has \(replaced.sequence)",
                hint: "name the newest catalogue: devices refuse a lower number than they have seen")
        }
        guard catalogue.sequence < Catalogue.sequences.upperBound else {
            throw UserError(
                path: previous ?? path, "has the number \(catalogue.sequence), the highest there is",
                hint: "no catalogue can follow it: publish at another address")
        }
        return catalogue
    }

    /// Throws unless a trusted signer signed the catalogue at this path.
    package static func verify(
        _ catalogue: Catalogue, at path: String, signedBy signers: TrustedSigners, identity: String?
    ) throws(UserError) {
        let path = path + ".sig"
        do throws(TrustError) {
            let signature = try SSHSignature(contentsOf: path)
            _ = try signers.verify(signature, of: catalogue.bytes, namespace: Catalogue.namespace, identity: identity)
        } catch {
            throw UserError(path: error.path ?? path, error.reason, hint: error.hint)
        }
    }
}
