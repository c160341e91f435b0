import ArgumentParser
import ThemeModel
import ThemeRuntime

/// What `explain` and `resolve` take: an image's name, and the packs to ask.
struct MountedOptions: ParsableArguments {
    @Argument(help: "Logical name of an image, such as common/buttonImage.")
    var name: String

    @Argument(
        help: "Packs: the default theme's, and those of the themes to ask.", completion: .file(extensions: ["zip"]))
    var packs: [String]

    @Option(help: ArgumentHelp("Id of the theme in force. (default: that of the last pack)", valueName: "id"))
    var theme: String?

    @Option(help: ArgumentHelp("Scale to ask for, 1 to 9.", valueName: "n"))
    var scale = 1

    func validate() throws {
        guard Scale(scale) != nil else { throw ValidationError("--scale takes a number from 1 to 9") }
        guard !packs.isEmpty else { throw ValidationError("name at least one pack") }
    }

    var requestedScale: Scale { Scale(scale) ?? .one }

    /// Mounts the packs and finds the theme.
    func mount() throws -> Theme {
        var known: [String] = []
        let library: ThemeLibrary
        do throws(ThemeError) {
            var mounted: [ThemePack] = []
            for path in packs { mounted.append(try ThemePack(mounting: path)) }
            known = mounted.map(\.theme.id.string)
            let base = mounted.first { $0.theme.id == .default } ?? mounted[0]
            library = try ThemeLibrary(default: base)
            for pack in mounted where pack !== base { try library.add(pack) }
        } catch {
            throw Failure(error)
        }
        let wanted = theme ?? known.last ?? ThemeID.default.string
        if let id = try? ThemeID(wanted), let theme = library.theme(id) { return theme }
        let near = NearMiss.suggestion(for: wanted, among: known).map { "did you mean '\($0)'?" }
        throw Failure("no pack has the theme '\(wanted)'", hint: near ?? "themes are \(known.joined(separator: ", "))")
    }
}

extension Failure {
    init(_ error: ThemeError) {
        self.init([error.place, error.reason].compactMap { $0 }.joined(separator: ": "), hint: error.hint)
        path = error.path.map(Console.relative)
    }
}
