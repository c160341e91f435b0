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
        + (BadConfigurationTests.manifests + BadConfigurationTests.members + BadConfigurationTests.configs).map {
            mistake($0.name, $0.spoil)
        }
        + (MistakeTests.ofImages + MistakeTests.ofSettings).map {
            Mistake(testDescription: $0.name, project: Brands.sound.with($0.change))
        }
        + [Mistake(testDescription: "the fixture of a broken theme", project: fixture)]

    private static let fixture: ProjectFiles = {
        var project = ProjectFiles()
        let root = "\(Tool.repository)/Tests/Fixtures/broken-theme"
        for path in FileManager.default.subpaths(atPath: root) ?? [] where !path.hasPrefix(".") {
            project.files[path] = FileManager.default.contents(atPath: "\(root)/\(path)").map(Array.init)
        }
        return project
    }()

    @Test("RR4 A hint leads to no other finding", arguments: mistakes)
    func followed(_ mistake: Mistake) throws {
        let before = try Self.findings(mistake.project)
        for finding in before {
            // One of two clashing names is to be renamed anyhow.
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
    private let finding: Finding
    private let hint: String

    init(_ finding: Finding, in before: ProjectFiles) {
        self.finding = finding
        hint = finding.hint ?? ""
        var project = before
        let isFollowed = if let key = finding.key { edit(key, in: &project) } else { changeFile(in: &project) }
        if isFollowed { self.project = project }
    }

    private func edit(_ key: String, in project: inout ProjectFiles) -> Bool {
        var path = finding.path
        var keys = key.split(separator: ".").map(String.init)
        var members = Self.members(of: path, in: project)
        let meant = Self.quoted(hint, after: "did you mean '")
        let value = Self.remove(keys, from: &members)
        if hint.contains("set \"colorOrder\": \"rgba\" in theme.json") {
            path = "\(path.parentFolder)/theme.json"
            members = Self.members(of: path, in: project)
            Self.set("rgba", ["colorOrder"], in: &members)
        } else if hint.hasPrefix("remove the key") {
            guard value != nil else { return false }
        } else if let meant, let value, finding.message.contains(/(no key|not know this key)/) {
            // The last key, or the whole path.
            keys = (meant.contains(".") ? [] : keys.dropLast()) + meant.split(separator: ".").map(String.init)
            Self.set(value, keys, in: &members)
        } else if let meant, let value = value as? String {
            Self.set(value.hasPrefix("{") ? value.replacing(/{.*}/, with: meant) : meant, keys, in: &members)
        } else if let number = hint.firstMatch(of: /^write (\S+), without quotes/).flatMap({ Double($0.1) }) {
            Self.set(number, keys, in: &members)
        } else if let member = hint.firstMatch(of: /write "(\w+)": "([^"]*)"/) {
            Self.set(String(member.2), [String(member.1)], in: &members)
        } else {
            return false
        }
        guard let data = try? JSONSerialization.data(withJSONObject: members) else { return false }
        project.files[path] = Array(data)
        return true
    }

    private static func members(of path: String, in project: ProjectFiles) -> [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(project.files[path] ?? []))) as? [String: Any] ?? [:]
    }

    private static func remove(_ keys: [String], from members: inout [String: Any]) -> Any? {
        guard let first = keys.first else { return nil }
        guard keys.count > 1 else { return members.removeValue(forKey: first) }
        guard var inner = members[first] as? [String: Any] else { return nil }
        defer { members[first] = inner.isEmpty ? nil : inner }
        return remove(Array(keys.dropFirst()), from: &inner)
    }

    private static func set(_ value: Any, _ keys: [String], in members: inout [String: Any]) {
        guard keys.count > 1 else { return members[keys[0]] = value }
        var inner = members[keys[0]] as? [String: Any] ?? [:]
        set(value, Array(keys.dropFirst()), in: &inner)
        members[keys[0]] = inner
    }

    private func changeFile(in project: inout ProjectFiles) -> Bool {
        let folder = finding.path.parentFolder
        let names = ["did you mean '", "rename it to '", "export it as '", "move it to '"]
        if hint.contains(/^there is '|and remove it|^keep one of them|^remove it from the tree/) {
            return project.files.removeValue(forKey: finding.path) != nil
        } else if hint.hasPrefix("create it: ") {
            project[finding.path] = String(hint.dropFirst(11))
        } else if let move = hint.firstMatch(of: /^move '(.*)' to '(.*)'$/) {
            for (path, bytes) in project.files where path.hasPrefix("\(move.1)/") {
                project.files[path] = nil
                project.files["\(move.2)\(path.dropFirst(move.1.count))"] = bytes
            }
        } else if let name = names.lazy.compactMap({ Self.quoted(hint, after: $0) }).first, name.hasSuffix(".png"),
            let bytes = project.files.removeValue(forKey: finding.path)
        {
            let target = name.contains("/") ? name : "\(folder)/\(name)"
            guard project.files[target] == nil else {
                Issue.record("'\(hint)' replaces \(target)")
                return false
            }
            project.files[target] = Self.export(bytes, as: target, in: project)
        } else if hint.contains("under \"ignore\"") {
            guard project["themepack.json"] == nil else { return false }
            project["themepack.json"] = "{\"ignore\": [\"\(finding.path)\"]}"
        } else {
            return false
        }
        return true
    }

    /// The image in the size of the default that it replaces.
    private static func export(_ bytes: [UInt8], as path: String, in project: ProjectFiles) -> [UInt8] {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let own = "/" + (name.firstMatch(of: /^[^_]*_(.*)/).map { String($0.1) } ?? name)
        let defaults = project.files.filter { $0.key.hasPrefix("assets/") && $0.key.hasSuffix(own) }.values
        guard let header = defaults.first?.dropFirst(16).prefix(8), header.count == 8 else {
            let scale = Int(ImagePath(path)?.scale.factor ?? 1)
            return PNGFile(44 * scale, 22 * scale, shade: 0x33).bytes
        }
        let size = [header.prefix(4), header.suffix(4)].map { $0.reduce(0) { $0 << 8 | Int($1) } }
        return bytes.dropFirst(16).prefix(8) == header ? bytes : PNGFile(size[0], size[1], shade: 0x33).bytes
    }

    private static func quoted(_ text: String, after start: String) -> String? {
        guard let range = text.range(of: start), let end = text[range.upperBound...].firstIndex(of: "'") else {
            return nil
        }
        return String(text[range.upperBound..<end])
    }
}
