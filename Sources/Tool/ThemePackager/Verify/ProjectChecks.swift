import ThemeProject

/// All checks of a project. Each takes what was read and inspected, and returns findings; none changes it.
///
/// ``ReleaseCheck`` compares the themes with released packs later, and ``ProjectRun`` with the folder of packs.
enum ProjectChecks {
    private typealias Check = @Sendable (ProjectInspection, _ jobs: Int) -> [Finding]

    private static let all: [Check] = [
        // Names, places, kinds of files, `theme.json`, patterns: found while the project was read.
        { inspection, _ in inspection.survey.findings + inspection.resourceFindings },
        // Types, colors, keys, states, contrast, and what settings name.
        { inspection, _ in inspection.survey.settingsFindings() },
        { inspection, jobs in TemplateCheck(inspection.survey).findings(jobs: jobs) },
        // Defects of images, and images compared with their defaults and their other scales.
        { inspection, _ in ThemeComparison(inspection: inspection).findings() },
        { inspection, _ in PackCapacity(inspection: inspection).findings() },
        { inspection, _ in CapInsetsCheck(inspection: inspection).findings() },
        { inspection, jobs in DuplicateCheck(inspection: inspection).findings(jobs: jobs) },
    ]

    static func findings(of inspection: ProjectInspection, jobs: Int) -> [Finding] {
        all.flatMap { $0(inspection, jobs) }
    }
}
