package import ThemeModel

/// A setting that differs between two versions of a theme.
package struct SettingChange: Hashable, Sendable {
    package let path: SettingPath
    /// `nil` if there is no such setting.
    package let old: SettingValue?
    package let new: SettingValue?

    package var oldType: SettingType? { old.flatMap { SettingType(of: $0, at: path) } }
    package var newType: SettingType? { new.flatMap { SettingType(of: $0, at: path) } }

    /// Whether the types differ. In a theme, a string and a color can be of one type: that of the default.
    package func changesType(in theme: ThemeID) -> Bool {
        guard let oldType, let newType else { return false }
        let texts: Set<SettingType> = [.string, .color]
        return oldType != newType && (theme == .default || !texts.isSuperset(of: [oldType, newType]))
    }

    /// Whether apps miss a value that they could ask for, or get one of another type. In themes other than the default,
    /// a setting that is gone is inherited.
    package func isBreaking(in theme: ThemeID) -> Bool {
        changesType(in: theme) || theme == .default && oldType != nil && newType == nil
    }

    package var isAddition: Bool { oldType == nil && newType != nil }
}

extension SettingChange {
    /// Returns the changes of all values below two settings, in the order of their paths.
    static func changes(
        from old: SettingValue?, to new: SettingValue?, at path: SettingPath = .root
    ) -> [SettingChange] {
        let (oldMembers, newMembers) = (old?.object, new?.object)
        let haveMembers = oldMembers?.isEmpty == false || newMembers?.isEmpty == false
        if haveMembers, oldMembers != nil || old == nil, newMembers != nil || new == nil {
            return merged(oldMembers ?? [:], newMembers ?? [:]).flatMap { key, old, new in
                changes(from: old, to: new, at: path.appending(key))
            }
        }
        if path.keys.isEmpty, oldMembers?.isEmpty ?? true, newMembers?.isEmpty ?? true { return [] }
        return areEqual(old, new) ? [] : [SettingChange(path: path, old: old, new: new)]
    }

    /// Pairs the members of two objects by the bytes of their keys.
    private static func merged(
        _ old: [String: SettingValue], _ new: [String: SettingValue]
    ) -> [(key: String, old: SettingValue?, new: SettingValue?)] {
        func sorted(_ members: [String: SettingValue]) -> ArraySlice<(key: String, value: SettingValue)> {
            members.sorted { UTF8Order.precedes($0.key, $1.key) }[...]
        }
        var (left, right) = (sorted(old), sorted(new))
        var pairs: [(key: String, old: SettingValue?, new: SettingValue?)] = []
        while let key = [left.first?.key, right.first?.key].compactMap({ $0 }).min(by: UTF8Order.precedes) {
            let one = left.first.flatMap { UTF8Order.equal($0.key, key) ? $0.value : nil }
            let other = right.first.flatMap { UTF8Order.equal($0.key, key) ? $0.value : nil }
            if one != nil { left.removeFirst() }
            if other != nil { right.removeFirst() }
            pairs.append((key, one, other))
        }
        return pairs
    }

    /// Compares strings by their bytes. For Swift's `==`, strings that differ only in Unicode form are equal.
    private static func areEqual(_ left: SettingValue?, _ right: SettingValue?) -> Bool {
        switch (left, right) {
        case (.string(let one), .string(let other)): UTF8Order.equal(one, other)
        case (.list(let one), .list(let other)):
            one.count == other.count && zip(one, other).allSatisfy { areEqual($0, $1) }
        case (.object(let one), .object(let other)):
            merged(one, other).allSatisfy { areEqual($0.old, $0.new) }
        default: left == right
        }
    }
}
