package import ThemeProject

package struct Verification: Sendable {
    /// Sorted by path and position.
    package var findings: [Finding]
    package var themeCount: Int
    package var imageCount: Int
    /// Images that were decoded and not known from an earlier run.
    package internal(set) var decodedCount = 0
    /// Whether the cache had this result, so that nothing was verified.
    package internal(set) var isFromCache = false
    /// The themes to package, sorted by id. Empty if there is an error, or if the run was not for packaging.
    package var themes: [VerifiedTheme] = []

    /// Adds findings. After an error, no theme can be packaged.
    mutating func add(_ more: [Finding]) {
        findings = (findings + more).sorted()
        if has(.error) { themes = [] }
    }

    /// Moves the themes out, so that the writer can free them one by one. Throws if there is none.
    mutating func takeThemes() throws(UserError) -> [VerifiedTheme] {
        guard !themes.isEmpty else {
            throw UserError(
                "there is no theme to build",
                hint: "a theme has a theme.json with \"id\" and \"version\"; so has 'default'")
        }
        defer { themes = [] }
        return themes
    }

    package func has(_ severity: Severity) -> Bool { findings.contains { $0.severity >= severity } }
}

/// A theme without errors. Nothing else can be packaged.
package struct VerifiedTheme: Sendable {
    package let manifest: ThemeManifest
    let settings: SettingValue?
    /// The digest of the defaults that the theme was compared with.
    let contractDigest: ContentDigest
    /// Sorted by name and scale; `resources` by path.
    var images: [VerifiedImage]
    let resources: [VerifiedResource]
    let templates: ImageTemplates
    let trees: ImageTrees
}

struct VerifiedImage: Sendable {
    let file: ImageFile
    let size: PixelSize
    let content: VerifiedBytes
}

struct VerifiedResource: Sendable {
    let path: PortablePath
    let content: VerifiedBytes
    let location: String
}

extension VerifiedResource {
    /// Returns `nil` if the resource was not inspected for packing.
    init?(_ resource: InspectedResource) {
        guard let content = resource.content else { return nil }
        self.init(path: resource.path, content: content, location: resource.location)
    }
}

extension ProjectSurvey {
    /// Returns a note for each file that is left out of its pack, because it breaks a structural rule and is exempt or
    /// in the baseline.
    func notes(onLeftOut exempt: [Finding]) -> [Finding] {
        var known: Set<String> = []
        return exempt.filter { $0.rule.isStructural && !isPacked($0) && known.insert($0.path).inserted }.map {
            finding in
            Finding(
                finding.rule, severity: .note, theme: finding.theme, path: finding.path,
                "is left out of the pack: \(finding.message)")
        }
    }

    /// A clash of names does not always leave a file out: a theme's folder, and one of two files.
    private func isPacked(_ finding: Finding) -> Bool {
        guard finding.rule == .nameClash else { return false }
        return themes.contains { UTF8Order.equal($0.folder, finding.path) }
            || images.files.indices.contains { UTF8Order.equal(images.path($0), finding.path) }
    }
}
