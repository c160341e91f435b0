// swift-tools-version: 6.2
import PackageDescription

// Small programs whose sizes `make sizes` compares.
let package = Package(
    name: "themepack-sizes",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "themepack", path: "../.."),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.0"..<"5.0.0"),
    ],
    targets: [
        .executableTarget(name: "Essentials"),
        .executableTarget(
            name: "EssentialsAndCrypto", dependencies: [.product(name: "Crypto", package: "swift-crypto")]),
        .executableTarget(name: "Service", dependencies: [.product(name: "ThemeRuntime", package: "themepack")]),
    ],
    swiftLanguageModes: [.v6]
)
