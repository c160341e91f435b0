// swift-tools-version: 6.2
import PackageDescription

// See docs/decisions/01-modules-in-one-direction.md and
// docs/decisions/02-oldest-systems.md.
let package = Package(
    name: "themepack",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "ThemeRuntime", targets: ["ThemeRuntime"]),
        .library(name: "ThemeManagement", targets: ["ThemeManagement"]),
        .library(name: "ThemeTrust", targets: ["ThemeTrust"]),
        .library(name: "ThemeUI", targets: ["ThemeUI"]),
        .library(name: "ThemeUpdates", targets: ["ThemeUpdates"]),
        .library(name: "ThemeDevelopment", targets: ["ThemeDevelopment"]),
        .library(name: "ThemeManagementTesting", targets: ["ThemeManagementTesting"]),
        .executable(name: "themepack", targets: ["ThemepackCLI"]),
        .plugin(name: "ThemeKeysPlugin", targets: ["ThemeKeysPlugin"]),
        .plugin(name: "themepack-keys", targets: ["ThemeKeysCommand"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.0"..<"5.0.0"),
    ],
    targets: [
        // No `pkgConfig:`: with it, SwiftPM asks every consumer of ThemeRuntime to install libraries that only the
        // packager needs. The module maps link by name, and the Makefile adds Homebrew's prefix.
        .systemLibrary(name: "CPNG"),
        .systemLibrary(name: "CZip"),
        .target(
            name: "CPNGShim", dependencies: ["CPNG"],
            linkerSettings: [.linkedLibrary("png"), .linkedLibrary("z"), .linkedLibrary("deflate")]),

        .target(name: "CThemeSystem"),
        // CryptoKit computes digests on Apple's systems.
        .target(name: "CSHA256"),
        .target(name: "ThemeSystem", dependencies: ["CThemeSystem"]),
        .target(name: "ThemeModel", dependencies: ["ThemeSystem", "CSHA256"]),
        .target(name: "PackFormat", dependencies: ["ThemeModel", "CThemeSystem", "ThemeSystem"]),
        .target(
            name: "ThemeProject", dependencies: ["ThemeModel", "PackFormat", "ThemeSystem"],
            resources: [
                "Schemas/baseline.schema.json", "Schemas/preview.schema.json",
                "Schemas/project.schema.json", "Schemas/report.schema.json", "Schemas/settings.schema.json",
                "Schemas/theme.schema.json",
            ].map { .embedInCode($0) }),
        // The plugins' program runs on the host, so these two link no library that an app does not compile anyway.
        .target(name: "ThemeKeys", dependencies: ["ThemeModel", "PackFormat", "ThemeProject", "ThemeSystem"]),
        .executableTarget(name: "ThemeKeysTool", dependencies: ["ThemeKeys", "ThemeProject", "ThemeSystem"]),
        .plugin(name: "ThemeKeysPlugin", capability: .buildTool(), dependencies: ["ThemeKeysTool"]),
        .plugin(
            name: "ThemeKeysCommand",
            capability: .command(
                intent: .custom(verb: "themepack-keys", description: "Write theme keys to files that are checked in."),
                permissions: [.writeToPackageDirectory(reason: "It writes ThemeKeys.swift into targets.")]),
            dependencies: ["ThemeKeysTool"]),
        .target(
            name: "ThemePackager",
            dependencies: ["ThemeModel", "PackFormat", "ThemeProject", "ThemeSystem", "CPNGShim", "CZip"]),
        .target(
            name: "ThemeReview",
            dependencies: ["ThemeModel", "PackFormat", "ThemeProject", "ThemePackager", "ThemeSystem"],
            resources: [
                "Markup/base.css", "Viewer/viewer.css", "Report/report.css", "Screens/screens.css", "Live/live.css",
                "Viewer/tint.js", "Viewer/viewer.js", "Viewer/comparison.js", "Viewer/filter.js", "Viewer/keys.js",
                "Viewer/boxes.js", "Report/fonts.js", "Screens/screens.js", "Live/live.js",
                "Viewer/grounds.html", "Viewer/viewer.html", "Screens/example.json",
            ].map { .embedInCode($0) }),
        .target(name: "ThemeRuntime", dependencies: ["ThemeModel", "PackFormat", "CThemeSystem", "ThemeSystem"]),
        .target(
            name: "ThemeTrust",
            dependencies: [
                "ThemeModel", "PackFormat", "ThemeRuntime", "ThemeSystem",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .target(name: "ThemeManagement", dependencies: ["ThemeModel", "ThemeRuntime", "ThemeSystem"]),
        // On Linux it has only the cache of decoded images.
        .target(name: "ThemeUI", dependencies: ["ThemeSystem", "ThemeModel", "ThemeManagement"]),
        .target(
            name: "ThemeDevelopment",
            dependencies: ["ThemeSystem", "ThemeModel", "PackFormat", "ThemeProject", "ThemeRuntime"]),
        .target(
            name: "ThemeExchange",
            dependencies: [
                "ThemeModel", "PackFormat", "ThemeProject", "ThemePackager", "ThemeRuntime",
                "ThemeSystem", "CPNGShim",
            ],
            resources: ["Colors/color-names.txt", "Android/java-keywords.txt"].map { .embedInCode($0) }),
        .target(name: "ThemeManagementTesting", dependencies: ["PackFormat", "ThemeManagement"]),
        // Empty but on Linux. Only ThemeUpdates uses it, so no other product needs libcurl.
        .target(name: "CCurlShim", linkerSettings: [.linkedLibrary("curl", .when(platforms: [.linux]))]),
        // A target of its own, because only it uses the network. The tool does not link it.
        .target(
            name: "ThemeUpdates",
            dependencies: [
                "ThemeModel", "PackFormat", "ThemeRuntime", "ThemeManagement", "ThemeTrust",
                "ThemeSystem", "CCurlShim",
            ]),
        .target(
            name: "ThemePublishing",
            dependencies: [
                "ThemeModel", "PackFormat", "ThemeProject", "ThemePackager", "ThemeRuntime",
                "ThemeTrust", "ThemeSystem",
            ]),
        .executableTarget(
            name: "ThemepackCLI",
            dependencies: [
                "ThemeModel", "PackFormat", "ThemeProject", "ThemeKeys", "ThemePackager",
                "ThemeReview", "ThemeRuntime", "ThemeDevelopment", "ThemeExchange", "ThemeTrust",
                "ThemePublishing", "ThemeSystem", "CThemeSystem",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            resources: [.embedInCode("Starter"), .embedInCode("Commands/help.txt")]),

        .target(
            name: "TestSupport",
            dependencies: [
                "ThemeSystem", "ThemeModel", "PackFormat", "ThemeProject", "ThemePackager", "CZlib",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Tests/TestSupport"),
        .target(
            name: "BrowserSupport", dependencies: ["ThemeSystem", "ThemeModel", "TestSupport"],
            path: "Tests/BrowserSupport"),
        .testTarget(
            name: "ThemeModelTests",
            dependencies: [
                "ThemeModel", "CSHA256", "ThemeSystem", "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .testTarget(name: "ThemeSystemTests", dependencies: ["ThemeSystem", "ThemeModel", "TestSupport"]),
        .testTarget(name: "PackFormatTests", dependencies: ["PackFormat", "ThemeSystem", "ThemeModel", "TestSupport"]),
        .testTarget(
            name: "ThemeProjectTests",
            dependencies: ["ThemeProject", "ThemeModel", "ThemeSystem", "TestSupport"]),
        .testTarget(
            name: "ThemeKeysTests",
            dependencies: [
                "ThemeKeys", "ThemeKeysTool", "ThemeProject", "PackFormat", "ThemeSystem", "ThemeModel", "TestSupport",
            ]),
        .testTarget(
            name: "ThemePackagerTests",
            dependencies: [
                "ThemePackager", "ThemeProject", "PackFormat", "ThemeSystem", "ThemeModel", "CPNGShim", "CZip",
                "TestSupport",
                "FuzzTargets",
            ]),
        .testTarget(
            name: "ThemePublishingTests",
            dependencies: [
                "ThemePublishing", "ThemeTrust", "ThemeProject", "PackFormat", "ThemeSystem", "ThemeModel",
                "TestSupport",
            ]),
        .testTarget(
            name: "ThemeReviewTests",
            dependencies: [
                "ThemeReview", "ThemepackCLI", "ThemePackager", "ThemeProject", "PackFormat", "ThemeSystem",
                "ThemeModel",
                "TestSupport", "BrowserSupport",
            ]),
        .testTarget(
            name: "ThemeExchangeTests",
            dependencies: [
                "ThemeExchange", "ThemeDevelopment", "ThemeRuntime", "ThemePackager", "ThemeProject", "PackFormat",
                "ThemeSystem", "ThemeModel", "TestSupport", "BrowserSupport",
            ]),
        .testTarget(
            name: "ThemepackCLITests",
            dependencies: [
                "ThemepackCLI", "ThemeRuntime", "ThemeTrust", "PackFormat", "ThemeSystem", "ThemeModel",
                "FuzzTargets", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(
            name: "InteropTests",
            dependencies: [
                "ThemepackCLI", "ThemeManagement", "ThemeRuntime", "ThemeReview", "ThemeProject", "ThemeSystem",
                "ThemeModel", "PackFormat", "TestSupport",
            ],
            exclude: ["Readers"]),
        .testTarget(
            name: "PublicAPITests", dependencies: ["ThemeDevelopment", "ThemeManagement", "ThemeModel"],
            packageAccess: false),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "ThemeUI", "ThemeManagement", "ThemeDevelopment", "ThemeTrust",
                "ThemeUpdates", "TestSupport",
            ],
            exclude: ["Snippets/MainActor"], packageAccess: false),
        // A target of its own, because isolation by default is a setting of a whole target.
        .testTarget(
            name: "MainActorTests", dependencies: ["ThemeManagement"],
            path: "Tests/DocumentationTests/Snippets/MainActor", packageAccess: false),
        .systemLibrary(name: "CZlib", path: "Tests/CZlib"),
        .target(name: "CountingMalloc", path: "Tests/CountingMalloc"),
        // libpng as other programs use it.
        .target(name: "CPlainPNG", dependencies: ["CPNG"], path: "Tests/CPlainPNG"),
        .testTarget(
            name: "ThemeRuntimeTests",
            dependencies: [
                "ThemeRuntime", "ThemeDevelopment", "ThemeReview", "ThemePackager", "ThemeProject", "PackFormat",
                "ThemeSystem", "ThemeModel", "TestSupport", "CountingMalloc", "FuzzTargets",
            ]),
        .testTarget(
            name: "ThemeDevelopmentTests",
            dependencies: [
                "ThemeDevelopment", "ThemeRuntime", "ThemePackager", "ThemeProject", "PackFormat", "ThemeSystem",
                "ThemeModel",
                "TestSupport",
            ]),
        .testTarget(
            name: "ThemeTrustTests",
            dependencies: [
                "ThemeTrust", "ThemeRuntime", "ThemePackager", "PackFormat", "ThemeSystem", "ThemeModel", "TestSupport",
            ],
            exclude: ["Judges/sshsig.py"]),
        .testTarget(
            name: "ThemeUpdatesTests",
            dependencies: [
                "ThemeUpdates", "PackFormat", "ThemeTrust", "ThemeManagement", "ThemeRuntime",
                "ThemeReview", "ThemeModel", "ThemeProject", "ThemeSystem", "TestSupport",
            ],
            exclude: ["Readers"]),
        .testTarget(name: "ThemeUITests", dependencies: ["ThemeUI", "ThemeSystem", "ThemeModel", "TestSupport"]),
        .testTarget(
            name: "ThemeManagementTests",
            dependencies: [
                "ThemeManagement", "ThemeManagementTesting", "ThemeDevelopment", "ThemeProject",
                "ThemeSystem", "ThemeModel", "TestSupport",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// A target uses targets of its own floor that are declared before it, and of the floors before that one.
let floors = [
    ("C", ["CPNG", "CPNGShim", "CZip", "CThemeSystem", "CSHA256", "CCurlShim"]),
    ("Core", ["ThemeSystem", "ThemeModel", "PackFormat"]),
    ("App", ["ThemeRuntime", "ThemeManagement", "ThemeManagementTesting", "ThemeUI"]),
    ("Delivery", ["ThemeTrust", "ThemeUpdates"]),
    (
        "Tool",
        [
            "ThemeProject", "ThemeDevelopment", "ThemeKeys", "ThemeKeysTool", "ThemePackager", "ThemeReview",
            "ThemeExchange", "ThemePublishing", "ThemepackCLI",
        ]
    ),
]
for (floor, names) in floors {
    for target in package.targets where names.contains(target.name) { target.path = "Sources/\(floor)/\(target.name)" }
}

// The fuzz targets use internals of the libraries, so they compile only with `-enable-testing`. As a test target they
// are built only for tests; as a plain target they would break `swift build -c release`.
let fuzzes = Context.environment["THEMEPACK_FUZZ"] != nil
let fuzzDependencies: [Target.Dependency] = [
    "ThemeSystem", "ThemeModel", "PackFormat", "ThemeProject", "ThemePackager",
    "ThemeRuntime", "ThemeTrust", "CPNGShim", "CPlainPNG", "CZlib", "TestSupport", "CountingMalloc",
]
package.targets.append(
    fuzzes
        ? .target(name: "FuzzTargets", dependencies: fuzzDependencies, path: "Tests/FuzzTargets")
        : .testTarget(name: "FuzzTargets", dependencies: fuzzDependencies, path: "Tests/FuzzTargets"))
if fuzzes {
    // `make fuzz` links it with `--sanitize fuzzer`, which has its `main`.
    package.targets.append(.executableTarget(name: "Fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz"))
}

// `make` sets it. In a package that depends on this one, swiftbuild rejects `-warnings-as-errors`, because it adds
// `-suppress-warnings`.
let strict: [SwiftSetting] = Context.environment["THEMEPACK_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]
let cTargets: Set = ["CThemeSystem", "CSHA256", "CPNGShim", "CCurlShim", "CountingMalloc", "CPlainPNG"]
// Without -O2, SHA-256 takes a tenth of the tests' time. Undefined behavior ends every test that meets it; `make
// sanitize` says where it is. SwiftPM refuses such flags only in packages of other places.
for target in package.targets where cTargets.contains(target.name) && !strict.isEmpty {
    let flags = ["-O2", "-fsanitize=undefined", "-fsanitize-trap=undefined"]
    target.cSettings = [.unsafeFlags(flags, .when(configuration: .debug))]
}

for target in package.targets where ![.system, .plugin].contains(target.type) && !cTargets.contains(target.name) {
    target.swiftSettings =
        strict + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
        ]
}

// The compiler's check of its own output and information for debuggers take a sixth of the time of a build. Symbols
// still name functions. Macros of tests are expanded once in each batch of files, so all files of a test target are one
// batch.
let lean = ["-Xfrontend", "-disable-llvm-verify", "-Xfrontend", "-gnone"]
let leanTests = lean + ["-driver-batch-count", "1"]
for target in package.targets where !strict.isEmpty && target.swiftSettings != nil {
    let flags = target.type == .test ? leanTests : lean
    target.swiftSettings?.append(.unsafeFlags(flags, .when(configuration: .debug)))
}

for target in package.targets where target.name == "MainActorTests" {
    target.swiftSettings?.append(.defaultIsolation(MainActor.self))
}

for target in package.targets where target.name == "Fuzz" {
    target.swiftSettings?.append(.unsafeFlags(["-parse-as-library"]))
}
