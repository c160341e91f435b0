import Foundation
import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemePackager

@Suite("Hints")
struct HintTests {
    /// A project with a mistake.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let project: ProjectFiles
    }

    private static func mistake(_ name: String, _ change: (inout ProjectFiles) -> Void) -> Mistake {
        Mistake(testDescription: name, project: .sound.with(change))
    }

    /// Names of an image of `year` without its prefix, and of a default.
    private static let names =
        NearMissTests.names.map(\.written) + [
            "Group 12.png", "@2x.png", ".png", "buttno.png", "button_year.png", "button@2x_year.png", "year_.png",
            "2.0x/button.png", "button@2x/button.png", "but\u{202F}ton.png", "xmas_button.png", "button@2.5x.png",
            "button_2x copy.png", "\u{A0}button.png", "other (1).png",
        ]

    static let mistakes: [Mistake] =
        names.flatMap { name in
            ["assets/common/", "themes/year/common/", "themes/year/common/year_", "themes/plain/common/"].flatMap {
                root in
                [false, true].map { isTaken in
                    mistake("\(root)\(name)\(isTaken ? "" : ", alone")") { project in
                        if root.contains("plain") {
                            project["themes/plain/theme.json"] = #"{"id": "plain", "version": "1.0.0"}"#
                        }
                        if !isTaken {
                            for path in project.files.keys where path.hasPrefix("themes/year/common/") {
                                project.files[path] = nil
                            }
                        }
                        project.files[root + name] = PNGFile(44, 22, shade: 0x33).bytes
                    }
                }
            }
        }
        + ["config.yaml", "config.plist", "colors.json", "notes.txt", ".env"].flatMap { name in
            [true, false].map { hasConfig in
                mistake("\(name), \(hasConfig ? "beside" : "without") settings") {
                    $0["themes/year/\(name)"] = "{}"
                    if !hasConfig {
                        $0["themes/year/config.json"] = nil
                        $0["themes/year/theme.json"] =
                            #"{"id": "year", "version": "1.2.0", "imageNamePrefix": "year_"}"#
                    }
                }
            }
        }
        + [
            "id", "name", "version", "imageNamePrefix", "extends", "config", "resources", "activeFrom", "priority",
            "for",
        ]
        .map { member in
            mistake("\(member): null") { project in
                var members = ["id": "\"year\"", "version": "\"1.2.0\"", "imageNamePrefix": "\"year_\""]
                members[member] = "null"
                project["themes/year/theme.json"] =
                    "{" + members.map { "\"\($0.key)\": \($0.value)" }.sorted().joined(separator: ",\n") + "}"
            }
        }
        + ["assets", "themes", "ignore", "limits", "rules", "exemptions"].map { member in
            mistake("\(member): null in themepack.json") { $0["themepack.json"] = "{\"\(member)\": null}" }
        }
        + ["themes/year copy", "themes/Year", "themes/new year"].map { folder in
            mistake(folder) { project in
                for (path, bytes) in project.files where path.hasPrefix("themes/year/") {
                    project.files["\(folder)/\(path.dropFirst(12))"] = bytes
                }
            }
        }
        + (BadConfigurationTests.manifests + BadConfigurationTests.members).map { input in
            mistake(input.name, input.spoil)
        }

    @Test("RR4 A hint leads to no other finding", arguments: mistakes)
    func followed(_ mistake: Mistake) throws {
        let before = try Self.findings(mistake.project)
        for finding in before {
            // Of two names that clash, one was to be renamed anyhow.
            let clashes = before.contains { $0.rule == .nameClash && $0.path.lowercased() == finding.path.lowercased() }
            guard !clashes, let followed = HintFollower(finding, in: mistake.project).project else { continue }
            let after = try Self.findings(followed)
            let places = Set(before.map(Self.place))
            let new = after.filter { !places.contains(Self.place($0)) }
            #expect(new.map(\.line) == [], "\(finding.line): \(finding.hint ?? "")")
            #expect(!after.contains(finding), "\(finding.line): \(finding.hint ?? "")")
        }
    }

    private static func place(_ finding: Finding) -> [String] {
        [finding.rule.rawValue, finding.path, finding.key ?? "", finding.message]
    }

    /// Without what a smaller set of images leaves out.
    private static func findings(_ project: ProjectFiles) throws -> [Finding] {
        do {
            return try project.verify().filter {
                ![.imageScaleMissing, .imageIdentical, .imageScale].contains($0.rule)
            }
        } catch let error as UserError {
            return [
                Finding(
                    .themeManifest, path: Project.fileName, error.message, hint: error.hint
                )
            ]
        }
    }
}

/// A project after somebody has done what a hint says; none if the hint names no file, member or folder.
struct HintFollower {
    private(set) var project: ProjectFiles?

    init(_ finding: Finding, in before: ProjectFiles) {
        guard let hint = finding.hint else { return }
        var project = before
        let folder = finding.path.parentFolder
        if let key = finding.key, !key.contains(".") {
            guard hint.hasPrefix("remove the key") || hint.hasPrefix("did you mean '"),
                var members = try? JSONSerialization.jsonObject(with: Data(project.files[finding.path] ?? []))
                    as? [String: Any]
            else { return }
            let value = members.removeValue(forKey: key)
            if let name = Self.quoted(hint, after: "did you mean '") {
                if finding.message.hasPrefix("there is no key") { members[name] = value } else { members[key] = name }
            }
            guard let data = try? JSONSerialization.data(withJSONObject: members) else { return }
            project.files[finding.path] = Array(data)
        } else if hint.hasPrefix("there is '") || hint.contains("and remove it") {
            guard project.files.removeValue(forKey: finding.path) != nil else { return }
        } else if let members = hint.hasPrefix("create it: ") ? hint.dropFirst(11) : nil {
            project[finding.path] = String(members)
        } else if let name = ["did you mean '", "rename it to '", "export it as '", "move it to '"].lazy.compactMap({
            Self.quoted(hint, after: $0)
        }).first, project.files[finding.path] != nil, name.hasSuffix(".png") {
            let target = name.contains("/") ? name : "\(folder)/\(name)"
            project.files[finding.path] = nil
            // The image is exported in the size of its scale.
            let scale = Int(ImagePath(target)?.scale.factor ?? 1)
            guard project.files.updateValue(PNGFile(44 * scale, 22 * scale, shade: 0x33).bytes, forKey: target) == nil
            else {
                Issue.record("'\(hint)' replaces \(target)")
                return
            }
        } else if hint.contains("under \"ignore\"") {
            guard project["themepack.json"] == nil else { return }
            project["themepack.json"] = "{\"ignore\": [\"\(finding.path)\"]}"
        } else {
            return
        }
        self.project = project
    }

    private static func quoted(_ text: String, after start: String) -> String? {
        guard let range = text.range(of: start), let end = text[range.upperBound...].firstIndex(of: "'") else {
            return nil
        }
        return String(text[range.upperBound..<end])
    }
}
