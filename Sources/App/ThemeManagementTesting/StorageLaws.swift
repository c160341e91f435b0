public import ThemeManagement
public import ThemeSystem

/// The laws that every `ThemeStorage` must keep, for tests of your own storages.
public enum StorageLaws {
    /// The settings and the image that a tested storage contains.
    public struct Sample: Sendable {
        /// The settings. ``json`` and ``propertyList`` contain the same settings as text.
        public let settings: [String: SettingValue]
        /// The logical name of the only image, at scale 1.
        public let imageName = "common/image"
        /// The bytes of the image.
        public let png: Data

        /// The settings as JSON.
        public var json: Data { Data(CanonicalJSON.encode(.object(settings))) }

        /// The settings as an XML property list. Property lists have no `null`, so an empty string takes its place.
        public var propertyList: Data {
            func xml(_ value: SettingValue) -> String {
                switch value {
                case .null: "<string></string>"
                case .boolean(let flag): flag ? "<true/>" : "<false/>"
                case .number(let number): "<real>\(number)</real>"
                case .string(let text): "<string>\(text)</string>"
                case .list(let items): "<array>\(items.map(xml).joined())</array>"
                case .object(let members):
                    "<dict>\(members.map { "<key>\($0.key)</key>\(xml($0.value))" }.joined())</dict>"
                }
            }
            return Data("<plist version=\"1.0\">\(xml(.object(settings)))</plist>".utf8)
        }
    }

    /// Calls every accessor of a storage, and returns the broken laws.
    /// - Parameter make: makes a storage with the sample's settings and image, and nothing else.
    public static func breaches(_ make: (Sample) throws -> any ThemeStorage) -> [Breach] {
        var breaches = Breaches()
        let storage: any ThemeStorage
        do { storage = try make(sample) } catch {
            breaches.check("a storage can be made from the sample") { throw error }
            return breaches.all
        }
        check(storage, &breaches)
        return breaches.all
    }

    private static func check(_ storage: some ThemeStorage, _ breaches: inout Breaches) {
        breaches.check("an object, with or without members that are not set") {
            let members = try storage.object("Color")?.filter { $0.value.isSet }
            let expected: [String: SettingValue] = ["title": .string("F85825"), "clear": .string("80FF0000")]
            return members == expected ? nil : "expected \(expected), found \(String(describing: members))"
        }
        breaches.equal("color", ThemeColor(red: 0xF8, green: 0x58, blue: 0x25)) { try storage.color("Color.title") }
        breaches.equal("color, alpha first", ThemeColor(red: 0xFF, green: 0, blue: 0, alpha: 0x80)) {
            try storage.color("Color.clear")
        }
        breaches.equal("string", "Hello") { try storage.string("Text.hello") }
        breaches.equal("url", URL(string: "https://example.com/help")) { try storage.url("Text.help") }
        breaches.equal("number", 6.5) { try storage.number("Metrics.radius") }
        breaches.equal("font", ThemeFont(name: "PingFangSC-Medium", size: 24)) { try storage.font("Font.title") }
        breaches.equal("boolean", true) { try storage.boolean("Metrics.isRound") }
        breaches.equal("size", PointSize(width: 320, height: 44)) { try storage.size("Metrics.row") }
        breaches.equal("cap insets", CapInsets(top: 1, left: 2, bottom: 3, right: 4)) {
            try storage.capInsets("Metrics.insets")
        }
        for key in ["Color.unset", "Metrics.null", "Nothing", "Color.title.deeper", "Color.Title"] {
            breaches.check("a setting that is not set is nil: \(key)") {
                let found = try storage.value(SettingKey(key))
                return found.map(\.isSet) == true ? "found \(String(describing: found))" : nil
            }
            breaches.equal("a setting that is not set has no color: \(key)", nil) { try storage.color(SettingKey(key)) }
        }
        wrongTypes(storage, &breaches)
        images(storage, &breaches)
    }

    private static func wrongTypes(_ storage: some ThemeStorage, _ breaches: inout Breaches) {
        let questions: [(String, String, (SettingKey) throws -> Void)] = [
            ("number", "Text.hello", { _ = try storage.number($0) }),
            ("string", "Metrics.radius", { _ = try storage.string($0) }),
            ("boolean", "Metrics.radius", { _ = try storage.boolean($0) }),
            ("object", "Metrics.radius", { _ = try storage.object($0) }),
            ("color", "Text.hello", { _ = try storage.color($0) }),
            ("color", "Metrics.radius", { _ = try storage.color($0) }),
            ("font", "Metrics.isRound", { _ = try storage.font($0) }),
            ("size", "Text.hello", { _ = try storage.size($0) }),
            ("image", "Metrics.radius", { _ = try storage.image(forKey: $0, at: .one) }),
        ]
        for (kind, key, ask) in questions {
            breaches.check("the wrong type is an error that names the key: \(kind) at \(key)") {
                do {
                    try ask(SettingKey(key))
                    return "nothing was thrown"
                } catch ThemeError.wrongType(_, let named, let expected, let found) {
                    return named == key && !expected.isEmpty && !found.isEmpty ? nil : "\(named), \(expected), \(found)"
                }
            }
        }
    }

    private static func images<Storage: ThemeStorage>(_ storage: Storage, _ breaches: inout Breaches) {
        let name = sample.imageName
        breaches.check("an image is found by its logical name") {
            try storage.image(ImageKey(name), scale: .one) == nil ? "nil" : nil
        }
        breaches.check("an image is found through a setting, and is the same") {
            let direct = try storage.image(ImageKey(name), scale: .one)
            let byKey = try storage.image(forKey: "Images.image", at: .one)
            return direct == byKey ? nil : "another image"
        }
        breaches.check("a missing image is nil") {
            try storage.image("common/missing", scale: .one) == nil ? nil : "found one"
        }
        breaches.check("a missing setting names no image") {
            try storage.image(forKey: "Images.missing", at: .one) == nil ? nil : "found one"
        }
    }

    /// The sample that ``breaches(_:)`` passes.
    public static let sample = Sample(
        settings: [
            "Color": .object(["title": .string("F85825"), "clear": .string("80FF0000"), "unset": .string("")]),
            "Text": .object(["hello": .string("Hello"), "help": .string("https://example.com/help")]),
            "Metrics": .object([
                "radius": .number(6.5), "isRound": .boolean(true), "row": .string("320x44"), "null": .null,
                "insets": .object(["top": .number(1), "left": .number(2), "bottom": .number(3), "right": .number(4)]),
            ]),
            "Font": .object(["title": .string("PingFangSC-Medium,24")]),
            "Images": .object(["image": .string("common/image")]),
        ],
        png: Data(base64Encoded: pngText) ?? Data())

    private static let pngText =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mM4IKbxHwAElgH+TSFerwAAAABJRU5ErkJggg=="
}
