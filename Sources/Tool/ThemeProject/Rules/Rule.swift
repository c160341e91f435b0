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
    case imageDuplicate = "image-duplicate"
    case imageFaint = "image-faint"
    case imageTrailingData = "image-trailing-data"
    case imageOrientation = "image-orientation"
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

    package var defaultSeverity: Severity { facts.severity }
    package var summary: String { facts.summary }
    package var isStructural: Bool { facts.flags.contains(.structural) }
    package var canBeExempted: Bool { !facts.flags.contains(.neverExempt) }
    package var isFixable: Bool { facts.flags.contains(.fixable) }
    package var needsPacks: Bool { facts.flags.contains(.needsPacks) }
    var isAboutBytes: Bool { facts.flags.contains(.aboutBytes) }

    /// Whether a baseline can accept findings of the rule. The files of structural rules are left out of the pack.
    package var canBeAccepted: Bool { canBeExempted && !needsPacks }

    /// Sentences about lowering the rule and exempting files from it.
    package var exemption: String {
        let example =
            "\"exemptions\": [{\"rule\": \"\(rawValue)\", \"path\": \"\(facts.exempting)\", \"reason\": \"...\"}]"
        switch (isStructural, canBeExempted) {
        case (true, false): return "The rule is always an error, and nothing can be exempted from it."
        case (true, true):
            return "The rule is always an error. Exempt files are left out of the pack: \(example) in themepack.json."
        case (false, false):
            return "Turn the rule off in themepack.json: \"rules\": {\"\(rawValue)\": \"off\"}."
        case (false, true):
            return "Exempt files in themepack.json: \(example). Or set the severity for the whole project: "
                + "\"rules\": {\"\(rawValue)\": \"\(defaultSeverity == .error ? "warning" : "off")\"}."
        }
    }

    /// The texts with their titles, in the order in which people read them.
    package var explanation: [(title: String, text: String)] {
        let fix = isFixable ? " 'themepack verify --fix' does it where nobody has to decide." : ""
        return [("Why", facts.why), ("Example", facts.example), ("Fix", facts.remedy + fix), ("Exempt", exemption)]
    }
}
