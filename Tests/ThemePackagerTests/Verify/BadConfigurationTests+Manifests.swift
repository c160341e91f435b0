import TestSupport
import ThemeProject

extension BadConfigurationTests {
    static let manifests: [BadInput] = [
        manifest("missing", nil),
        manifest("empty", "", position: (1, 1)),
        manifest("not an object", "[]"),
        manifest("malformed", "{\"id\": \"year\",\n  \"version\" \"1.2.0\"}", position: (2, 13)),
        manifest(
            "trailing comma", "{\"id\": \"year\",\n \"version\": \"1.2.0\",\n}", position: (3, 1)),
        manifest(
            "duplicate key",
            "{\"id\": \"year\", \"version\": \"1.2.0\", \"imageNamePrefix\": \"year_\",\n \"id\": \"year\"}",
            key: "id", position: (2, 2)),
        manifest("nested 100,000 deep", deep),
        manifest("100,000 open brackets", String(repeating: "[", count: 100_000)),
        manifest("no id", "{\"version\": \"1.0.0\"}", key: "id"),
        manifest("no version", "{\"id\": \"year\"}", key: "version"),
        BadInput("not UTF-8", .themeManifest, at: manifestPath, position: (2, 11)) {
            $0.files[manifestPath] =
                Array("{\"id\": \"year\",\n \"name\": \"".utf8) + [0xE9] + Array("\", \"version\": \"1.0.0\"}".utf8)
        },
        BadInput("UTF-16", .themeManifest, at: manifestPath) {
            $0.files[manifestPath] = [0xFF, 0xFE] + "{\"id\": \"year\"}".utf8.flatMap { [$0, 0] }
        },
        BadInput("an overlong form", .themeManifest, at: manifestPath) {
            $0.files[manifestPath] = Array("{\"id\": \"".utf8) + [0xC0, 0xAF] + Array("\"}".utf8)
        },
        BadInput("larger than the limit", .themeManifest, at: manifestPath) {
            $0[manifestPath] = "{}" + String(repeating: " ", count: 4 << 20)
        },
        manifest(
            "misspelt key", "{\"id\": \"year\", \"version\": \"1.0.0\", \"imageNamePerfix\": \"year_\"}",
            key: "imageNamePerfix", position: (1, 36)),
    ]

    static let members: [BadInput] =
        ["../year", "/etc", "a/b", "a\\\\b", "..", ".", "", "ye ar", "con", "\\u0000", "é"].map {
            member("id", "\"\($0)\"")
        }
        + ["1", "1.2", "../1.0.0", "1.0.0/..", "latest", "", "1.0.0-", "01.0.0", "１.0.0"].map {
            member("version", "\"\($0)\"")
        }
        + ["../", "a/b_", "/", "a\\\\", ".x", "ye ar", "é_", "\\n"].map {
            member("imageNamePrefix", "\"\($0)\"")
        }
        + ["../config.json", "/etc/passwd", "a\\\\b", "a/../b", "con"].map { member("config", "\"\($0)\"") }
        + [
            member("config", "\"absent.json\""),
            member("id", "3"), member("version", "1.0"),
            member("version", "null"),
            member("imageNamePrefix", "[]"),
            member("name", "{}"), member("colorOrder", "\"bgra\""),
            member("resources", "\"*\""), member("resources", "[1]", at: "resources.0"),
            member("resources", "[\"../a.ttf\"]", at: "resources.0"),
            member("id", "\"month\""),
            member("extends", "\"year\""),
            member("extends", "\"defualt\""),
            member("extends", "\"../x\""),
            member("activeFrom", "\"2026-12-31\""),
            member("activeUntil", "\"2026-12-31T00:00:00\""),
            member("activeFrom", "1798646400"),
            member(
                "activeUntil", "\"2026-12-31T16:00:00Z\", \"activeFrom\": \"2027-01-01T00:00:00+08:00\""),
            member("priority", "1.5"),
            member("priority", "\"1\""),
            member("priority", "1000001"),
        ]
}
