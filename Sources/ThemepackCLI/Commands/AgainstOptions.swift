import ArgumentParser
import ThemePackager
import ThemeProject

struct AgainstOptions: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            """
            Compare with released packs: a changed theme needs a higher version, and released themes have to fit the \
            new defaults.
            """, valueName: "dir-or-pack"),
        completion: .file(extensions: ["zip"]))
    var against: [String] = []

    /// `nil` without the option.
    func published(limits: ProjectLimits) throws(UserError) -> PublishedPacks? {
        against.isEmpty ? nil : try PublishedPacks(against, limits: limits)
    }
}
