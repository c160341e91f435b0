// swift-tools-version: 6.2
import PackageDescription

// The sources of two apps that look the same. On systems other than Apple's, the targets are empty.
//
// To run one, make an app in Xcode that uses the products ThemeUI and ThemeManagement. Replace its source files by the
// folder of the example and `SampleThemes`, and add the sample's packs, which `themepack build` writes.
let package = Package(
    name: "Apps",
    platforms: [.macOS(.v14), .iOS(.v17), .visionOS(.v1)],
    products: [
        .library(name: "SwiftUIExample", targets: ["SwiftUIExample"]),
        .library(name: "UIKitExample", targets: ["UIKitExample"]),
    ],
    dependencies: [.package(name: "themepack", path: "../..")],
    targets: [
        .target(
            name: "SampleThemes",
            dependencies: [
                .product(name: "ThemeManagement", package: "themepack"),
                .product(name: "ThemeUI", package: "themepack"),
            ],
            path: "SampleThemes"),
        .target(
            name: "SwiftUIExample", dependencies: ["SampleThemes", .product(name: "ThemeUI", package: "themepack")],
            path: "SwiftUIExample"),
        .target(
            name: "UIKitExample", dependencies: ["SampleThemes", .product(name: "ThemeUI", package: "themepack")],
            path: "UIKitExample"),
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
