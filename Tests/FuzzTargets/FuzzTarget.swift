/// A target of fuzzing. No input may trap, hang or read out of bounds. Each case has laws of its own.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// A mounted pack throws, or serves bytes of the right digest.
    case mount
    /// libpng decodes every image that the quick check accepts.
    case png
    /// The quick check inflates the streams that zlib inflates, to the same bytes, and no others.
    case inflate
    /// A project with any text in its configuration is rejected, or packed so that the runtime reads it.
    case manifest, config, plist, project
    /// The runtime serves the bytes that `unzip` extracts from each pack that `verify PACK` accepts.
    case agreement
    /// A delta throws, or makes exactly the pack that it states, of a length that it accounts for.
    case delta
    /// A signature is not valid for other bytes, a list trusts no key that is not in it, and a feed has one form.
    case signature
    case allowedSigners = "allowed_signers"
    case feed
    /// Work is linear in the input, or a product that the budget pays for.
    case growth

    public struct Violation: Error, CustomStringConvertible {
        public let description: String

        init(_ description: String) { self.description = description }
    }

    public func run(_ bytes: [UInt8]) throws {
        switch self {
        case .mount: try MountTarget.run(bytes)
        case .png: try PNGTarget.run(bytes)
        case .inflate: try InflateTarget.run(bytes)
        case .manifest: try ProjectTarget(path: "themes/year/theme.json").run(bytes)
        case .config: try ProjectTarget(path: "themes/year/config.json").run(bytes)
        case .plist: try ProjectTarget(path: "themes/year/config.plist").run(bytes)
        case .project: try ProjectTarget(path: "themepack.json").run(bytes)
        case .agreement: try AgreementTarget.run(bytes)
        case .delta: try DeltaTarget.run(bytes)
        case .signature: try TrustTarget.signature(bytes)
        case .allowedSigners: try TrustTarget.allowedSigners(bytes)
        case .feed: try TrustTarget.feed(bytes)
        case .growth: try GrowthTarget.run(bytes)
        }
    }

    public func seeds() throws -> [[UInt8]] {
        switch self {
        case .mount: try (PackSeeds.packs() + PackSeeds.forgeries()).flatMap { pack in [0, 1, 3].map { [$0] + pack } }
        case .png: PNGTarget.seeds
        case .inflate: InflateTarget.seeds
        case .manifest, .config, .plist, .project: ProjectTarget.seeds(self)
        case .agreement: try (PackSeeds.packs() + PackSeeds.forgeries()).flatMap { pack in [0, 7].map { [$0] + pack } }
        case .delta: try PackSeeds.deltas().flatMap { delta in [0, 1].map { [$0] + delta } }
        case .signature, .allowedSigners, .feed: try TrustTarget.seeds(self)
        case .growth: GrowthTarget.seeds
        }
    }

    public var dictionary: [[UInt8]] {
        switch self {
        case .delta: [[0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0, 0, 0, 0, 1, 0, 0, 0], Array("../".utf8), Array("@2x".utf8)]
        case .mount, .agreement:
            [[0x50, 0x4B, 1, 2], [0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6], [0x50, 0x4B, 6, 6], [0x50, 0x4B, 6, 7]]
                + [[0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0xFF], Array("../".utf8)]
        case .png: ["IHDR", "PLTE", "tRNS", "IDAT", "IEND", "zTXt", "iCCP", "iTXt", "CgBI"].map { Array($0.utf8) }
        case .growth, .inflate: []
        case .plist:
            [
                "<dict>", "</dict>", "<array>", "</array>", "<key>", "</key>", "<string>", "</string>", "<integer>",
                "</integer>", "<real>", "</real>", "<true/>", "<![CDATA[", "]]>", "<!--", "-->", "&amp;", "&#65;",
                "<?xml", "?>", "<plist>", "</plist>", "<date>", "<data>",
            ].map { Array($0.utf8) }
        case .signature, .allowedSigners:
            [
                "-----BEGIN SSH SIGNATURE-----\n", "-----END SSH SIGNATURE-----", "U1NIU0lH", "ssh-ed25519 ",
                "sk-ssh-ed25519@openssh.com ", "ecdsa-sha2-nistp256 ", "namespaces=\"", "valid-after=\"",
                "valid-before=\"", "cert-authority", "20260101Z", "!", "*", "?", ",", "\"", " ", "\t", "#",
            ].map { Array($0.utf8) }
        case .feed:
            [
                "\"base\": ", "\"channels\": ", "\"expires\": ", "\"sequence\": ", "\"withdrawn\": ", "\"deltas\": ",
                "\"address\": \"sha256/", "\"formatVersion\": ", "\"minimumReader\": ", "1e300", "-0", "https://",
                "\\u0041", "{}", "[]",
            ].map { Array($0.utf8) }
        case .manifest, .config, .project:
            [
                "null", "true", "false", "1e308", "\\u0041", "\\ud800", "\\udc00", "\"id\"", "\"extends\"", "\"Color\"",
                "\"super\"", "\"limits\"", "\"rules\"", "\"exemptions\"", "\"path\"", "\"rule\"", "\"**\"", "\"off\"",
                "\"assets\"", "\"themes\"", "\"resources\"", "{}", "[]", "#FFF", "rgba(",
            ].map { Array($0.utf8) }
        }
    }
}
