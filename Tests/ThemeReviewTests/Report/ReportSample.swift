import ThemeModel
import TestSupport
import ThemeProject

@testable import ThemeReview

/// Facts for a report, with the bytes of their images.
struct ReportSample {
    var facts: ReviewFacts
    var bytes: [String: [UInt8]] = [:]

    var writer: ReportWriter {
        ReportWriter(facts, showing: .all, reading: read)
    }

    var read: ReportWriter.Reader {
        { [bytes] file in
            guard let bytes = bytes[file.path] else { throw FileError.missing }
            return bytes
        }
    }

    init(title: String = "sample") { facts = ReviewFacts(title: title) }

    /// The facts and images of a project.
    init(of project: Project) throws {
        facts = try ReviewFacts(of: project, jobs: 2)
        for file in facts.files { bytes[file.path] = try ReviewReader(project).bytes(of: file) }
    }

    /// Adds a file and returns its index.
    mutating func file(
        _ path: String, _ name: String?, _ width: Int, _ height: Int, owner: String? = nil, scale: Int = 1,
        damage: String? = nil
    ) throws -> Int {
        let image = PNGFile(width, height, shade: UInt8(facts.files.count % 251)).bytes
        bytes[path] = image
        facts.files.append(
            ReviewedFile(
                path: path, source: .file(path), name: try name.map { try LogicalName($0) },
                scale: Scale(scale) ?? .one, owner: owner,
                size: PixelSize(width: UInt32(width), height: UInt32(height)), byteCount: image.count,
                digest: damage == nil ? ContentDigest(of: image) : nil, damage: damage))
        return facts.files.count - 1
    }

    /// Texts that end an element, an attribute, a script, a style or a line in one context or another.
    static let hostileTexts = [
        "<script>alert(1)</script>", "</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
        "' onmouseover='alert(1)", "</title><svg onload=alert(1)>", "javascript:alert(1)",
        "</style><style>*{color:red}",
        "-->", "<!--", "]]>", "&lt;script&gt;", "${alert(1)}", "`alert(1)`", "\u{202E}gnp.exe", "a\nb\r\nc",
        "\u{0}\u{1B}[31m",
        "\u{2028}\u{2029}", "{{constructor.constructor('alert(1)')()}}", "url(https://evil.example/x)",
        "\"; background: url(https://evil.example/y); \"", "<iframe src=https://evil.example>",
        "<base href=//evil.example>",
        "<meta http-equiv=refresh content=0;url=//evil.example>", "<form action=//evil.example><button>", "نص عربي",
        "𝕌🏳️‍🌈",
    ]

    /// The title of ``hostile()`` as a browser reports it.
    static var shownTitle: String {
        let escaped = HTML.bytes { $0.text(hostileTexts.joined() + ": theme report") }
        var text = String(decoding: escaped, as: UTF8.self)
        for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
            text = text.replacing(entity, with: character)
        }
        return text
    }

    /// A project whose every text is hostile.
    static func hostile() throws -> ReportSample {
        var sample = ReportSample(title: hostileTexts.joined())
        var themes = [
            ReviewedTheme(id: "default", name: hostileTexts[0]), ReviewedTheme(id: "x", name: hostileTexts[1]),
        ]
        sample.facts.folders = ["", "a'b & ü"]
        for (number, text) in hostileTexts.enumerated() {
            let name = "a'b & ü/n\(number)'&"
            let own = try sample.file("d/\(text)\(number)", name, 8, 8)
            let themed = try sample.file("t/\(text)\(number)", name, 9, 8, owner: "x")
            let damaged = try sample.file("u/\(text)\(number)", nil, 1, 1, owner: "x", damage: text)
            var finding = Finding(
                .imageDimensions, theme: "x", path: text, key: text, position: SourcePosition(line: 1, column: 2), text,
                expected: text, actual: text, hint: text, related: Finding.Related(path: text, message: text))
            if number % 2 == 0 { finding.severity = .warning }
            sample.facts.findings.append(
                ReviewedFinding(finding: finding, theme: number % 3 == 0 ? nil : 1, file: themed, relatedFile: own))
            sample.facts.findings.append(ReviewedFinding(finding: finding, theme: 1, file: damaged))
            for theme in [0, 1] {
                themes[theme].images.append(
                    ReviewedImage(
                        name: try LogicalName(name),
                        variants: [
                            ReviewedVariant(
                                scale: .one, defaultFile: own, themedFile: theme == 1 ? themed : nil, shownFile: own,
                                state: theme == 1 ? .mismatch : .isDefault)
                        ], findings: theme == 1 ? [number] : []))
                let color = ThemeColor(red: 1, green: 2, blue: 3, alpha: 9)
                let shapes: [ReviewedSetting.Shape] = [
                    .color(color), .font(ThemeFont(name: text, size: 1e300)),
                    .size(PointSize(width: -1, height: .infinity)),
                    .insets(CapInsets(top: .nan, left: 1e10, bottom: 0.5, right: 0)), .other,
                ]
                themes[theme].settings.append(
                    ReviewedSetting(
                        path: SettingPath([text, text]), type: .value, text: text, isTextCut: true,
                        origin: .inherited(text), shape: shapes[number % shapes.count], file: text, findings: [0]))
            }
        }
        for theme in [0, 1] {
            themes[theme].coverage = [FolderCoverage(), FolderCoverage(defaults: 26, replaced: 26)]
        }
        sample.facts.themes = themes
        sample.sortImages()
        return sample
    }

    /// Themes that replace `count` images of a few folders.
    static func large(_ count: Int, folders: Int = 12, themes: [String] = ["year"]) throws -> ReportSample {
        var sample = ReportSample(title: "large")
        var standard = ReviewedTheme(id: "default", name: "Default")
        var others = themes.map { ReviewedTheme(id: $0, name: $0.firstUppercased) }
        let image = PNGFile(16, 16).bytes
        let (size, digest) = (PixelSize(width: 16, height: 16), ContentDigest(of: image))
        for number in 0..<count {
            let name = try LogicalName("folder\(number % folders)/sub/image\(number)")
            let first = sample.facts.files.count
            for owner in [nil] + themes {
                let path = "\(owner ?? "assets")/\(number).png"
                sample.bytes[path] = image
                sample.facts.files.append(
                    ReviewedFile(
                        path: path, source: .file(path), name: name, scale: .one, owner: owner, size: size,
                        byteCount: image.count, digest: digest))
            }
            let variant = { (state: ReviewedState, themed: Int?) in
                ReviewedVariant(scale: .one, defaultFile: first, themedFile: themed, state: state)
            }
            standard.images.append(ReviewedImage(name: name, variants: [variant(.isDefault, nil)]))
            for theme in others.indices {
                let variants = [variant(.replaced, first + 1 + theme)]
                others[theme].images.append(ReviewedImage(name: name, variants: variants))
            }
        }
        sample.facts.themes = [standard] + others
        sample.facts.folders = (0..<folders).map { "folder\($0)/sub" }.sorted()
        sample.sortImages()
        return sample
    }

    mutating func sortImages() {
        for theme in facts.themes.indices { facts.themes[theme].images.sort { $0.name < $1.name } }
    }
}
