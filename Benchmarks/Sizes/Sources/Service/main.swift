import ThemeRuntime

// A minimal service: `Service PACK NAME` prints the length of an image of the default theme.
let arguments = CommandLine.arguments
if arguments.count == 3 {
    let library = try ThemeLibrary(default: ThemePack(mounting: arguments[1]))
    let image = try library.theme(.default)?.image(ImageKey(arguments[2]), scale: .one)
    print(try image?.bytes().count ?? 0)
}
