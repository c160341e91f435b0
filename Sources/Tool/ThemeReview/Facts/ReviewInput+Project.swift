import ThemeModel
import ThemePackager
import ThemeProject

extension ReviewInput {
    init(_ inspected: InspectedProject, showing scope: ThemeScope, jobs: Int) {
        let survey = inspected.survey
        let project = survey.project
        let root = (try? project.fileSystem.destination(of: project.root)) ?? project.root
        title = String(root.lastPathComponent)
        let chains = survey.themes.selected.map { survey.themes.chain(of: $0).map { survey.themes.name($0) } }
        let order = Self.order(ofThemes: chains).map { survey.themes.selected[$0] }
        let numbers = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        themes = order.map {
            Self.theme($0, of: survey, numbers, isShown: scope.contains(survey.themes[$0].folderName))
        }
        tolerance = project.configuration.tolerance
        contrast = project.configuration.contrast
        budget = project.budget
        let hidden = Set(themes.filter { !$0.isShown }.map(\.id))
        func shown(_ findings: [Finding]) -> [Finding] { findings.filter { $0.theme.map(hidden.contains) != true } }
        findings = shown(inspected.verification.findings)
        explained = shown(inspected.verification.explained)
        templates = survey.templates.byName
        addSelections(of: survey.themes, numbers)
        addImages(inspected, numbers, jobs: jobs)
    }

    /// The most selections of several themes that pages show.
    private static let selectionsMax = 64

    /// Adds the axes, and the selections of two themes or more, unless they are too many.
    private mutating func addSelections(of survey: SurveyedThemes, _ numbers: [Int: Int]) {
        let order = survey.order
        guard !order.axes.isEmpty else { return }
        let shown = numbers.filter { themes[$0.value].isShown }.map { (survey[$0.key].folderName, $0.value) }
        let byFolder = Dictionary(shown) { first, _ in first }
        axes = zip(["theme"] + order.axes.map(\.string), order.choices).map { name, folders in
            ReviewedAxis(name: name, themes: folders.compactMap { byFolder[$0].map { themes[$0].id } })
        }
        guard (order.selectionCount() ?? .max) <= Self.selectionsMax else { return }
        order.forEachSelection(of: survey.number) { selection in
            let folders = selection.map { survey.sources[$0].folderName }
            let members = folders.compactMap { byFolder[$0].map { themes[$0] } }
            guard members.count == folders.count else { return }
            let chain = survey.chain(selecting: folders).compactMap { numbers[$0] }
            let selection = ReviewedTheme(
                id: members.map(\.id).joined(separator: " + "),
                name: members.map(\.reviewed.name).joined(separator: " + "), members: members.map(\.id))
            themes.append(
                Theme(
                    reviewed: selection, chain: [themes.count] + chain, colorOrder: .argb, isShown: true,
                    isSelection: true))
        }
    }

    private static func theme(
        _ number: Int, of survey: ProjectSurvey, _ numbers: [Int: Int], isShown: Bool
    ) -> Theme {
        let source = survey.themes[number]
        let reviewed = ReviewedTheme(
            id: survey.themes.name(number), name: source.manifest?.name ?? survey.themes.name(number),
            version: source.manifest?.version, prefix: source.manifest?.imageNamePrefix.string ?? "",
            folder: source.manifest == nil || source.isDefault ? nil : source.folder,
            hasUnreadSettings: source.hasUnreadSettings,
            members: source.manifest?.combinedThemes.map(\.string) ?? [])
        return Theme(
            reviewed: reviewed, chain: survey.themes.chain(of: number).compactMap { numbers[$0] },
            colorOrder: source.manifest?.colorOrder ?? .argb, settings: source.settings,
            settingsFile: source.configPath, places: source.places, isShown: isShown)
    }

    private mutating func addImages(_ inspected: InspectedProject, _ numbers: [Int: Int], jobs: Int) {
        let survey = inspected.survey
        let all = Workers.map(survey.images.files.count, jobs: jobs) { number in
            (
                file: Self.file(number, of: survey, inspected.image(number)),
                theme: survey.images.owner(number).flatMap { numbers[$0] }
            )
        }
        let unassigned = Self.unassignedFiles(findings, known: all.map(\.file.path), inspected)
        arrange(all + unassigned.map { ($0, nil) })
    }

    /// Returns the images that no theme has, because a finding says that their names are wrong.
    private static func unassignedFiles(
        _ findings: [Finding], known: [String], _ inspected: InspectedProject
    ) -> [ReviewedFile] {
        let rules: Set<Rule> = [.namePrefix, .nameAmbiguous, .nameClash, .namePortable]
        let relevant = findings.filter { rules.contains($0.rule) }
        guard !relevant.isEmpty else { return [] }
        // A path can be a duplicate of another one in Unicode's eyes, so paths are compared as bytes.
        var paths = Set(known.map { Array($0.utf8) })
        return relevant.compactMap { finding in
            guard paths.insert(Array(finding.path.utf8)).inserted,
                let name = ImageFileName(finding.path.lastPathComponent),
                let image = inspected.unassignedImage(at: finding.path)
            else { return nil }
            return ReviewedFile(
                path: finding.path, source: .file(inspected.survey.project.join(finding.path)), scale: name.scale,
                owner: finding.theme, size: image.size, byteCount: image.content?.length,
                digest: image.content?.digest, damage: image.content == nil ? image.error?.message : nil)
        }
    }

    private static func file(
        _ number: Int, of survey: ProjectSurvey, _ image: InspectedProject.Image
    ) -> ReviewedFile {
        let file = survey.images.files[number]
        let location = survey.images.location(number)
        let owner = survey.images.owner(number).map { survey.themes.name($0) }
        let length =
            image.content?.length ?? survey.project.fileSystem.stamp(of: location).map { Int(clamping: $0.size) }
        return ReviewedFile(
            path: survey.images.path(number), source: .file(location), name: file.variant.name,
            scale: file.variant.scale, owner: owner, size: image.size, byteCount: length,
            digest: image.content?.digest,
            damage: image.content == nil ? image.error?.message ?? "cannot be read" : nil, meanColor: image.meanColor)
    }
}
