import TestSupport

/// What is tried with any bytes whatsoever. Nothing may trap, hang or read out of bounds; what else has to hold, each says.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// A pack is mounted and asked for everything: it throws, or serves bytes of the right digest.
    case mount
    /// A picture that the quick check calls sound is sound for libpng.
    case png
    /// `theme.json`, `config.json`, `config.plist`, `themepack.json`: what is called sound can be packed, and the runtime reads it.
    case manifest, config, plist, project
    /// What `verify PACK` accepts, the runtime serves exactly as `unzip` extracts it.
    case agreement

    /// A law that does not hold.
    public struct Violation: Error, CustomStringConvertible {
        public let description: String

        init(_ description: String) { self.description = description }
    }

    /// - Throws: ``Violation``.
    public func run(_ bytes: [UInt8]) throws {
        switch self {
        case .mount: try MountTarget.run(bytes)
        case .png: try PNGTarget.run(bytes)
        case .manifest: try ProjectTarget(path: "themes/year/theme.json").run(bytes)
        case .config: try ProjectTarget(path: "themes/year/config.json").run(bytes)
        case .plist: try ProjectTarget(path: "themes/year/config.plist").run(bytes)
        case .project: try ProjectTarget(path: "themepack.json").run(bytes)
        case .agreement: try AgreementTarget.run(bytes)
        }
    }

    /// Where a run begins: sound inputs of every kind.
    public func seeds() throws -> [[UInt8]] {
        switch self {
        case .mount: try PackSeeds.packs().flatMap { pack in [0, 1, 3].map { [$0] + pack } }
        case .png: PNGTarget.seeds
        case .manifest, .config, .plist, .project: ProjectTarget.seeds(self)
        case .agreement: try PackSeeds.packs().flatMap { pack in [0, 7].map { [$0] + pack } }
        }
    }

    /// Words that files of the kind are made of.
    public var dictionary: [[UInt8]] {
        switch self {
        case .mount, .agreement:
            [[0x50, 0x4B, 1, 2], [0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6], [0x50, 0x4B, 6, 6], [0x50, 0x4B, 6, 7]]
                + [[0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0xFF], Array("../".utf8)]
        case .png: ["IHDR", "PLTE", "tRNS", "IDAT", "IEND", "zTXt", "iCCP", "iTXt", "CgBI"].map { Array($0.utf8) }
        case .plist:
            [
                "<dict>", "</dict>", "<array>", "</array>", "<key>", "</key>", "<string>", "</string>", "<integer>",
                "</integer>", "<real>", "</real>", "<true/>", "<![CDATA[", "]]>", "<!--", "-->", "&amp;", "&#65;",
                "<?xml", "?>", "<plist>", "</plist>", "<date>", "<data>",
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
