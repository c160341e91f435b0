import ArgumentParser
import ThemeProject
import ThemeRuntime

struct LookUpOptions: ParsableArguments {
    @Argument(
        help: """
            Logical name of an image, such as common/buttonImage, or path of a setting, such as Color.title. The \
            path of an image's file is taken as well.
            """,
        completion: .imagesAndSettings)
    var name: String

    @Argument(
        help: ArgumentHelp(
            """
            Packs, with the default theme's among them; or ids or folders of themes, which bring the themes that they \
            extend; or a project's folder, which brings all of its themes. (default: the nearest project)
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

    @Option(help: ArgumentHelp("Scale to ask for, 1 to 9. (default: that in NAME, else 1)", valueName: "n"))
    var scale: Int?

    func validate() throws {
        guard !name.isEmpty else { throw ValidationError("name an image or a setting; the name is empty") }
        guard scale.map({ Scale($0) != nil }) ?? true else {
            throw ValidationError("--scale takes a number from 1 to 9")
        }
    }

    /// Mounts the themes, and finds the name that apps use for what a person has in hand: a file's path, a name with
    /// its scale, or a name without its folder.
    func lookUp() throws -> LookUp {
        let places = packsAndFolders.isEmpty ? [try ThemeArguments.nearestProject().root] : packsAndFolders
        let mounted = try MountedThemes(places, lookingUp: name)
        let requested = scale.flatMap { Scale($0) }
        let asked = try LookUp(name, at: requested ?? .one, theme, in: mounted)
        guard !asked.hasAnswer, let (meant, owner) = try meaning(for: asked.theme, in: mounted) else { return asked }
        let written = (ImagePath(name) ?? ImagePath(name + ".png"))?.scale ?? .one
        // In a folder, only the image that is looked up is decoded.
        let found = try LookUp(
            meant, at: requested ?? written, theme.isEmpty ? [owner.string] : theme,
            in: MountedThemes(places, lookingUp: meant))
        let isImage = try found.theme.image(ImageKey(meant), scale: found.scale) != nil
        let place = isImage ? " at \(found.scale) in '\(found.theme.id)'" : ""
        Console.note("note: '\(name)' is taken as '\(meant)'\(place)")
        return found
    }

    /// Returns the only name that can be meant, and the theme that has it; `nil` if none can.
    private func meaning(
        for asked: Theme, in mounted: MountedThemes
    ) throws -> (name: String, owner: ThemeID)? {
        let library = try mounted.library()
        let isFile = DiskFileSystem().kind(of: name) == .file
        let owners = isFile ? try ProjectFileArgument(name, in: nil)?.themes?.folders : nil
        let owner = owners?.first.flatMap { try? ThemeID($0) }.flatMap(library.theme)
        // Without dots and the slash at its start, it ends in a name.
        let path = isFile ? String(URL(fileURLWithPath: name).standardizedFileURL.path.dropFirst()) : name
        // A theme that another one extends comes before it, because that one answers with its images.
        let others = mounted.packs.compactMap { library.theme($0.theme.id) }
            .sorted { $0.chain.count < $1.chain.count }
        for candidate in [owner, asked].compactMap(\.self) + others {
            let names = candidate.names(meantBy: path)
            if names.count > 1 {
                let all = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", ..." : "")
                throw UserError("'\(name)' is the end of several names", hint: "name one of \(all)").asWrongUsage
            }
            if let name = names.first { return (name, candidate.id) }
        }
        return nil
    }
}

/// A name, and the mounted theme that is asked for it.
struct LookUp {
    let name: String
    let scale: Scale
    let theme: Theme

    /// - Parameter ids: the selected themes; without any, the last one that was mounted.
    fileprivate init(_ name: String, at scale: Scale, _ ids: [String], in mounted: MountedThemes) throws {
        self.name = name
        self.scale = scale
        let library = try mounted.library()
        let known = mounted.packs.map(\.theme.id.string)
        let selected = try (ids.isEmpty ? [mounted.lastTheme.string] : ids).map { name in
            if let id = try? ThemeID(name), library.theme(id) != nil { return id }
            let near = NearMiss().question(for: name, among: known)
            throw UserError(
                "no pack has the theme '\(name)'", hint: near ?? "the themes are \(known.joined(separator: ", "))"
            ).asWrongUsage
        }
        do throws(ThemeError) {
            // Without its members, a combination answers by itself.
            if selected.count == 1, let theme = library.theme(selected[0]) {
                self.theme = theme
            } else if let theme = try library.snapshot.theme(selecting: selected) {
                self.theme = theme
            } else {
                throw .notMounted(selected[0])
            }
        } catch {
            throw UserError(error.reason, hint: error.hint).asWrongUsage
        }
    }

    /// Whether a theme of the chain has anything of the name, even if it is damaged.
    fileprivate var hasAnswer: Bool {
        do {
            return try theme.image(ImageKey(name), scale: scale) != nil || theme.setting(SettingKey(name)) != nil
                || theme.resource(ResourceKey(name)) != nil
        } catch {
            return true
        }
    }

    /// Prints a hint if no image or setting has the name, but a resource.
    func hintAtResource() throws {
        guard try theme.resource(ResourceKey(name)) != nil else { return }
        Console.note("hint: it is a resource; only images and settings can be looked up here")
    }

    /// Prints a hint if an image or a setting has a similar name.
    func hintAtSimilarName() {
        let near = theme.suggestion(forImageNamed: name) ?? theme.suggestion(forSetting: SettingKey(name))
        if let near { Console.note("hint: did you mean '\(near)'?") }
    }

    /// Prints a hint if a setting has the name of the image that was found: images come first.
    func hintAtSetting() {
        guard theme.explain(SettingKey(name)).steps.contains(where: { $0.value != nil }) else { return }
        Console.note("hint: a setting has the same name; this is the image")
    }

    /// Explains the name as a setting; `nil` if it is an image's, or if nothing has it and it does not look like one.
    func setting(besides image: Explanation) -> SettingExplanation? {
        guard image.steps.allSatisfy({ $0.variants.isEmpty }) else { return nil }
        let setting = theme.explain(SettingKey(name))
        if setting.steps.contains(where: { $0.value != nil }) { return setting }
        let isPath = name.utf8.contains(UInt8(ascii: ".")) && !name.utf8.contains(UInt8(ascii: "/"))
        return isPath && image.suggestion == nil ? setting : nil
    }
}
