// swift-tools-version: 6.2
import PackageDescription

// Small programs whose sizes `make sizes` compares.
let package = Package(
    name: "themepack-sizes",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "themepack", path: "../..")
    ],
    targets: [
        .executableTarget(name: "Essentials"),
        .executableTarget(name: "Service", dependencies: [.product(name: "ThemeRuntime", package: "themepack")]),
    ],
    swiftLanguageModes: [.v6]
)
