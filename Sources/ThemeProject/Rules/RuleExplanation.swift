/// The text about a rule for people: in `themepack rules`, in SARIF and in `docs/rules.md`.
package struct RuleExplanation: Hashable, Sendable {
    package let rule: Rule
    /// The reason to follow the rule.
    package let why: String
    /// A finding, as the tool prints it.
    package let example: String
    package let remedy: String

    init(_ rule: Rule, why: String, example: String, remedy: String) {
        self.rule = rule
        self.why = why
        self.example = example
        self.remedy = remedy
    }

    /// Sentences about lowering the rule and exempting files from it.
    package var exemption: String {
        let name = rule.rawValue
        let example = "\"exemptions\": [{\"rule\": \"\(name)\", \"path\": \"themes/year/**\", \"reason\": \"...\"}]"
        switch (rule.isStructural, rule.canBeExempted) {
        case (true, false): return "The rule is always an error, and nothing can be exempted from it."
        case (true, true):
            return "The rule is always an error. Exempt files are left out of the pack: \(example) in themepack.json."
        case (false, false):
            return "Turn the rule off in themepack.json: \"rules\": {\"\(name)\": \"off\"}."
        case (false, true):
            return "Exempt files in themepack.json: \(example). Or set the severity for the whole project: "
                + "\"rules\": {\"\(name)\": \"\(rule.defaultSeverity == .error ? "warning" : "off")\"}."
        }
    }

    /// The parts with their titles, in the order in which people read them.
    package var parts: [(title: String, text: String)] {
        [("Why", why), ("Example", example), ("Fix", remedy), ("Exempt", exemption)]
    }
}

extension Rule {
    package var explanation: RuleExplanation {
        let (why, example, remedy) = explanationTexts
        return RuleExplanation(self, why: why, example: example, remedy: remedy)
    }

    private var explanationTexts: (why: String, example: String, remedy: String) {
        switch self {
        case .imageDimensions:
            (
                "An app lays out a screen with the default image. An image of another size moves or stretches things.",
                "45x22 px, its default is 44x22 px",
                "Export the image again, in the size of its default at the same scale."
            )
        case .imageDefaultMissing:
            (
                "An app asks only for names of default images. An image without a default is never shown.",
                "there is no default 'common/x'",
                "Rename the image to the name of its default, add the default to assets/, or remove the image."
            )
        case .imageCorrupt:
            (
                "Programs show a damaged image in part, or not at all, and each program differently.",
                "is empty",
                "Export the image again, or copy it again from its source."
            )
        case .imageFormat:
            (
                "The size and the alpha channel of other formats are not checked, and not every system decodes them.",
                "is named .png, but is a JPEG",
                "Export the image as PNG. List other files under \"resources\" in theme.json."
            )
        case .imageLimits:
            (
                "A file of a few kilobytes can take gigabytes of memory when it is decoded.",
                "has 20000x1 px; the limit is 16384 px wide",
                "Export a smaller image, or set \"limits\" in themepack.json."
            )
        case .imageScale:
            (
                "A screen of another scale shows the same image in another size.",
                "30x20 px at @2x does not match 10x10 px at @1x",
                "Export all scales from one drawing."
            )
        case .imageScaleMissing:
            (
                "A screen of the missing scale shows an image of another scale, resized and blurred.",
                "'common/button' has no @3x, its default has",
                "Export the image at every scale that its default has."
            )
        case .imageScaleContent:
            (
                "A screen of another scale shows another drawing, usually because two files were exchanged.",
                "shows another drawing at @2x than at @1x",
                "Export all scales from one drawing."
            )
        case .imageTemplate:
            (
                "A template is drawn as a mask, in one color: what its own colors show is lost. A theme that changes "
                    + "the color needs no image, and a faint mask can lack the contrast that its color has.",
                "is a template, but 37 % of its visible pixels have other colors than the rest",
                "Export the drawing in one color, or leave it out of \"templates\". Remove a themed copy of a mask, "
                    + "and set the color in the theme."
            )
        case .imageBlank:
            (
                "Something is missing on the screen, usually because a layer was hidden when the image was exported.",
                "shows nothing: every pixel has the same color",
                "Export the image again. Exempt it if it is meant to hide its default."
            )
        case .imageTrailingData:
            (
                "No program shows the bytes after an image. They make the pack larger, and can hide something.",
                "has 1 byte after its end, which no program shows",
                "Export the image again, or let an optimizer write it anew."
            )
        case .nameNearMiss:
            (
                "Such a file is a default of its own, so the app does not find the scale that was meant.",
                "ends in '@2X', but a scale is written @2x",
                "Rename the file, or let 'themepack verify --fix' do it."
            )
        case .imageAlpha:
            (
                "An opaque image covers what its default lets through. An alpha channel without need costs memory.",
                "has no alpha channel, its default has one",
                "Export the image with transparency where its default has it, and without elsewhere."
            )
        case .imageIdentical:
            (
                "The default is shown anyway, so the copy only makes the pack larger.",
                "is the same image as its default",
                "Remove the image, or replace it by the one that was meant."
            )
        case .namePrefix:
            (
                "The prefix shows which theme a file belongs to, wherever it is copied.",
                "does not start with the theme's prefix 'year_'",
                "Rename the file so that it starts with the theme's \"imageNamePrefix\"."
            )
        case .nameAmbiguous:
            (
                "A file that could belong to two themes would be packed into the wrong one.",
                "has the prefixes of year and year2",
                "Move the file into the folder of its theme, or choose prefixes of which none starts another."
            )
        case .nameClash:
            (
                "Many disks store only one of two names that differ by letter case or Unicode form.",
                "differs from 'common/Button.png' only in letter case or Unicode form; "
                    + "many disks can store only one of them",
                "Rename or remove one of the files."
            )
        case .namePortable:
            (
                "Such a name cannot be stored on some systems, or looks like another name.",
                "its name has the character U+003A, which not every system can store or show",
                "Rename the file."
            )
        case .fileKind:
            (
                "Links to folders and out of the tree give files two names, or pack files of somebody else.",
                "is a folder that is named like an image",
                "Put the file itself into the tree."
            )
        case .configSyntax:
            (
                "Programs read a damaged file differently: of two equal keys, some take the first and some the last.",
                "the '{' in line 1 is not closed",
                "Correct the file at the line and column of the message."
            )
        case .configType:
            (
                "The app reads a setting with one type. A value of another type is an error at run time.",
                "Metrics.radius: is a string, the default theme has a number",
                "Write the value in the type of the default theme's value."
            )
        case .configColor:
            (
                "The app cannot read the value as a color, or reads another color than the one that was meant.",
                "Color.title: 'F8582' is not a color",
                "Write RGB, ARGB, RRGGBB or AARRGGBB, with or without '#', or rgb(), rgba(). "
                    + "Set \"colorOrder\": \"rgba\" in theme.json if alpha comes last."
            )
        case .configUnknownKey:
            (
                "An app reads only keys that the default theme has. Usually the key is misspelled.",
                "Fnot: the default theme does not know this key",
                "Correct the key, remove it, or give the default theme a value for it."
            )
        case .configState:
            (
                "A control in the missing state has the color of the default theme between colors of this theme.",
                "Button.titleColor: sets no normal, which the default has",
                "Set every state, or \"\" for a state that keeps the default's value."
            )
        case .configContrast:
            (
                "Text with too little contrast cannot be read in the sun, or by people with weak eyes.",
                "Color.title: #FFEEEEEE on 'Color.background' (#FFFFFFFF) "
                    + "has a contrast of 1.16:1, the minimum is 3:1",
                "Make one color lighter or the other darker. \"contrast\" in themepack.json declares the pairs."
            )
        case .configAlias:
            (
                "An alias that leads nowhere stays as it is, so the app would read the text '{Color.accent}'.",
                "Color.title: no theme of the chain sets 'Color.acent'",
                "Correct the path between the braces, or write the value out. An alias stands for one text, number or "
                    + "boolean: of the theme itself, else of a theme that it extends, else of the default theme."
            )
        case .configImage:
            (
                "An app that loads the image by this setting shows nothing.",
                "Button.image: no theme of the chain has an image 'common/buton'",
                "Name an image of assets/ without prefix, scale and extension: common/button."
            )
        case .configFont:
            (
                "A device replaces a font that it does not have by another one, with other widths.",
                "Font: \"fonts\" in themepack.json does not list the font 'Helvetika'",
                "Correct the name, or add the font to \"fonts\" in themepack.json."
            )
        case .configInsets:
            (
                "An image whose insets overlap has no middle to stretch, and is drawn distorted.",
                "CapInsets.common.button: left 30 and right 20 exceed the width of 'common/button', 44 points",
                "Write the insets in points, smaller than the image. A missing one is 0 or the parent's."
            )
        case .themeManifest:
            (
                "Without a sound theme.json it is not known which files belong to the theme and what it inherits.",
                "is missing",
                "Correct theme.json at the line and column of the message."
            )
        case .workLimit:
            (
                "A small change of a project could keep CI busy for hours. What exceeds the limit was left out, so "
                    + "the other findings may be incomplete.",
                "comparing names with patterns takes more than 200000000 steps, the limit for this input",
                "Make the input simpler, or set \"limits\": {\"work\": 10} in themepack.json for ten times the limit."
            )
        case .exemptionUnused:
            (
                "An exemption that applies to nothing hides the next mistake at its path.",
                "the exemption of 'themes/year/**' from image-alpha matches no finding",
                "Remove the exemption from themepack.json, or correct its path."
            )
        case .baselineUnused:
            (
                "An entry without a finding would hide the mistake if it came back.",
                "accepts image-alpha for 'themes/year/common/year_button.png', which no longer breaks the rule",
                "Write the baseline again: themepack verify --write-baseline FILE."
            )
        case .packStructure:
            (
                "Tools that disagree about a pack read different files from it.",
                "its pack would have 5368709120 bytes; at most 4294967295 can be packed",
                "Split a theme that is too large. Build or download a damaged pack again."
            )
        case .packContents:
            (
                "An app would show an image that nobody has verified.",
                "the entry has other bytes than the index says",
                "Build or download the pack again."
            )
        case .packSignature:
            (
                "Between the build and the app, nothing else says who made a pack.",
                "was signed by the key SHA256:nThbg6kX..., which is not trusted",
                "Sign the pack with 'themepack sign', or list the signer's key in the file of trusted signers."
            )
        case .packOutOfDate:
            (
                "A folder of packs that nobody has built again gives apps themes that nobody has verified.",
                "is not what a build writes",
                "Run 'themepack build', and keep its packs and SHA256SUMS."
            )
        case .packStray:
            (
                "A pack that the project no longer has is published with the others.",
                "is a pack that the project does not have: no theme 'old'",
                "Run 'themepack build --prune', which deletes such packs and their lines of SHA256SUMS."
            )
        case .versionUnchanged:
            (
                "Apps and caches take two packs of one version for the same pack, and keep the one that they have.",
                "is 1.0.0 as in the published pack, which differs: 1 image",
                "Set a higher version in theme.json: 'themepack bump THEME --base PACK' does it."
            )
        case .versionLower:
            (
                "Apps keep the theme with the higher version, so the new pack is never shown.",
                "is 1.0.0, but 1.1.0 is published",
                "Set a version above the published one in theme.json."
            )
        case .contractConflict:
            (
                "Apps mount published packs beside a new default. Images that do not fit the default are not shown.",
                "its 44x22 px at 2x do not agree with the new default's 48x24 px at 2x: apps show the default image",
                "Build and publish the theme again, or keep the default as it was."
            )
        case .themeRemoved:
            (
                "Apps keep a published pack until somebody removes it.",
                "is of theme 'year', which the project no longer has",
                "Remove the pack where apps fetch it, or bring the theme back."
            )
        }
    }
}
