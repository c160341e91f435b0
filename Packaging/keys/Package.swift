// swift-tools-version: 6.2
import PackageDescription

// The plugin of themepack with its program compiled, so that a package that uses it compiles nothing for it. The release
// of themepack writes this package; ThemeKeysPlugin of themepack itself builds the program from source.
let package = Package(
    name: "themepack-keys",
    products: [.plugin(name: "ThemeKeysBinaryPlugin", targets: ["ThemeKeysBinaryPlugin"])],
    targets: [
        .binaryTarget(name: "ThemeKeysBinary", BUNDLE),
        .plugin(
            name: "ThemeKeysBinaryPlugin", capability: .buildTool(), dependencies: ["ThemeKeysBinary"],
            path: "Plugins/ThemeKeysPlugin"),
    ]
)
