// swift-tools-version: 6.2
import PackageDescription

// A package of its own, which depends on the libraries as an app does. `swift run Listing` compiles nothing of
// SwiftNIO.
let package = Package(
    name: "Examples",
    platforms: [.macOS(.v15)],
    traits: [.trait(name: "Feed", description: "ThemeService follows a feed, which needs libcurl on Linux.")],
    dependencies: [
        .package(name: "themepack", path: ".."),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .executableTarget(
            name: "Listing", dependencies: [.product(name: "ThemeRuntime", package: "themepack")], path: "Listing"),
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
            dependencies: ["Listing", "Switcher", .product(name: "ThemeManagement", package: "themepack")],
            path: "Tests", exclude: ["Expected"]),
        .executableTarget(
            name: "ThemeService",
            dependencies: [
                .product(name: "ThemeRuntime", package: "themepack"),
                .product(name: "ThemeUpdates", package: "themepack", condition: .when(traits: ["Feed"])),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOExtras", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            path: "Service/Sources"),
        .testTarget(name: "ThemeServiceTests", dependencies: ["ThemeService"], path: "Service/Tests"),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
