// swift-tools-version: 6.2
import PackageDescription

// A package of its own, which depends on the libraries as an app does.
let package = Package(
    name: "Examples",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "themepack", path: "..")],
    targets: [
        .executableTarget(
            name: "Catalogue", dependencies: [.product(name: "ThemeRuntime", package: "themepack")], path: "Catalogue"),
        .executableTarget(
            name: "Switcher", dependencies: [.product(name: "ThemeManagement", package: "themepack")],
            path: "Switcher"),
        .executableTarget(
            name: "Follower",
            dependencies: [
                .product(name: "ThemeManagement", package: "themepack"),
                .product(name: "ThemeUpdates", package: "themepack"),
            ], path: "Follower"),
        .testTarget(
            name: "ExamplesTests",
            dependencies: ["Catalogue", "Switcher", .product(name: "ThemeManagement", package: "themepack")],
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
