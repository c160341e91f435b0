import PackFormat
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
        return theme == .default ? oldType != newType : !newType.fits(oldType)
    }

    /// Whether apps miss a value that they could ask for, or get one of another type. In themes other than the default,
    /// a setting that is gone is inherited.
    package func isBreaking(in theme: ThemeID) -> Bool {
        changesType(in: theme) || theme == .default && oldType != nil && newType == nil
    }

    package var isAddition: Bool { oldType == nil && newType != nil }

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

/// A property of a theme that differs between two versions of it.
package struct PropertyChange: Hashable, Sendable {
    /// The key in `theme.json`, or `contract`.
    package let key: String
    package let old: String?
    package let new: String?
    /// Whether apps need another pack than before: that of the theme that this one extends now.
    package let isBreaking: Bool

    static let version = "version"

    static func changes(from old: ThemeState, to new: ThemeState) -> [PropertyChange] {
        guard !old.isAbsent, !new.isAbsent else {
            func id(_ state: ThemeState) -> String? { state.isAbsent ? nil : state.theme.id.string }
            return [PropertyChange(key: "theme", old: id(old), new: id(new), isBreaking: new.isAbsent)]
        }
        let (before, after) = (properties(of: old), properties(of: new))
        var changes = Set(before.keys).union(after.keys).sorted().compactMap { key -> PropertyChange? in
            let (one, other) = (before[key], after[key])
            guard Array((one ?? "").utf8) != Array((other ?? "").utf8) else { return nil }
            let needsPack = key == "extends" && other != ThemeID.default.string
            return PropertyChange(key: key, old: one, new: other, isBreaking: needsPack)
        }
        if let one = old.contract, let other = new.contract, one != other {
            changes.append(PropertyChange(key: "contract", old: "\(one)", new: "\(other)", isBreaking: false))
        }
        return changes
    }

    private static func properties(of state: ThemeState) -> [String: String] {
        var theme = state.theme
        // In packs, a theme that extends the default theme can lack the key.
        if theme.id != .default { theme.extends = theme.extends ?? .default }
        return Dictionary(theme.properties.map { ($0.key, $0.value) }) { first, _ in first }
    }
}

/// A resource that differs between two versions of a theme.
package struct ResourceChange: Hashable, Sendable {
    /// `nil` if there is no such resource.
    package let old: StoredResource?
    package let new: StoredResource?
    package let path: PortablePath

    /// Whether the resource is gone. No default is sure to have it.
    package var isBreaking: Bool { new == nil }
    package var isAddition: Bool { old == nil }

    static func changes(from old: [StoredResource], to new: [StoredResource]) -> [ResourceChange] {
        let before = Dictionary(old.map { ($0.path, $0) }) { first, _ in first }
        let after = Dictionary(new.map { ($0.path, $0) }) { first, _ in first }
        return Set(before.keys).union(after.keys).sorted().compactMap { path in
            before[path]?.digest == after[path]?.digest
                ? nil : ResourceChange(old: before[path], new: after[path], path: path)
        }
    }
}

/// The part of a semantic version that a change raises.
package enum VersionStep: String, OrderedCases, Sendable {
    case none, patch, minor, major
}

extension SemanticVersion {
    /// Returns the lowest release that follows this version by a step; `nil` if a number would exceed 2^64 - 1.
    ///
    /// Below 1.0.0 nothing is promised yet, so a major step raises the second number and a minor one the third. A
    /// prerelease becomes its release if that is a step of this kind: 2.0.0-beta.1 becomes 2.0.0 with every step.
    package func following(by step: VersionStep) -> SemanticVersion? {
        func next(_ number: UInt64) -> UInt64? { number == .max ? nil : number + 1 }
        func version(_ major: UInt64?, _ minor: UInt64?, _ patch: UInt64?) -> SemanticVersion? {
            guard let major, let minor, let patch else { return nil }
            return SemanticVersion(major: major, minor: minor, patch: patch)
        }
        var step = step
        if major == 0 { step = step == .major ? .minor : step == .minor ? .patch : step }
        let isPrerelease = !prerelease.isEmpty
        switch step {
        case .none: return self
        case .patch: return version(major, minor, isPrerelease ? patch : next(patch))
        case .minor: return version(major, isPrerelease && patch == 0 ? minor : next(minor), 0)
        case .major: return version(isPrerelease && minor == 0 && patch == 0 ? major : next(major), 0, 0)
        }
    }
}
