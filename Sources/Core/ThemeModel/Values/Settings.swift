/// The settings of one file in their one form: no key has a dot, because a dot separates the keys of a path.
/// `{"Metrics.radius": 8}` and `{"Metrics": {"radius": 8}}` are equal settings.
///
/// They are made where settings are read, from a project, a pack or a storage. Everything else takes this type, so that
/// nothing can depend on the written form.
package struct Settings: Hashable, Sendable {
    /// Without dots in keys. Objects in lists keep the keys that they have: no path leads there.
    package private(set) var members: [String: SettingValue]

    package static let none = Settings([:])

    /// - Parameter clash: gets each path that has no place, because an earlier setting has a value there or on the way;
    ///   settings come in the order of the bytes of their written keys. Also gets a path that begins with a dot.
    package init(_ members: [String: SettingValue], clash: (SettingPath) -> Void = { _ in }) {
        let isNested = members[""] == nil && !Self.hasDots(members)
        self.members = isNested ? members : Self.nested(members, at: .root, clash)
    }

    package var value: SettingValue { .object(members) }

    package subscript(path: SettingPath) -> SettingValue? {
        path.keys.reduce(Optional(value)) { value, key in value?.object?[key] }
    }

    /// Sets the value at a path. Makes objects of the values on the way.
    package mutating func set(_ value: SettingValue, at path: SettingPath) {
        let value = value.object.map { .object(Self.nested($0, at: path) { _ in }) } ?? value
        Self.set(value, at: path.keys[...], of: &members)
    }

    private static func set(
        _ value: SettingValue, at keys: ArraySlice<String>, of members: inout [String: SettingValue]
    ) {
        guard let key = keys.first else { return }
        guard keys.count > 1 else {
            members[key] = value
            return
        }
        // Moved out and back, so that the members are changed in place and not copied for each value.
        var inner = members.removeValue(forKey: key)?.object ?? [:]
        set(value, at: keys.dropFirst(), of: &inner)
        members[key] = .object(inner)
    }

    /// The types of all settings that are set, objects included.
    package var types: [SettingPath: SettingType] {
        var types: [SettingPath: SettingType] = [:]
        forEach { path, value in types[path] = SettingType(of: value, at: path) }
        return types
    }

    /// Calls `body` for each setting: an object before its members, members in the order of keys.
    package func forEach(_ body: (SettingPath, SettingValue) -> Void) {
        value.forEach { path, value in if !path.isRoot { body(path, value) } }
    }

    package mutating func remove(_ key: String) -> SettingValue? { members.removeValue(forKey: key) }
}

extension Settings {
    private static func nested(
        _ written: [String: SettingValue], at path: SettingPath, _ clash: (SettingPath) -> Void
    ) -> [String: SettingValue] {
        var members: [String: SettingValue] = [:]
        for (key, value) in written.sorted(by: { UTF8Order.precedes($0.key, $1.key) }) {
            let keys = key.keysBetweenDots
            let place = path.appending(key)
            if path.isRoot, keys[0] == "" {
                clash(place)
            } else {
                add(nested(value, at: place, clash), at: keys[...], to: &members, of: path, clash)
            }
        }
        return members
    }

    private static func hasDots(_ members: [String: SettingValue]) -> Bool {
        members.contains { key, value in
            key.utf8.contains(UInt8(ascii: ".")) || value.object.map(hasDots) == true
        }
    }

    private static func nested(
        _ value: SettingValue, at path: SettingPath, _ clash: (SettingPath) -> Void
    ) -> SettingValue {
        if case .object(let members) = value { .object(nested(members, at: path, clash)) } else { value }
    }

    private static func add(
        _ value: SettingValue, at keys: ArraySlice<String>, to members: inout [String: SettingValue],
        of path: SettingPath, _ clash: (SettingPath) -> Void
    ) {
        guard let key = keys.first else { return }
        let path = path.appending(key)
        let known = members.index(forKey: key)
        // A dictionary takes two Unicode forms of a word for one key.
        if let known, !UTF8Order.equal(members[known].key, key) { return clash(path) }
        let old = known.map { members[$0].value }
        if keys.count > 1 {
            guard old?.isSet != true || old?.object != nil else {
                return clash(SettingPath([path.description] + keys.dropFirst()))
            }
            var inner = members.removeValue(forKey: key)?.object ?? [:]
            add(value, at: keys.dropFirst(), to: &inner, of: path, clash)
            members[key] = .object(inner)
        } else if let old, old.isSet, value.isSet {
            guard var inner = old.object, case .object(let more) = value else { return clash(path) }
            for (key, value) in more.sorted(by: { UTF8Order.precedes($0.key, $1.key) }) {
                add(value, at: [key], to: &inner, of: path, clash)
            }
            members[key] = .object(inner)
        } else if old?.isSet != true {
            members[key] = value
        }
    }
}
