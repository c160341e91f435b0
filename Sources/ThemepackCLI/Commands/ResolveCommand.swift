import ArgumentParser
import ThemeProject
import ThemeRuntime

struct ResolveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(help: "resolve")

    @OptionGroup var lookUp: LookUpOptions

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Where the image is written.", valueName: "file"), completion: .file())
    var output: String?

    @OptionGroup var folderOptions: FolderOptions

    func validate() throws {
        guard output?.isEmpty != true else { throw ValidationError("-o takes a file; its path is empty") }
    }

    func run() throws {
        try folderOptions.enter()
        let place = try output.map { try OutputPlace(file: $0, for: "an image", acceptsStreams: true) }
        let theme = try lookUp.mount()
        guard let image = try theme.image(named: lookUp.name, at: lookUp.requestedScale) else {
            if let value = try theme.setting(SettingKey(lookUp.name))?.value { return try write(value, to: place) }
            Console.printError("error: no theme of the chain has '\(Console.printable(lookUp.name))'\n")
            throw ExitCode(1)
        }
        guard output != nil || isatty(STDOUT_FILENO) == 0 else {
            throw UserError(
                "'\(lookUp.name)' is an image, and standard output is a terminal",
                hint: "name a file with -o, or send the output to a file or a program")
        }
        try write(image.bytes().data, to: place)
    }

    private func write(_ value: SettingValue, to place: OutputPlace?) throws {
        guard case .string(let text) = value else { return try write(Data(Console.json(value).utf8), to: place) }
        // Other programs need the text as it is; a terminal must not obey it.
        let isShown = output == nil && isatty(STDOUT_FILENO) == 1
        try write(Data(((isShown ? Console.printable(lines: text) : text) + "\n").utf8), to: place)
    }

    private func write(_ bytes: Data, to place: OutputPlace?) throws {
        guard let place else { return Console.print(bytes) }
        try place.write(Array(bytes))
    }
}

struct LookUpOptions: ParsableArguments {
    @Argument(
        help: "Logical name of an image, such as common/buttonImage, or path of a setting, such as Color.title.",
        completion: .custom(NameCompletion.imagesAndSettings))
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
        completion: .custom(NameCompletion.themes))
    var theme: [String] = []

    @Option(help: ArgumentHelp("Scale to ask for, 1 to 9.", valueName: "n"))
    var scale = 1

    func validate() throws {
        guard Scale(scale) != nil else { throw ValidationError("--scale takes a number from 1 to 9") }
    }

    var requestedScale: Scale { Scale(scale) ?? .one }

    func mount() throws -> Theme {
        let places = packsAndFolders.isEmpty ? [try ThemeArguments.nearestProject().root] : packsAndFolders
        let mounted = try MountedThemes(places)
        let library = try mounted.library()
        let known = mounted.packs.map(\.theme.id.string)
        let wanted = theme.isEmpty ? [mounted.lastTheme.string] : theme
        let selected = try wanted.map { name in
            if let id = try? ThemeID(name), library.theme(id) != nil { return id }
            let near = NearMiss().suggestion(for: name, among: known).map { "did you mean '\($0)'?" }
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

    /// Explains a name as a setting; `nil` if it is an image's, or if nothing has it and it does not look like one.
    static func setting(_ name: String, in theme: Theme, besides image: Explanation) -> SettingExplanation? {
        guard image.steps.allSatisfy({ $0.variants.isEmpty }) else { return nil }
        let setting = theme.explain(SettingKey(name))
        if setting.steps.contains(where: { $0.value != nil }) { return setting }
        let isPath = name.utf8.contains(UInt8(ascii: ".")) && !name.utf8.contains(UInt8(ascii: "/"))
        return isPath && image.suggestion == nil ? setting : nil
    }
}

extension SettingExplanation {
    var json: SettingValue {
        .members([
            "setting": key.path, "theme": theme, "steps": steps.map(\.json), "value": value,
            "error": error.map { "\($0)" }, "suggestion": suggestion,
        ])
    }
}

extension SettingExplanation.Step {
    fileprivate var json: SettingValue {
        let keyword =
            switch outcome {
            case .chosen: "chosen"
            case .notSet: "notSet"
            case .hidden: "hidden"
            case .notMounted: "notMounted"
            case .broken: "broken"
            }
        return .members([
            "theme": theme, "outcome": keyword, "reason": description, "pack": pack, "value": value,
        ])
    }
}
