/// The row of a rule, for verification, schemas, documents and people.
package struct RuleFacts: Sendable {
    package struct Flags: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A file that breaks the rule cannot be packed. No project can lower it; exempt files are left out.
        static let structural = Flags(rawValue: 1)
        static let neverExempt = Flags(rawValue: 2)
        /// Only runs that compare with packs on disk check the rule.
        static let needsPacks = Flags(rawValue: 4)
        /// The bytes of a file break the rule, and not its name or its place.
        static let aboutBytes = Flags(rawValue: 8)
        /// `verify --fix` fixes some of its findings.
        static let fixable = Flags(rawValue: 16)
    }

    let severity: Severity
    let flags: Flags
    /// The requirement in one or two sentences.
    let summary: String
    /// The reason to follow the rule.
    package let why: String
    /// A finding, as the tool prints it.
    package let example: String
    package let remedy: String
    /// A pattern for paths that findings of the rule have. Packs are exempted by their path in the project.
    let exempting: String

    init(
        _ severity: Severity, _ flags: Flags = [], summary: String, why: String, example: String, remedy: String,
        exempting: String = "themes/year/**"
    ) {
        self.severity = severity
        self.flags = flags
        self.summary = summary
        self.why = why
        self.example = example
        self.remedy = remedy
        self.exempting = exempting
    }
}

extension Rule {
    /// The table of rules. The schemas, `themepack rules`, SARIF and `docs/rules.md` are made from it.
    package var facts: RuleFacts {
        switch self {
        case .imageDimensions:
            RuleFacts(
                .error, summary: "A themed image has its default's size in pixels; at another scale, in points.",
                why: """
                    An app lays out a screen with the default image. An image of another size moves or stretches \
                    things.
                    """,
                example: "45x22 px, its default is 44x22 px",
                remedy: "Export the image again, in the size of its default at the same scale.")
        case .imageDefaultMissing:
            RuleFacts(
                .error, [.fixable], summary: "Every themed image replaces a default image.",
                why: "An app asks only for names of default images. An image without a default is never shown.",
                example: "there is no default 'common/x'",
                remedy: "Rename the image to the name of its default, add the default to assets/, or remove the image.")
        case .imageCorrupt:
            RuleFacts(
                .error, [.structural, .aboutBytes],
                summary: "A PNG decodes completely: signature, chunks, checksums, every row, end.",
                why: "Programs show a damaged image in part, or not at all, and each program differently.",
                example: "is empty",
                remedy: "Export the image again, or copy it again from its source.")
        case .imageFormat:
            RuleFacts(
                .error, [.structural, .aboutBytes],
                summary: "A file in a tree is a PNG, or is listed under \"resources\" in theme.json.",
                why: """
                    The size and the alpha channel of other formats are not checked, and not every system decodes \
                    them.
                    """,
                example: "is named .png, but is a JPEG",
                remedy: "Export the image as PNG. List other files under \"resources\" in theme.json.")
        case .imageLimits:
            RuleFacts(
                .error, [.structural, .aboutBytes],
                summary: "An image's width, height, pixels, metadata and file size stay within the limits.",
                why: "A file of a few kilobytes can take gigabytes of memory when it is decoded.",
                example: "has 20000x1 px; the limit is 16384 px wide",
                remedy: "Export a smaller image, strip its metadata, or set \"limits\" in themepack.json.")
        case .imageScale:
            RuleFacts(
                .warning, summary: "All scales of an image have the same size in points.",
                why: "A screen of another scale shows the same image in another size.",
                example: "30x20 px at @2x does not match 10x10 px at @1x",
                remedy: "Export all scales from one drawing.")
        case .imageScaleMissing:
            RuleFacts(
                .warning,
                summary: """
                    A themed image has every scale that its default has; a default has those that all its themes have, \
                    and those between its others that the rest of its folder has.
                    """,
                why: "A screen of the missing scale shows an image of another scale, resized and blurred.",
                example: "'common/button' has no @3x, its default has",
                remedy: "Export the image at every scale that its default has.")
        case .imageScaleContent:
            RuleFacts(
                .warning, summary: "All scales of an image show the same drawing.",
                why: "A screen of another scale shows another drawing, usually because two files were exchanged.",
                example: "shows another drawing at @2x than at @1x",
                remedy: "Export all scales from one drawing.")
        case .imageAlpha:
            RuleFacts(
                .warning,
                summary: """
                    A themed image has an alpha channel exactly where its default has one, and transparent pixels if \
                    so.
                    """,
                why: """
                    An opaque image covers what its default lets through. An alpha channel without need costs memory.
                    """,
                example: "has no alpha channel, its default has one",
                remedy: "Export the image with transparency where its default has it, and without elsewhere.")
        case .imageBlank:
            RuleFacts(
                .warning, summary: "A themed image shows something, unless its default is blank as well.",
                why: """
                    Something is missing on the screen, usually because a layer was hidden when the image was \
                    exported.
                    """,
                example: "shows nothing: every pixel has the same color",
                remedy: "Export the image again. Exempt it if it is meant to hide its default.")
        case .imageIdentical:
            RuleFacts(
                .warning, [.fixable],
                summary: """
                    A themed image looks different from its default: by its pixels, its color space or its frames.
                    """,
                why: "The default is shown anyway, so the copy only makes the pack larger.",
                example: "is the same image as its default",
                remedy: "Remove the image, or replace it by the one that was meant.")
        case .imageDuplicate:
            RuleFacts(
                .warning, summary: "Images of a theme differ where their defaults do.",
                why: """
                    An image under two names is usually an export into the wrong file, or a state that looks like \
                    another one: a button that does not show that it is pressed.
                    """,
                example: "is the same image as 'common/button', but their defaults differ",
                remedy: "Export the image from its own drawing. Exempt it if both are meant to look the same.")
        case .imageFaint:
            RuleFacts(
                .warning,
                summary: "The strongest pixels of a themed image are about as opaque as those of its default.",
                why: "An image that is exported with the opacity of its layer is hard to see.",
                example: "is faint: its strongest pixels have an opacity of 47 %, its default's 100 %",
                remedy: """
                    Export the image again, with the full opacity of its layers and groups. Exempt it if it is meant \
                    to be faint.
                    """)
        case .imageOrientation:
            RuleFacts(
                .warning, summary: "An image is upright without its metadata.",
                why: """
                    Browsers, iOS and macOS turn an image as its eXIf chunk says, Android and libpng show its pixels \
                    as they are. So the image has another size, or another direction, on some systems.
                    """,
                example:
                    "has the orientation 6 in its metadata (eXIf): some programs show it turned by 90°, with 22x44 px",
                remedy: "Turn the pixels, and export the image without metadata.")
        case .imageTrailingData:
            RuleFacts(
                .error, summary: "A PNG has no data after its end, nor after its image data.",
                why: "No program shows the bytes after an image. They make the pack larger, and can hide something.",
                example: "has 1 byte after its end, which no program shows",
                remedy: "Export the image again, or let an optimizer write it anew.")
        case .imageTemplate:
            RuleFacts(
                .warning,
                summary: """
                    A mask has one color and the minimum contrast of the declared pairs; a theme's own mask differs \
                    from the default's.
                    """,
                why: """
                    A template is drawn as a mask, in one color: what its own colors show is lost. A theme that \
                    changes the color needs no image, and a faint mask can lack the contrast that its color has.
                    """,
                example: "is a template, but 37 % of its visible pixels have other colors than the rest",
                remedy: """
                    Export the drawing in one color, or leave it out of "templates". Remove a themed copy of a mask, \
                    and set the color in the theme.
                    """)
        case .namePrefix:
            RuleFacts(
                .error, [.structural, .fixable], summary: "Every image in a theme's folder has the theme's prefix.",
                why: "The prefix shows which theme a file belongs to, wherever it is copied.",
                example: "does not start with the theme's prefix 'year_'",
                remedy: "Rename the file so that it starts with the theme's \"imageNamePrefix\".")
        case .nameAmbiguous:
            RuleFacts(
                .error, [.structural], summary: "No file can belong to two themes.",
                why: "A file that could belong to two themes would be packed into the wrong one.",
                example: "has the prefixes of year and year2",
                remedy: "Move the file into the folder of its theme, or choose prefixes of which none starts another.")
        case .nameClash:
            RuleFacts(
                .error, [.structural],
                summary: "Names differ by more than letter case or Unicode form, and no variant has two files.",
                why: "Many disks store only one of two names that differ by letter case or Unicode form.",
                example: """
                    differs from 'common/Button.png' only in letter case or Unicode form; many disks can store only \
                    one of them
                    """,
                remedy: "Rename or remove one of the files.")
        case .namePortable:
            RuleFacts(
                .error, [.structural], summary: "A name can be stored on Linux, macOS and Windows, and shown.",
                why: "A name that breaks the rule cannot be stored on some systems, or looks like another name.",
                example: "its name has the character U+003A, which not every system can store or show",
                remedy: "Rename the file.")
        case .nameNearMiss:
            RuleFacts(
                .warning, [.fixable],
                summary: """
                    The name of a default image is not a misspelled scale, a copy by a desktop or another program, a \
                    theme's image with its prefix at the wrong end or an unknown one, is not hidden, and has no \
                    character that looks like another.
                    """,
                why: """
                    A file with a misspelled name is a default of its own, so the app does not find the scale that was \
                    meant. A scale is the end of a name: not in the middle, and not a folder.
                    """,
                example: "ends in '@2X', but a scale is written @2x",
                remedy: "Rename the file, or let 'themepack verify --fix' do it.",
                exempting: "assets/**")
        case .fileKind:
            RuleFacts(
                .error, [.structural],
                summary: """
                    A theme is a folder with something in it. Every file in a tree is a regular file, or a link to one \
                    in the same tree.
                    """,
                why: """
                    Links to folders and out of the tree give files two names, or pack files of somebody else. A theme \
                    whose folder is empty, or the text of a link, would be missing in the release, and so would images \
                    and settings that lie beside the themes.
                    """,
                example: "is a folder that is named like an image",
                remedy: "Put the file itself into the tree. Fetch a submodule with 'git submodule update --init'.")
        case .resourceContent:
            RuleFacts(
                .error,
                summary: "A resource is the file itself. A hidden, secret, design or temporary one is listed by name.",
                why: """
                    A pointer of Git LFS or git-annex, the text of a link, a web page or an empty file would be packed \
                    in the place of a font or sound. A pattern such as '**' also matches files that nobody means to \
                    ship; for these it is a warning.
                    """,
                example: "is a Git LFS pointer, not the file itself",
                remedy: "Get the file itself, for example by 'git lfs pull', or correct the download.")
        case .configSyntax:
            RuleFacts(
                .error, [.structural, .neverExempt],
                summary: "A configuration file is well-formed, has no duplicate key, and stays within the limits.",
                why: """
                    Programs read a damaged file differently: of two equal keys, some take the first and some the \
                    last.
                    """,
                example: "the '{' in line 1 is not closed",
                remedy: "Correct the file at the line and column of the message.")
        case .configType:
            RuleFacts(
                .error, summary: "A setting has the type that the default theme gives it.",
                why: "The app reads a setting with one type. A value of another type is an error at run time.",
                example: "Metrics.radius: is a string, the default theme has a number",
                remedy: "Write the value in the type of the default theme's value.")
        case .configColor:
            RuleFacts(
                .error, summary: "A color is written in one of the color notations.",
                why: "The app cannot read the value as a color, or reads another color than the one that was meant.",
                example: "Color.title: 'F8582' is not a color",
                remedy: """
                    Write RGB, ARGB, RRGGBB or AARRGGBB, with or without '#', or rgb(), rgba(), in quotation marks. \
                    Set "colorOrder": "rgba" in theme.json if alpha comes last.
                    """)
        case .configUnknownKey:
            RuleFacts(
                .warning, summary: "The default theme knows every key that a theme sets.",
                why: "An app reads only keys that the default theme has. Usually the key is misspelled.",
                example: "Fnot: the default theme does not know this key",
                remedy: "Correct the key, remove it, or give the default theme a value for it.")
        case .configState:
            RuleFacts(
                .warning, summary: "A control sets every state that the default theme sets.",
                why: "A control in the missing state has the color of the default theme between colors of this theme.",
                example: "Button.titleColor: lacks the state 'normal', which the default has",
                remedy: "Set every state, or \"\" for a state that keeps the default's value.")
        case .configContrast:
            RuleFacts(
                .warning,
                summary: "A pair of colors that themepack.json declares has its minimum contrast, by WCAG 2.2.",
                why: "Text with too little contrast cannot be read in the sun, or by people with weak eyes.",
                example: """
                    Color.title: #FFEEEEEE on 'Color.background' (#FFFFFFFF) has a contrast of 1.16:1, the minimum is \
                    3:1
                    """,
                remedy: """
                    Make one color lighter or the other darker. "contrast" in themepack.json declares the pairs.
                    """)
        case .configAlias:
            RuleFacts(
                .error, summary: "An alias, such as {Color.accent}, names a setting of the chain that has one value.",
                why: "An alias that leads nowhere stays as it is, so the app would read the text '{Color.accent}'.",
                example: "Color.title: no theme of the chain sets 'Color.acent'",
                remedy: """
                    Correct the path between the braces, or write the value out. An alias stands for one text, number \
                    or boolean: of the theme itself, else of a theme that it extends, else of the default theme.
                    """)
        case .configImage:
            RuleFacts(
                .warning, summary: "A setting whose key ends in 'image', and preview.json, name what the themes have.",
                why: "An app that loads the image by this setting shows nothing, and the preview cannot draw it.",
                example: "Button.image: no theme of the chain has an image 'common/buton'",
                remedy: "Name an image of assets/ without prefix, scale and extension: common/button.")
        case .configFont:
            RuleFacts(
                .warning,
                summary: "A setting whose key ends in 'font' names a font that \"fonts\" in themepack.json lists.",
                why: "A device replaces a font that it does not have by another one, with other widths.",
                example: "Font: \"fonts\" in themepack.json does not list the font 'Helvetika'",
                remedy: "Correct the name, or add the font to \"fonts\" in themepack.json.")
        case .configInsets:
            RuleFacts(
                .warning,
                summary: """
                    The cap insets of an image have its name as their key, are not negative, and are together not \
                    longer than the image.
                    """,
                why: """
                    An image whose insets overlap has no middle to stretch, and is drawn distorted. Insets under \
                    another key are not read.
                    """,
                example: "CapInsets.common/button: left 30 and right 20 exceed the width of 'common/button', 44 points",
                remedy: "Write the insets in points, smaller than the image. A missing one is 0 or the parent's.")
        case .themeManifest:
            RuleFacts(
                .error, [.structural, .neverExempt],
                summary: """
                    theme.json exists and is well-formed, and the themes that it names exist. No theme extends itself, \
                    and no two packs get one name.
                    """,
                why: "Without a sound theme.json it is not known which files belong to the theme and what it inherits.",
                example: "is missing",
                remedy: "Correct theme.json at the line and column of the message.")
        case .workLimit:
            RuleFacts(
                .error, [.structural, .neverExempt],
                summary: """
                    Work that multiplies its input stays within the run's limits: for patterns, chains, pairs, \
                    selections, tokens, pixels.
                    """,
                why: """
                    A small change of a project could keep CI busy for hours. What exceeds the limit was left out, so \
                    the other findings may be incomplete.
                    """,
                example: """
                    limits.work: comparing names with patterns takes more than 200000000 steps, the limit for this \
                    input
                    """,
                remedy: """
                    Make the input simpler, or set "limits": {"work": 10} in themepack.json for ten times the limit.
                    """)
        case .exemptionUnused:
            RuleFacts(
                .warning, [.neverExempt],
                summary: """
                    Every exemption in themepack.json matches a finding; every other pattern matches a file, also in \
                    theme.json.
                    """,
                why: """
                    An exemption that applies to nothing hides the next mistake at its path. Exemptions from rules \
                    about packs on disk are not reported, because runs see different packs.
                    """,
                example: "exemptions: the exemption of 'themes/year/**' from image-alpha matches no finding",
                remedy: "Remove the exemption or the pattern, or correct its path.")
        case .baselineUnused:
            RuleFacts(
                .warning, [.neverExempt], summary: "Every entry of the baseline matches a finding.",
                why: "An entry without a finding would hide the mistake if it came back.",
                example: """
                    accepts image-alpha for 'themes/year/common/year_button.png', which no longer breaks the rule
                    """,
                remedy: "Write the baseline again: themepack verify --write-baseline FILE.")
        case .packStructure:
            RuleFacts(
                .error, [.structural, .neverExempt],
                summary: """
                    A theme fits into a pack. A pack has the layout of FORMAT.md, and every tool reads the same from \
                    it.
                    """,
                why: "Tools that disagree about a pack read different files from it.",
                example: "its pack would have 5368709120 bytes; at most 4294967294 can be packed",
                remedy: "Split a theme that is too large. Build or download a damaged pack again.")
        case .packContents:
            RuleFacts(
                .error, [.structural, .neverExempt],
                summary: "A pack's index, manifest, settings and images agree with each other and are sound.",
                why: "An app would show an image that nobody has verified.",
                example: "has a SHA-256 that differs from the index",
                remedy: "Build or download the pack again.")
        case .packSignature:
            RuleFacts(
                .error, [.structural, .neverExempt], summary: "With --signed-by, a trusted signer signed the pack.",
                why: "Between the build and the app, nothing else says who made a pack.",
                example: "was signed by the key SHA256:nThbg6kX..., which is not trusted",
                remedy: "Sign the pack with 'themepack sign', or list the signer's key in the file of trusted signers.")
        case .packOutOfDate:
            RuleFacts(
                .error, [.structural, .neverExempt, .needsPacks],
                summary: "Packs and SHA256SUMS are what a build writes. Checked by build --check.",
                why: "A folder of packs that nobody has built again gives apps themes that nobody has verified.",
                example: "is not what a build writes",
                remedy: "Run 'themepack build', and keep its packs and SHA256SUMS.")
        case .packStray:
            RuleFacts(
                .warning, [.needsPacks],
                summary: "The folder of packs has only packs of the project. Checked by build --check.",
                why: "A pack that the project no longer has is published with the others.",
                example: "is a pack that the project does not have: the project has no such theme",
                remedy: "Run 'themepack build --prune', which deletes such packs and their lines of SHA256SUMS.",
                exempting: "dist/year-1.*")
        case .versionUnchanged:
            RuleFacts(
                .error, [.needsPacks], summary: "A theme that differs from its published pack has another version.",
                why: """
                    Apps and caches take two packs of one version for the same pack, and keep the one that they have.
                    """,
                example: "version: is 1.2.0 as in the published pack, which differs: 1 image",
                remedy: "Set a higher version in theme.json: 'themepack bump THEME --base PACK' does it.")
        case .versionLower:
            RuleFacts(
                .error, [.needsPacks], summary: "A theme's version is not below its published one.",
                why: "Apps keep the theme with the higher version, so the new pack is never shown.",
                example: "version: is 1.1.9, but 1.2.0 is published",
                remedy: "Set a version above the published one in theme.json.")
        case .contractConflict:
            RuleFacts(
                .warning, [.needsPacks], summary: "Published packs of themes fit the new defaults.",
                why: """
                    Apps mount published packs beside a new default. Images that do not fit the default are not shown.
                    """,
                example: """
                    its 44x22 px at @1x do not agree with the new default's 50x22 px at @1x: apps show the default \
                    image
                    """,
                remedy: "Build and publish the theme again, or keep the default as it was.",
                exempting: "released/**")
        case .themeRemoved:
            RuleFacts(
                .error, [.needsPacks], summary: "Every published theme is still in the project.",
                why: "Apps keep a published pack until somebody removes it.",
                example: "is of theme 'year', which the project no longer has",
                remedy: "Remove the pack where apps fetch it, or bring the theme back.",
                exempting: "released/**")
        }
    }
}
