import TestSupport
import Testing

@testable import ThemeModel

@Suite("Settings in their one form")
struct SettingsTests {
    private static func members(_ json: String) throws -> [String: SettingValue] {
        let limits = SettingsLimits(bytes: .max, depth: 32, pathBytes: .max)
        let value = try Array(json.utf8).withUnsafeBytes { try JSONReader.value(of: $0, limits) }
        return try #require(value.object)
    }

    private static func settings(_ json: String) throws -> Settings { Settings(try members(json)) }

    @Test(
        "Nested keys and keys with dots are the same settings",
        arguments: [
            [#"{"a": {"b": 1}}"#, #"{"a.b": 1}"#],
            [#"{"a": {"b": {"c": 1, "d": 2}}}"#, #"{"a.b.c": 1, "a": {"b.d": 2}}"#, #"{"a.b": {"d": 2}, "a.b.c": 1}"#],
            [#"{"a": {"b": {}}}"#, #"{"a.b": {}}"#],
            [#"{"a": {"": {"b": null}}}"#, #"{"a..b": null}"#],
            [#"{"a": {"b": 1}, "c": 2}"#, #"{"c": 2, "a": null, "a.b": 1}"#, #"{"c": 2, "a": "", "a.b": 1}"#],
            [#"{"a": {"b": [{"c.d": 1}]}}"#, #"{"a.b": [{"c.d": 1}]}"#],
            [#"{"e\u0301": {"x": 1}}"#, #"{"e\u0301.x": 1}"#],
            // A dot and a combining mark after it are one character.
            [#"{"a": {"\u0301": 1}}"#, #"{"a.\u0301": 1}"#],
        ])
    func equal(_ forms: [String]) throws {
        let all = try forms.map(Self.settings)
        for settings in all {
            #expect(settings == all[0])
            settings.forEach { path, value in #expect(settings[path] == value && !path.keys.isEmpty) }
        }
        #expect(try Self.members(forms[0]) == all[0].members)
    }

    @Test(
        "A setting without a place is a clash; the first in the order of keys counts",
        arguments: [
            (#"{"a": 1, "a.b": 2}"#, ["a.b"], #"{"a": 1}"#),
            (#"{"a.b.c": 2, "a": {"b": 1}}"#, ["a.b.c"], #"{"a": {"b": 1}}"#),
            (#"{"a": [1], "a.0": 2}"#, ["a.0"], #"{"a": [1]}"#),
            (#"{"a": {"b": 1}, "a.b": 2}"#, ["a.b"], #"{"a": {"b": 1}}"#),
            (#"{"a": {"b": {"x": 1}}, "a.b": {"x": 2, "y": 3}}"#, ["a.b.x"], #"{"a": {"b": {"x": 1, "y": 3}}}"#),
            (#"{"a": {"b": 1}, "a.b.c": 2}"#, ["a.b.c"], #"{"a": {"b": 1}}"#),
            (#"{"": 1, ".a": 2, "b": 3}"#, ["", ".a"], #"{"b": 3}"#),
            (#"{"a": {"\u00E9": 1}, "a.e\u0301": 2}"#, ["a.e\u{301}"], #"{"a": {"\u00E9": 1}}"#),
        ])
    func clashes(_ json: String, _ clashing: [String], _ kept: String) throws {
        var found: [SettingPath] = []
        let settings = Settings(try Self.members(json)) { found.append($0) }
        #expect(found == clashing.map { SettingPath(dotted: $0) })
        #expect(try settings.members == Self.members(kept))
    }

    @Test("Joining keys at random changes neither values nor types", arguments: 0..<4 as Range<UInt64>)
    func random(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        func nested(_ depth: Int) -> [String: SettingValue] {
            var members: [String: SettingValue] = [:]
            for key in ["a", "b", "tintColor", "é"] where Bool.random(using: &random) {
                members[key] = depth > 0 && Bool.random(using: &random) ? .object(nested(depth - 1)) : .string("FFF")
            }
            return members
        }
        func joined(_ members: [String: SettingValue]) -> [String: SettingValue] {
            var result: [String: SettingValue] = [:]
            for (key, value) in members {
                guard let inner = value.object.map(joined) else {
                    result[key] = value
                    continue
                }
                if inner.isEmpty || Bool.random(using: &random) {
                    result[key] = .object(inner)
                } else {
                    for (innerKey, value) in inner { result["\(key).\(innerKey)"] = value }
                }
            }
            return result
        }
        for _ in 0..<200 {
            let members = nested(3)
            let settings = Settings(joined(members)) { Issue.record("\($0) clashes") }
            #expect(settings.members == members && settings.types == Settings(members).types)
        }
    }

    @Test("A value is set at a path, whatever is on its way")
    func set() throws {
        var settings = try Self.settings(#"{"a": 1, "b": {"c": 2}}"#)
        settings.set(.number(3), at: SettingPath(dotted: "a.x.y"))
        settings.set(.object(["d.e": .number(4)]), at: SettingPath(["b"]))
        #expect(try settings == Self.settings(#"{"a.x.y": 3, "b.d.e": 4}"#))
    }

    @Test("A key with dots and nested keys have one path")
    func paths() {
        let path = SettingPath(["a.b", "c"])
        #expect(path == SettingPath(["a", "b.c"]) && path.keys == ["a", "b", "c"])
        #expect(path.ancestors.map(\.description) == ["a.b", "a", ""])
        #expect(SettingPath.root.isRoot && SettingPath.root.parent == nil && SettingPath.root.keys.isEmpty)
        #expect(SettingPath(dotted: "a.\u{301}").keys == ["a", "\u{301}"])
    }

    @Test("Dots count as levels where settings are read, in JSON and in property lists")
    func depth() throws {
        let limits = SettingsLimits(bytes: .max, depth: 4, pathBytes: .max, dotsNest: true)
        for (key, isRead) in [("a.b.c.d", true), ("a.b.c.d.e", false)] {
            let json = Array("{\"\(key)\": 1}".utf8)
            #expect(((try? json.withUnsafeBytes { try JSONReader.value(of: $0, limits) }) != nil) == isRead)
            let list = Array("<plist><dict><key>\(key)</key><true/></dict></plist>".utf8)
            #expect(((try? PropertyListReader.value(of: list, limits)) != nil) == isRead)
        }
    }
}
