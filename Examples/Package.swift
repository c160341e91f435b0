// swift-tools-version: 6.2
import PackageDescription

// Depends on the library as an app does: on `ThemeRuntime` alone, and not on the tool that writes packs.
let package = Package(
    name: "Examples",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "themepack", path: "..")],
    targets: [
        .executableTarget(
            name: "Catalogue", dependencies: [.product(name: "ThemeRuntime", package: "themepack")], path: "Catalogue"),
        .executableTarget(
            name: "Switcher", dependencies: [.product(name: "ThemeRuntime", package: "themepack")], path: "Switcher"),
        .testTarget(
            name: "ExamplesTests",
            dependencies: ["Catalogue", "Switcher", .product(name: "ThemeRuntime", package: "themepack")],
            path: "Tests", exclude: ["Expected"]),
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
