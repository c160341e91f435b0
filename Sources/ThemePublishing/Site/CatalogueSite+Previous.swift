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
        if let previous, let replaced = try? Self.catalogue(at: path), replaced.base == catalogue.base,
            catalogue.sequence < replaced.sequence
        {
            throw UserError(
                path: previous,
                "has the number \(catalogue.sequence); '\(path)', which is replaced, has \(replaced.sequence)",
                hint: "name the newest catalogue: devices refuse a lower number than they have seen")
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
