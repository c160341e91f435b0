/// A setting of a chain of themes: objects are merged member by member, any other value comes from the first theme that
/// sets it. `null` and `""` set nothing.
package struct MergedSetting: Sendable {
    /// The index of the theme that sets the value; of an object, of the first theme that has it.
    package let layer: Int
    /// The indexes of all themes whose objects are merged; empty for any other value.
    private let objectLayers: [Int]
    /// The members of an object, sorted; none for any other value.
    package let members: [(key: String, setting: MergedSetting)]
    /// `nil` for an object.
    private let plainValue: SettingValue?

    /// `nil` if no theme sets anything.
    ///
    /// - Parameters:
    ///   - layers: the settings of each theme of the chain, in order; `nil` for a theme without settings.
    ///   - pays: is asked with a number of values before they are merged. Values for which it is `false` are not set.
    package init?(_ layers: [Settings?], payingBy pays: (_ values: Int) -> Bool = { _ in true }) {
        self.init(merging: layers.enumerated().compactMap { layer, own in own.map { (layer, $0.value) } }, pays)
    }

    /// The scanners of settings files bound the depth of the recursion.
    private init?(merging values: [(layer: Int, value: SettingValue)], _ pays: (Int) -> Bool) {
        guard pays(values.count) else { return nil }
        let set = values.filter { $0.value.isSet }
        guard let first = set.first else { return nil }
        layer = first.layer
        guard first.value.object != nil else {
            members = []
            objectLayers = []
            plainValue = first.value
            return
        }
        plainValue = nil
        // A theme that sets another type hides the objects of the themes after it.
        let objects = set.prefix { $0.value.object != nil }
        objectLayers = objects.map(\.layer)
        var entries: [(key: String, layer: Int, value: SettingValue)] = []
        for (layer, value) in objects {
            for (key, member) in value.object ?? [:] { entries.append((key, layer, member)) }
        }
        entries.sort { UTF8Order.equal($0.key, $1.key) ? $0.layer < $1.layer : UTF8Order.precedes($0.key, $1.key) }
        var members: [(key: String, setting: MergedSetting)] = []
        var rest = entries[...]
        while let key = rest.first?.key {
            let same = rest.prefix { UTF8Order.equal($0.key, key) }
            rest = rest.dropFirst(same.count)
            if let setting = MergedSetting(merging: same.map { ($0.layer, $0.value) }, pays) {
                members.append((key, setting))
            }
        }
        self.members = members
    }

    package var isObject: Bool { plainValue == nil }

    package var value: SettingValue { visit { _, _, _ in } }

    /// Whether a theme sets this value; of an object, whether the theme's own object is merged.
    package func isSet(by layer: Int) -> Bool { layer == self.layer || objectLayers.contains(layer) }

    /// Calls `body` with the path of each setting below this one, then with this one. Returns the value.
    @discardableResult
    package func visit(
        at path: SettingPath = .root, _ body: (SettingPath, MergedSetting, SettingValue) -> Void
    ) -> SettingValue {
        var value = plainValue ?? .object([:])
        if isObject {
            var object: [String: (layer: Int, value: SettingValue)] = [:]
            for (key, setting) in members {
                let value = setting.visit(at: path.appending(key), body)
                // A dictionary takes two Unicode forms of a word for one key. Look-ups compare bytes.
                if let other = object[key], other.layer <= setting.layer { continue }
                object[key] = (setting.layer, value)
            }
            value = .object(object.mapValues(\.value))
        }
        body(path, self, value)
        return value
    }

    package func setting(at path: SettingPath) -> MergedSetting? {
        path.keys.reduce(Optional(self)) { setting, key in setting?.member(key) }
    }

    private func member(_ key: String) -> MergedSetting? {
        let index = members.partitioningIndex { !UTF8Order.precedes($0.key, key) }
        return index < members.count && UTF8Order.equal(members[index].key, key) ? members[index].setting : nil
    }
}
