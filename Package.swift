// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "themepack",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "ThemeRuntime", targets: ["ThemeRuntime"]),
        .library(name: "ThemeRuntimeTesting", targets: ["ThemeRuntimeTesting"]),
        .library(name: "ThemePackager", targets: ["ThemePackager"]),
        .executable(name: "themepack", targets: ["ThemepackCLI"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.0"..<"5.0.0"),
    ],
    targets: [
        // No `pkgConfig:`, on purpose: with it SwiftPM tells every consumer of ThemeRuntime to install libraries that
        // only the packager needs. The module maps link by name; the Makefile adds Homebrew's prefix where there is one.
        .systemLibrary(name: "CPNG"),
        .systemLibrary(name: "CZip"),
        .systemLibrary(name: "CMalloc"),
        .target(
            name: "CPNGShim", dependencies: ["CPNG"],
            linkerSettings: [.linkedLibrary("png"), .linkedLibrary("z"), .linkedLibrary("deflate")]),

        .target(name: "ThemeModel"),
        .target(
            name: "ThemePackager",
            dependencies: ["ThemeModel", "CPNGShim", "CZip", .product(name: "Crypto", package: "swift-crypto")]),
        .target(
            name: "ThemeRuntime",
            dependencies: ["ThemeModel", .product(name: "Crypto", package: "swift-crypto")]),
        .target(name: "ThemeRuntimeTesting", dependencies: ["ThemeRuntime"]),
        .executableTarget(
            name: "ThemepackCLI",
            dependencies: [
                "ThemePackager", "ThemeRuntime", "CMalloc",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),

        .target(name: "TestSupport", dependencies: ["ThemeModel", "ThemePackager"], path: "Tests/TestSupport"),
        .target(
            name: "FuzzTargets", dependencies: ["ThemePackager", "ThemeRuntime", "CPNGShim", "TestSupport"],
            path: "Tests/FuzzTargets"),
        .testTarget(name: "ThemeModelTests", dependencies: ["ThemeModel"]),
        .testTarget(
            name: "ThemePackagerTests",
            dependencies: ["ThemePackager", "ThemeModel", "CPNGShim", "CZip", "TestSupport"]),
        .testTarget(
            name: "ThemepackCLITests",
            dependencies: ["ThemepackCLI", "ThemeRuntime", "ThemePackager", "ThemeModel", "TestSupport"]),
        .testTarget(
            name: "InteropTests", dependencies: ["ThemepackCLI", "ThemePackager", "ThemeModel", "TestSupport"],
            exclude: ["Readers"]),
        .testTarget(
            name: "PublicAPITests", dependencies: ["ThemePackager", "ThemeRuntime", "ThemeModel"], packageAccess: false),
        .testTarget(name: "DocumentationTests", dependencies: ["ThemeRuntime", "TestSupport"], packageAccess: false),
        .target(name: "CountingMalloc", path: "Tests/CountingMalloc"),
        .testTarget(
            name: "ThemeRuntimeTests",
            dependencies: [
                "ThemeRuntime", "ThemeRuntimeTesting", "ThemePackager", "TestSupport", "CountingMalloc", "FuzzTargets",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// Links only with `--sanitize fuzzer`, which brings its `main`: `make fuzz` asks for it. It is no package of its own, as it
// looks inside of this one.
if Context.environment["THEMEPACK_FUZZ"] != nil {
    package.targets.append(.executableTarget(name: "Fuzz", dependencies: ["FuzzTargets"], path: "Fuzz"))
}

for target in package.targets where target.type != .system && !["CPNGShim", "CountingMalloc"].contains(target.name) {
    target.swiftSettings = [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}

for target in package.targets where target.name == "Fuzz" {
    target.swiftSettings?.append(.unsafeFlags(["-parse-as-library"]))
}
