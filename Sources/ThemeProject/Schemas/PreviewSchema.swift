import ThemeModel

extension JSONSchema {
    /// The schema of `preview.json`.
    package static var preview: JSONSchema {
        let screen = object(
            [
                "name": shortText.described("The title above the screen."), "background": part,
                "elements": few(element).described("Placed from top to bottom, and tab bars at the bottom."),
            ], required: ["name"])
        return object([
            "$schema": text.described("The address or path of this schema, for editors."),
            "screens": list(of: screen),
        ]).titled("preview.json", "Describes the sample screens of 'themepack preview'.")
            .adding(["definitions": .object(["part": object(partMembers).value, "states": object(states).value])])
    }

    private static let shortText = text.adding(["maxLength": .number(500)])
    private static let part = reference("part")

    /// A list of at most 500.
    private static func few(_ items: JSONSchema) -> JSONSchema { list(of: items).adding(["maxItems": .number(500)]) }

    private static let partMembers: [String: JSONSchema] = [
        "image": shortText.described("The name of an image, such as tabbar/home."),
        "text": shortText.described("The words to draw."),
        "setting": shortText.described("The path of a color: of the text, or of the ground."),
        "font": shortText.described("The path of the text's font."),
    ]

    private static let states = partMembers.merging(
        ["highlighted": part, "selected": part, "disabled": part]) { own, _ in own }

    private static var element: JSONSchema {
        let row = object(partMembers.merging(["detail": part, "accessory": part]) { own, _ in own })
        return any(
            of: [
                element(
                    "navigationBar",
                    ["title": part, "left": list(of: part), "right": list(of: part), "background": part]),
                element("tabBar", ["items": list(of: reference("states")), "background": part]),
                element("button", states),
                element("list", ["rows": list(of: row), "separator": part, "background": part]),
            ] + ["badge", "text", "image"].map { element($0, partMembers) })
    }

    private static func element(_ type: String, _ members: [String: JSONSchema]) -> JSONSchema {
        object(
            members.merging(["type": JSONSchema(["const": .string(type)])]) { own, _ in own }, required: ["type"])
    }
}
