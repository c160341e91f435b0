import ThemeModel

extension JSONSchema {
    /// The schema of `--format json` of `verify` and `build`. Other members may be added later.
    package static var report: JSONSchema {
        open(
            [
                "schemaVersion": JSONSchema(["const": .number(1)])
                    .described("Rises if a member is removed or changes its meaning."),
                "summary": open(
                    [
                        "themes": count, "images": count, "errors": count, "warnings": count,
                        "leftOut": count.described("Exempt files that are left out of their packs."),
                    ], required: ["themes", "images", "errors", "warnings", "leftOut"]),
                "findings": list(of: finding).described("Sorted by path, position and rule."),
                "statistics": list(
                    of: open(
                        ["rule": rule, "errors": count, "warnings": count], required: ["rule", "errors", "warnings"])
                ).described("With --statistics: the rules that have findings, the most frequent first."),
                "packs": list(
                    of: open(
                        ["path": text, "bytes": number, "sha256": pattern("^[0-9a-f]{64}$")],
                        required: ["path", "bytes", "sha256"])
                ).described("In the report of a build: the packs it wrote. Relative to the current folder."),
                "outOfDate": list(of: text)
                    .described("In the report of a build with --check: the files that a build would change."),
                "strays": list(of: text)
                    .described("With --check: the packs that the project no longer has, and their signatures."),
                "deleted": list(of: text).described("In the report of a build with --prune: the packs it deleted."),
                "errors": list(
                    of: open(
                        ["message": text, "path": text, "line": number, "column": number, "hint": text],
                        required: ["message"])
                ).described("The reasons why the command could not run; absent if it could."),
            ], required: ["schemaVersion", "summary", "findings"]
        ).titled("themepack report", "The findings of 'themepack verify' and 'themepack build'.")
    }

    private static var rule: JSONSchema { text.described("Its id: 'themepack rules' lists them.") }

    private static var finding: JSONSchema {
        open(
            [
                "rule": rule, "severity": text.described("error, warning, or note for a file that is left out."),
                "path": text.described("Relative to the current folder. In a pack, the entry follows '!/'."),
                "message": text.described("A sentence, or a predicate whose subject is the file."),
                "theme": text.described("The id of the theme, or the name of its folder."),
                "key": text.described("The path of a setting, or a key."),
                "line": integer(1...Int(Int32.max)), "column": integer(1...Int(Int32.max)),
                "expected": text, "actual": text, "hint": text.described("How to fix it."),
            ], required: ["rule", "severity", "path", "message"])
    }

    /// An object that may have other members.
    private static func open(_ properties: [String: JSONSchema], required: [String]) -> JSONSchema {
        object(properties, required: required).adding(["additionalProperties": .boolean(true)])
    }
}
