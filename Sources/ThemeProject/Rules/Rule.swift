/// A rule that verification checks. Reports, exemptions and code scanning rely on stable raw values.
package enum Rule: String, CaseIterable, Codable, Sendable {
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
    case imageDuplicate = "image-duplicate"
    case imageFaint = "image-faint"
    case imageTrailingData = "image-trailing-data"
    case imageTemplate = "image-template"
    case namePrefix = "name-prefix"
    case nameAmbiguous = "name-ambiguous"
    case nameClash = "name-clash"
    case namePortable = "name-portable"
    case nameNearMiss = "name-near-miss"
    case fileKind = "file-kind"
    case resourceContent = "resource-content"
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
            .imageDuplicate, .imageFaint, .imageTemplate, .nameNearMiss, .configUnknownKey, .configState,
            .configContrast, .configImage, .configFont, .configInsets, .exemptionUnused, .baselineUnused, .packStray,
            .contractConflict:
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

    /// Whether a baseline can accept findings of the rule. The files of structural rules are left out of the pack.
    package var canBeAccepted: Bool { canBeExempted && !needsPacks }

    /// Whether the bytes of a file break the rule, and not its name or its place.
    var isAboutBytes: Bool { self == .imageCorrupt || self == .imageFormat || self == .imageLimits }
}
