import TestSupport
import ThemeProject

extension BadConfigurationTests {
    static let manifests: [BadInput] = [
        manifest("missing", nil, says: "is missing"),
        manifest("empty", "", position: (1, 1), says: "the file ends"),
        manifest("not an object", "[]", says: "expected an object"),
        manifest("malformed", "{\"id\": \"year\",\n  \"version\" \"1.2.0\"}", position: (2, 13), says: "expected ':'"),
        manifest(
            "trailing comma", "{\"id\": \"year\",\n \"version\": \"1.2.0\",\n}", position: (3, 1),
            says: "expected a key"),
        manifest(
            "duplicate key",
            "{\"id\": \"year\", \"version\": \"1.2.0\", \"imageNamePrefix\": \"year_\",\n \"id\": \"year\"}",
            key: "id", position: (2, 2), says: "occurs twice"),
        manifest("nested 100,000 deep", deep, says: "is nested more than 32 levels deep"),
        manifest("100,000 open brackets", String(repeating: "[", count: 100_000), says: "nested"),
        manifest("no id", "{\"version\": \"1.0.0\"}", key: "id", says: "missing"),
        manifest("no version", "{\"id\": \"year\"}", key: "version", says: "missing"),
        BadInput("not UTF-8", .themeManifest, at: manifestPath, position: (2, 11), says: "is not UTF-8") {
            $0.files[manifestPath] =
                Array("{\"id\": \"year\",\n \"name\": \"".utf8) + [0xE9] + Array("\", \"version\": \"1.0.0\"}".utf8)
        },
        BadInput("UTF-16", .themeManifest, at: manifestPath, says: "is not UTF-8") {
            $0.files[manifestPath] = [0xFF, 0xFE] + "{\"id\": \"year\"}".utf8.flatMap { [$0, 0] }
        },
        BadInput("an overlong form", .themeManifest, at: manifestPath, says: "is not UTF-8") {
            $0.files[manifestPath] = Array("{\"id\": \"".utf8) + [0xC0, 0xAF] + Array("\"}".utf8)
        },
        BadInput("larger than the limit", .themeManifest, at: manifestPath, says: "more than the limit of") {
            $0[manifestPath] = "{}" + String(repeating: " ", count: 4 << 20)
        },
        manifest(
            "misspelt key", "{\"id\": \"year\", \"version\": \"1.0.0\", \"imageNamePerfix\": \"year_\"}",
            key: "imageNamePerfix", position: (1, 36), says: "there is no key"),
    ]

    static let members: [BadInput] =
        ["../year", "/etc", "a/b", "a\\\\b", "..", ".", "", "ye ar", "con", "\\u0000", "é"].map {
            member("id", "\"\($0)\"", says: "not well-formed")
        }
        + ["1", "1.2", "../1.0.0", "1.0.0/..", "latest", "", "1.0.0-", "01.0.0", "１.0.0"].map {
            member("version", "\"\($0)\"", says: "not well-formed")
        }
        + ["../", "a/b_", "/", "a\\\\", ".x", "ye ar", "é_", "\\n"].map {
            member("imageNamePrefix", "\"\($0)\"", says: "not well-formed")
        }
        + ["../config.json", "/etc/passwd", "a\\\\b", "a/../b", "con"].map { member("config", "\"\($0)\"", says: "") }
        + [
            member("config", "\"absent.json\"", says: "does not exist"),
            member("id", "3", says: "expected a string"), member("version", "1.0", says: "expected a string"),
            member("version", "null", says: "expected a string"),
            member("imageNamePrefix", "[]", says: "expected a string"),
            member("name", "{}", says: "expected a string"), member("colorOrder", "\"bgra\"", says: "not known"),
            member("resources", "\"*\"", says: "expected a list"), member("resources", "[1]", says: "expected a list"),
            member("id", "\"month\"", says: "the folder is 'year'"),
            member("extends", "\"year\"", says: "extends itself"),
            member("extends", "\"defualt\"", says: "there is no theme 'defualt'"),
            member("extends", "\"../x\"", says: "not well-formed"),
            member("activeFrom", "\"2026-12-31\"", says: "not well-formed"),
            member("activeUntil", "\"2026-12-31T00:00:00\"", says: "not well-formed"),
            member("activeFrom", "1798646400", says: "expected a string"),
            member(
                "activeUntil", "\"2026-12-31T16:00:00Z\", \"activeFrom\": \"2027-01-01T00:00:00+08:00\"",
                says: "ends before it begins"),
            member("priority", "1.5", says: "expected a whole number"),
            member("priority", "\"1\"", says: "expected a whole number"),
            member("priority", "1000001", says: "expected a whole number"),
        ]
}
