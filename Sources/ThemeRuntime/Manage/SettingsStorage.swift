public import Foundation
public import ThemeModel

/// A theme without a pack: settings from a dictionary, from JSON or from a property list, and images from wherever they are.
public final class SettingsStorage: ThemeStorage {
    /// Finds the bytes of a picture; `nil` if there is none.
    public typealias ImageSource = @Sendable (_ name: String, Scale) throws -> Data?

    /// What messages call it.
    public let place: String
    /// Where its own colours of four and eight digits have alpha.
    public let colorOrder: Colour.Order
    private let own: SettingValue
    private let parent: SettingsStorage?
    private let images: ImageSource
    private let table: SettingsTable

    /// Settings as they are handed over.
    ///
    /// - Parameters:
    ///   - settings: objects within objects; keys are their paths, joined by dots.
    ///   - place: what messages call it.
    ///   - colorOrder: where colours of four and eight digits have alpha.
    ///   - parent: is asked for what is not set here, key by key, and for images; to any depth.
    ///   - images: called for every question; nothing is read or kept before.
    public init(
        _ settings: [String: SettingValue], place: String = "settings", colorOrder: Colour.Order = .argb,
        extends parent: SettingsStorage? = nil, images: @escaping ImageSource = { _, _ in nil }
    ) {
        (self.place, self.colorOrder, self.parent, self.images) = (place, colorOrder, parent, images)
        own = .object(settings)
        var layers: [(SettingValue?, Colour.Order)] = [(own, colorOrder)]
        var next = parent
        while let storage = next {
            layers.append((storage.own, storage.colorOrder))
            next = storage.parent
        }
        table = SettingsTable(layers)
    }

    /// Settings from JSON: no duplicate keys, bounded depth and size.
    ///
    /// - Throws: ``ThemeError/invalidSettings(path:entry:line:column:reason:)``.
    public convenience init(
        json: some ContiguousBytes, place: String = "settings.json", colorOrder: Colour.Order = .argb,
        extends parent: SettingsStorage? = nil, images: @escaping ImageSource = { _, _ in nil }
    ) throws(ThemeError) {
        let members = try SettingsParser.json(json, place: place)
        self.init(members, place: place, colorOrder: colorOrder, extends: parent, images: images)
    }

    /// Settings from an XML property list. DDSkin's `super` is taken out: name the parent.
    ///
    /// - Throws: ``ThemeError/invalidProject(path:reason:)``.
    public convenience init(
        propertyList: Data, place: String = "settings.plist", colorOrder: Colour.Order = .argb,
        extends parent: SettingsStorage? = nil, images: @escaping ImageSource = { _, _ in nil }
    ) throws(ThemeError) {
        var members = try SettingsParser.propertyList(propertyList, place: place)
        members["super"] = nil
        self.init(members, place: place, colorOrder: colorOrder, extends: parent, images: images)
    }

    /// Settings that name their parent by `super`, as DDSkin's do: parents are loaded by their names, to any depth.
    ///
    /// - Parameters:
    ///   - name: of the settings to begin with.
    ///   - images: as in ``init(_:place:colorOrder:extends:images:)``.
    ///   - load: the settings of a name; `nil` if there are none.
    /// - Throws: what `load` throws; ``ThemeError/invalidProject(path:reason:)`` if a parent is missing, or settings inherit
    ///   from themselves.
    public static func inheriting(
        _ name: String, images: @escaping ImageSource = { _, _ in nil },
        load: (String) throws -> [String: SettingValue]?
    ) throws -> SettingsStorage {
        var chain: [(name: String, members: [String: SettingValue])] = []
        var next: String? = name
        while let current = next {
            guard !chain.contains(where: { $0.name == current }) else {
                let circle = (chain.map(\.name) + [current]).joined(separator: " -> ")
                throw ThemeError.invalidProject(path: current, reason: "inherits from itself: \(circle)")
            }
            guard var members = try load(current) else {
                let reason = chain.last.map { "is the \"super\" of '\($0.name)', and is not there" } ?? "is not there"
                throw ThemeError.invalidProject(path: current, reason: reason)
            }
            let parent = members.removeValue(forKey: "super")
            guard parent.map({ !$0.isSet || $0.string != nil }) ?? true else {
                throw ThemeError.invalidProject(path: current, reason: "has a \"super\" that is no name")
            }
            chain.append((current, members))
            next = parent.flatMap { $0.isSet ? $0.string : nil }
        }
        var storage: SettingsStorage?
        for (name, members) in chain.dropFirst().reversed() {
            storage = SettingsStorage(members, place: name, extends: storage)
        }
        return SettingsStorage(chain[0].members, place: name, extends: storage, images: images)
    }

    /// What stands at a key, in this storage or in the first parent that sets it.
    public func value(_ key: SettingKey) -> SettingValue? { table.entry(key)?.value }

    /// The place of the storage of the chain that sets a key.
    public func place(of key: SettingKey) -> String {
        var storage = self
        for _ in 0..<(table.entry(key)?.link ?? 0) { storage = storage.parent ?? storage }
        return storage.place
    }

    /// The colour in the notation of whichever storage of the chain sets it.
    public func colour(_ key: SettingKey) throws(ThemeError) -> Colour? {
        guard let entry = table.entry(key) else { return nil }
        guard let colour = entry.colour else {
            let expected = "a colour: \(InvalidColour.expected)"
            throw .wrongType(path: place(of: key), key: key.path, expected: expected, found: entry.value.summary)
        }
        return colour
    }

    /// The bytes of a picture, of this storage or of the first parent that has it.
    public func image(_ key: ImageKey, scale: Scale) throws -> Data? {
        var next: SettingsStorage? = self
        while let storage = next {
            if let data = try storage.images(key.name, scale) { return data }
            next = storage.parent
        }
        return nil
    }
}
