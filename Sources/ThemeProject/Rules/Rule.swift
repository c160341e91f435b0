/// A rule that verification checks. Reports, exemptions and code scanning rely on stable raw values.
package enum Rule: String, CaseIterable, Sendable {
    case imageDimensions = "image-dimensions"
    case imageDefaultMissing = "image-default-missing"
    case imageCorrupt = "image-corrupt"
    case imageFormat = "image-format"
    case imageLimits = "image-limits"
    case imageScale = "image-scale"
    case imageScaleMissing = "image-scale-missing"
    case imageScaleContent = "image-scale-content"
    case imageAlpha = "image-alpha"
    case imageBlank = "image-blank"
    case imageIdentical = "image-identical"
    case imageTrailingData = "image-trailing-data"
    case imageTemplate = "image-template"
    case namePrefix = "name-prefix"
    case nameAmbiguous = "name-ambiguous"
    case nameClash = "name-clash"
    case namePortable = "name-portable"
    case nameNearMiss = "name-near-miss"
    case fileKind = "file-kind"
    case configSyntax = "config-syntax"
    case configType = "config-type"
    case configColor = "config-color"
    case configUnknownKey = "config-unknown-key"
    case configState = "config-state"
    case configContrast = "config-contrast"
    case configAlias = "config-alias"
    case configImage = "config-image"
    case configFont = "config-font"
    case configInsets = "config-insets"
    case themeManifest = "theme-manifest"
    case workLimit = "work-limit"
    case exemptionUnused = "exemption-unused"
    case baselineUnused = "baseline-unused"
    case packStructure = "pack-structure"
    case packContents = "pack-contents"
    case packSignature = "pack-signature"
    case packOutOfDate = "pack-out-of-date"
    case packStray = "pack-stray"
    case versionUnchanged = "version-unchanged"
    case versionLower = "version-lower"
    case contractConflict = "contract-conflict"
    case themeRemoved = "theme-removed"

    package var defaultSeverity: Severity {
        switch self {
        case .imageScale, .imageScaleMissing, .imageScaleContent, .imageAlpha, .imageBlank, .imageIdentical,
            .imageTemplate, .nameNearMiss, .configUnknownKey, .configState, .configContrast, .configImage, .configFont,
            .configInsets, .exemptionUnused, .baselineUnused, .packStray, .contractConflict, .themeRemoved:
            .warning
        default: .error
        }
    }

    /// Whether a file that breaks the rule cannot be packed. No project can lower it; exempt files are left out.
    package var isStructural: Bool {
        switch self {
        case .imageCorrupt, .imageFormat, .imageLimits, .namePrefix, .nameAmbiguous, .nameClash, .namePortable,
            .fileKind, .configSyntax, .themeManifest, .workLimit, .packStructure, .packContents, .packSignature,
            .packOutOfDate:
            true
        default: false
        }
    }

    package var canBeExempted: Bool {
        switch self {
        case .configSyntax, .themeManifest, .workLimit, .exemptionUnused, .baselineUnused, .packStructure,
            .packContents, .packSignature, .packOutOfDate:
            false
        default: true
        }
    }

    /// Whether only some runs check the rule: those that compare with packs on disk.
    package var needsPacks: Bool {
        switch self {
        case .packOutOfDate, .packStray, .versionUnchanged, .versionLower, .contractConflict, .themeRemoved: true
        default: false
        }
    }

    /// Whether a baseline can accept findings of the rule. Those of structural rules would not be in the pack.
    package var canBeAccepted: Bool { !isStructural && canBeExempted && !needsPacks }

    package var summary: String {
        switch self {
        case .imageDimensions: "A themed image has its default's size in pixels; at another scale, in points."
        case .imageDefaultMissing: "Every themed image replaces a default image."
        case .imageCorrupt: "A PNG decodes completely: signature, chunks, checksums, every row, end."
        case .imageFormat: "A file in a tree is a PNG, or is listed under \"resources\" in theme.json."
        case .imageLimits: "An image's width, height, pixels and file size stay within the limits."
        case .imageScale: "All scales of an image have the same size in points."
        case .imageScaleMissing: "A themed image has every scale that its default has."
        case .imageScaleContent: "All scales of an image show the same drawing."
        case .imageAlpha:
            "A themed image has an alpha channel exactly where its default has one, and transparent pixels if so."
        case .imageBlank: "A themed image shows something, unless its default is blank as well."
        case .imageIdentical: "A themed image differs from its default."
        case .imageTrailingData: "A PNG has no data after its end, nor after its image data."
        case .imageTemplate:
            "A template has one color, differs from its default's mask, and has the contrast of its color's pairs."
        case .namePrefix: "Every image in a theme's folder has the theme's prefix."
        case .nameAmbiguous: "No file can belong to two themes."
        case .nameClash: "Names differ by more than letter case or Unicode form, and no variant has two files."
        case .namePortable: "A name can be stored on Linux, macOS and Windows, and shown."
        case .nameNearMiss:
            "The name of a default image is not a misspelled scale, a copy, or a theme's image with an unknown prefix."
        case .fileKind: "Every file in a tree is a regular file, or a link to one in the same tree."
        case .configSyntax: "A configuration file is well-formed, has no duplicate key, and stays within the limits."
        case .configType: "A setting has the type that the default theme gives it."
        case .configColor: "A color is written in one of the color notations."
        case .configUnknownKey: "The default theme knows every key that a theme sets."
        case .configState: "A control sets every state that the default theme sets."
        case .configContrast: "A pair of colors that themepack.json declares has its minimum contrast, by WCAG 2.2."
        case .configAlias: "An alias, such as {Color.accent}, names a setting of the chain that has one value."
        case .configImage: "A setting whose key ends in 'image' names an image of the chain."
        case .configFont: "A setting whose key ends in 'font' names a font that \"fonts\" in themepack.json lists."
        case .configInsets: "The cap insets of an image are not negative, and together not longer than the image."
        case .themeManifest:
            "theme.json exists and is well-formed; its parent exists; no cycle; no other theme's pack has its name."
        case .workLimit:
            "Patterns, chains, pairs, tokens and pixels take work in proportion to what is read, or up to a limit."
        case .exemptionUnused:
            "Every exemption in themepack.json matches a finding; every other pattern matches a file."
        case .baselineUnused: "Every entry of the baseline matches a finding."
        case .packStructure:
            "A theme fits into a pack. A pack has the layout of FORMAT.md, and every tool reads the same from it."
        case .packContents: "A pack's index, manifest, settings and images agree with each other and are sound."
        case .packSignature: "With --signed-by, a trusted signer signed the pack."
        case .packOutOfDate: "Packs and SHA256SUMS are what a build writes. Checked by build --check."
        case .packStray: "The folder of packs has only packs of the project. Checked by build --check."
        case .versionUnchanged: "A theme that differs from its published pack has another version."
        case .versionLower: "A theme's version is not below its published one."
        case .contractConflict: "Published packs of themes fit the new defaults."
        case .themeRemoved: "Every published theme is still in the project."
        }
    }
}
