public import ThemeSystem

/// A theme without a pack. Settings come from a dictionary, JSON or a property list, images from a closure.
public final class SettingsStorage: ThemeStorage {
    /// Returns the bytes of an image; `nil` if there is none.
    public typealias ImageSource = @Sendable (_ name: String, Scale) throws -> Data?

    public let label: String
    private let colorOrder: ThemeColor.Order
    private let own: Settings
    /// The nearest first.
    private let parents: [SettingsStorage]
    private let images: ImageSource
    private let table: SettingsTable

    /// Creates a storage from a dictionary. The parent answers for single settings and images that this storage
    /// does not have. `images` is called at every look-up of an image; nothing is cached.
    public init(
        _ settings: [String: SettingValue], label: String = "settings", colorOrder: ThemeColor.Order = .argb,
        extends parent: SettingsStorage? = nil, images: @escaping ImageSource = { _, _ in nil }
    ) {
        self.label = label
        self.colorOrder = colorOrder
        parents = parent.map { [$0] + $0.parents } ?? []
        self.images = images
        own = Settings(settings)
        table = SettingsTable([(own, colorOrder)] + parents.map { ($0.own, $0.colorOrder) })
    }

    /// Creates a storage from JSON. Throws as ``SettingsParser/json(_:label:)``.
    public convenience init(
        json: some ContiguousBytes, label: String = "settings.json", colorOrder: ThemeColor.Order = .argb,
        extends parent: SettingsStorage? = nil, images: @escaping ImageSource = { _, _ in nil }
    ) throws(ThemeError) {
        let members = try SettingsParser.json(json, label: label)
        self.init(members, label: label, colorOrder: colorOrder, extends: parent, images: images)
    }

    /// Creates a storage from an XML property list. DDSkin's `super` is ignored: pass the parent instead. Throws as
    /// ``SettingsParser/propertyList(_:label:)``.
    public convenience init(
        propertyList: Data, label: String = "settings.plist", colorOrder: ThemeColor.Order = .argb,
        extends parent: SettingsStorage? = nil, images: @escaping ImageSource = { _, _ in nil }
    ) throws(ThemeError) {
        var members = try SettingsParser.propertyList(propertyList, label: label)
        members["super"] = nil
        self.init(members, label: label, colorOrder: colorOrder, extends: parent, images: images)
    }

    /// Loads `NAME.plist` of a folder and the property lists that it inherits from. Throws as
    /// ``inheriting(_:images:load:)`` and ``SettingsParser/propertyList(_:label:)``.
    public static func inheriting(_ name: String, in folder: PackFolder) throws -> SettingsStorage {
        try inheriting(name) { name in
            let file = "\(name).plist"
            guard !name.contains("/") else { return nil }
            let data = FileManager.default.contents(atPath: "\(folder.path)/\(file)")
            return try data.map { try SettingsParser.propertyList($0, label: file) }
        }
    }

    /// Loads settings and their parents, to any depth. The setting `super` names the parent, as in DDSkin.
    /// `load` returns the settings of a name; `nil` if there are none.
    /// - Throws: the errors of `load`; `ThemeError` if a name is missing, or settings inherit from themselves.
    public static func inheriting(
        _ name: String, images: @escaping ImageSource = { _, _ in nil },
        load: (String) throws -> [String: SettingValue]?
    ) throws -> SettingsStorage {
        var chain: [(name: String, members: [String: SettingValue])] = []
        var next: String? = name
        while let current = next {
            guard !chain.contains(where: { $0.name == current }) else {
                let cycle = (chain.map(\.name) + [current]).joined(separator: " -> ")
                throw ThemeError.invalidParent(path: current, reason: "inherits from itself: \(cycle)")
            }
            guard var members = try load(current) else {
                guard let child = chain.last else { throw ThemeError.unreadable(path: name, reason: "does not exist") }
                throw ThemeError.invalidParent(
                    path: current, reason: "is the \"super\" of '\(child.name)', and does not exist")
            }
            let parent = members.removeValue(forKey: "super")
            guard parent.map({ !$0.isSet || $0.string != nil }) ?? true else {
                throw ThemeError.invalidParent(path: current, reason: "has a \"super\" that is not a name")
            }
            chain.append((current, members))
            next = parent.flatMap { $0.isSet ? $0.string : nil }
        }
        var storage: SettingsStorage?
        for (name, members) in chain.dropFirst().reversed() {
            storage = SettingsStorage(members, label: name, extends: storage)
        }
        return SettingsStorage(chain[0].members, label: name, extends: storage, images: images)
    }

    public func setting(_ key: SettingKey) -> ResolvedSetting? { table.setting(key)?.setting }

    public func label(of key: SettingKey) -> String {
        ([self] + parents)[table.setting(key)?.link ?? 0].label
    }

    public func image(_ key: ImageKey, scale: Scale) throws -> Data? {
        for storage in [self] + parents {
            if let data = try storage.images(key.name, scale) { return data }
        }
        return nil
    }
}

/// Parses settings as ``SettingsStorage`` does, for storages of your own.
public enum SettingsParser {
    /// Parses settings from JSON.
    /// - Throws: `ThemeError.invalidSettings(path:entry:line:column:reason:)`, also for duplicate keys and for text
    ///   that is too deep or too long.
    public static func json(_ bytes: some ContiguousBytes, label: String) throws(ThemeError) -> [String: SettingValue] {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(ThemeError) in
                try SettingValue.members(ofSettings: bytes, path: label, entry: "settings")
            }
        }
        return try result.get()
    }

    /// Parses settings from an XML property list.
    /// - Throws: `ThemeError.invalidPropertyList(path:reason:)`, also for duplicate keys and for data that is too deep
    ///   or too long.
    public static func propertyList(_ data: Data, label: String) throws(ThemeError) -> [String: SettingValue] {
        let maximum = ReadingLimits().settingsBytes
        let bytes = Array(data)
        do throws(SettingsError) {
            // As a pack's settings: see PackSettings.
            let limits = SettingsLimits(bytes: maximum, depth: 64, pathBytes: maximum, dotsNest: true)
            let value = try PropertyListReader.value(of: bytes, limits)
            guard let members = value.object else {
                throw SettingsError(offset: 0, defect: .notAPropertyList)
            }
            return members
        } catch {
            let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
            throw .invalidPropertyList(path: label, reason: "line \(line): \(error.defect)")
        }
    }
}
