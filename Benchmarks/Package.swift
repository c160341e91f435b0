// swift-tools-version: 6.2
import PackageDescription

// A package of its own: users of themepack do not need the libraries that it is compared with.
let package = Package(
    name: "themepack-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "themepack", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.0"..<"5.0.0"),
    ],
    targets: [
        .systemLibrary(name: "CLibZip"),
        .systemLibrary(name: "CPhysicsFS"),
        .systemLibrary(name: "CGResource", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),
        // A symbolic link to CountingMalloc of the tests.
        .target(name: "CAllocationCount"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                .product(name: "ThemeManagement", package: "themepack"),
                .product(name: "ThemeDevelopment", package: "themepack"),
                .product(name: "ThemeTrust", package: "themepack"),
                .product(name: "ThemeUpdates", package: "themepack"),
                .product(name: "Crypto", package: "swift-crypto"),
                "CLibZip", "CPhysicsFS", "CGResource", "CAllocationCount",
            ],
            swiftSettings: [
                .treatAllWarnings(as: .error),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
