// swift-tools-version: 6.2
import PackageDescription

// A package of its own. Its plugin generates the keys of the theme in the target's folder.
let package = Package(
    name: "TypedKeys",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "themepack", path: "../..")],
    targets: [
        .executableTarget(
            name: "TypedKeys", dependencies: [.product(name: "ThemeDevelopment", package: "themepack")],
            plugins: [.plugin(name: "ThemeKeysPlugin", package: "themepack")])
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
