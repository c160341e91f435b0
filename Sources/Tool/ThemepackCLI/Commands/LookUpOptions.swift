import ArgumentParser
import ThemeProject
import ThemeRuntime

struct LookUpOptions: ParsableArguments {
    @Argument(
        help: "Logical name of an image, such as common/buttonImage, or path of a setting, such as Color.title.",
        completion: .imagesAndSettings)
    var name: String

    @Argument(
        help: ArgumentHelp(
            """
            Packs, with the default theme's among them; or folders of themes, which bring the themes that they extend; \
            or a project's folder, which brings all of its themes. (default: the nearest project)
            """, valueName: "pack-or-folder"),
        completion: .file(extensions: ["zip"]))
    var packsAndFolders: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            Id of the theme to ask; repeat it for themes of several axes. (default: the theme of the last pack or \
            folder; for a project, 'default')
            """, valueName: "id"),
        completion: .themes)
    var theme: [String] = []

    @Option(help: ArgumentHelp("Scale to ask for, 1 to 9.", valueName: "n"))
    var scale = 1

    func validate() throws {
        guard Scale(scale) != nil else { throw ValidationError("--scale takes a number from 1 to 9") }
    }

    var requestedScale: Scale { Scale(scale) ?? .one }

    func mount() throws -> Theme {
        let places = packsAndFolders.isEmpty ? [try ThemeArguments.nearestProject().root] : packsAndFolders
        let mounted = try MountedThemes(places, lookingUp: name)
        let library = try mounted.library()
        let known = mounted.packs.map(\.theme.id.string)
        let wanted = theme.isEmpty ? [mounted.lastTheme.string] : theme
        let selected = try wanted.map { name in
            if let id = try? ThemeID(name), library.theme(id) != nil { return id }
            let near = NearMiss().question(for: name, among: known)
            throw UserError(
                "no pack has the theme '\(name)'", hint: near ?? "the themes are \(known.joined(separator: ", "))"
            ).asWrongUsage
        }
        do throws(ThemeError) {
            // Without its members, a combination answers by itself.
            if selected.count == 1, let theme = library.theme(selected[0]) { return theme }
            if let theme = try library.snapshot.theme(selecting: selected) { return theme }
            throw .notMounted(selected[0])
        } catch {
            throw UserError(error.reason, hint: error.hint).asWrongUsage
        }
    }

    /// Prints a hint if no image or setting has the name, but a resource.
    func hintAtResource(in theme: Theme) throws {
        guard try theme.resource(ResourceKey(name)) != nil else { return }
        Console.note("hint: it is a resource; only images and settings can be looked up here")
    }

    /// Prints a hint if an image or a setting has a similar name.
    func hintAtSimilarName(in theme: Theme) {
        let near = theme.suggestion(forImageNamed: name) ?? theme.suggestion(forSetting: SettingKey(name))
        if let near { Console.note("hint: did you mean '\(near)'?") }
    }

    /// Prints a hint if a setting has the name of the image that was found: images come first.
    func hintAtSetting(in theme: Theme) {
        guard theme.explain(SettingKey(name)).steps.contains(where: { $0.value != nil }) else { return }
        Console.note("hint: a setting has the same name; this is the image")
    }

    /// Explains a name as a setting; `nil` if it is an image's, or if nothing has it and it does not look like one.
    static func setting(_ name: String, in theme: Theme, besides image: Explanation) -> SettingExplanation? {
        guard image.steps.allSatisfy({ $0.variants.isEmpty }) else { return nil }
        let setting = theme.explain(SettingKey(name))
        if setting.steps.contains(where: { $0.value != nil }) { return setting }
        let isPath = name.utf8.contains(UInt8(ascii: ".")) && !name.utf8.contains(UInt8(ascii: "/"))
        return isPath && image.suggestion == nil ? setting : nil
    }
}
