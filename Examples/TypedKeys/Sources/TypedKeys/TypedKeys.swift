import ThemeDevelopment
import ThemeRuntime

/// Reads images, settings and a resource of two themes by generated keys. A misspelt name does not compile.
@main
enum TypedKeys {
    /// - Parameter arguments: the folder of the themes.
    static func main() throws {
        let project = CommandLine.arguments.dropFirst().first ?? "Sources/TypedKeys/Theme"
        let library = try ThemeLibrary(default: ThemePack(theme: .default, inProject: project))
        try library.add(ThemePack(theme: .year, inProject: project))
        for id in [ThemeID.default, .year] {
            if let theme = library.theme(id) { try describe(theme) }
            print("  is a brand:", library.snapshot.axis(of: id) == .brand)
        }
    }

    private static func describe(_ theme: Theme) throws {
        print(theme.id)
        let button = try theme.image(.Common.buttonImage, scale: .two)
        print("  button:", button?.origin.description ?? "none")
        let title = try theme[.Color.title]
        print("  title:", title?.description ?? "none")
        print("  radius:", theme[.Metrics.radius, default: 4])
        let font = theme[.Font.title, default: ThemeFont(name: nil, size: 17)]
        print("  font:", font.name ?? "system", font.size)
        print("  license:", try theme.resource(.licenseTxt) != nil)
    }
}
