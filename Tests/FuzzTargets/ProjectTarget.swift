import TestSupport

@testable import ThemeModel
@testable import ThemePackager
@testable import ThemeProject
@testable import ThemeRuntime

/// A small project with any bytes as one of its text files. Without errors it is packed, and the runtime reads it.
struct ProjectTarget {
    let path: String

    func run(_ bytes: [UInt8]) throws {
        var files = PackSeeds.small
        files.files[path] = bytes
        if path.hasSuffix(".plist") { files.files["themes/year/config.json"] = nil }
        if path.hasSuffix(".plist") {
            files["themes/year/theme.json"] = files["themes/year/theme.json"]?.replacing(
                "config.json", with: "config.plist")
        }
        guard let project = try? Project(at: ProjectFiles.root, in: files.memory),
            let verification = try? ProjectRun(of: project, .everything, jobs: 1).verifyForPackaging()
        else { return }
        for finding in verification.findings where finding.message.isEmpty {
            throw FuzzTarget.Violation("a finding of \(finding.rule) says nothing")
        }
        guard !verification.has(.error) else { return }
        for (theme, pack) in zip(verification.themes, try PackSeeds.built(project)) {
            let mounted: ThemePack
            let settings: Settings?
            do throws(ThemeError) {
                mounted = try ThemePack(copying: pack, path: "fuzz")
                settings = try mounted.storedSettings()
            } catch {
                throw FuzzTarget.Violation("what was verified cannot be mounted: \(error)")
            }
            guard settings == theme.settings else {
                throw FuzzTarget.Violation(
                    "the runtime reads \(settings as Any), verified was \(theme.settings as Any)")
            }
            let findings = pack.withUnsafeBytes { PackVerifier(jobs: 1).verify($0, path: "fuzz") }.findings
            if let finding = findings.first { throw FuzzTarget.Violation("what was built is not sound: \(finding)") }
        }
    }

    static func seeds(_ target: FuzzTarget) -> [[UInt8]] {
        switch target {
        case .manifest:
            [PackSeeds.small["themes/year/theme.json"] ?? ""].map { Array($0.utf8) }
                + RepositorySample.texts(named: "theme.json")
        case .config:
            [
                ProjectFiles.defaultConfig, #"{"Color": {"title": "rgba(1, 2, 3, 0.5)"}, "super": "default"}"#,
                #"{"Font": "\u00e9\ud83d\ude00\n", "Metrics": {"radius": -1.5e-7}, "List": [[], {}, null, true]}"#,
            ].map { Array($0.utf8) } + RepositorySample.texts(named: "config.json")
        case .plist:
            [
                ProjectFiles.plist,
                "<plist><dict><key>Color</key><dict><key>title</key><string>#FFF</string></dict></dict></plist>",
            ].map { Array($0.utf8) }
        default:
            [
                #"{"assets": "assets", "themes": "themes", "limits": {"configDepth": 40, "imageWidth": 100}}"#,
                #"{"rules": {"image-alpha": "off", "image-scale": "error", "image-identical": "warning"}}"#,
                #"{"exemptions": [{"rule": "image-dimensions", "path": "themes/**/x?*.png", "reason": "r"}]}"#,
            ].map { Array($0.utf8) }
        }
    }
}
