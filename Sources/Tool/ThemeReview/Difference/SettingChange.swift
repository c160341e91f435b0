import PackFormat
package import ThemeModel

/// A setting that differs between two versions of a theme.
package struct SettingChange: VersionChange {
    package let path: SettingPath
    /// `nil` if there is no such setting.
    package let old: SettingValue?
    package let new: SettingValue?
    /// Whether the default theme has it. In other themes, a setting that is gone is inherited.
    let isDefault: Bool
    /// Whether both values are the same color in two notations.
    package let isSameColor: Bool

    package var name: String { path.description }
    package var oldType: SettingType? { old.flatMap { SettingType(of: $0, at: path) } }
    package var newType: SettingType? { new.flatMap { SettingType(of: $0, at: path) } }

    /// Whether the types differ. In a theme, a string and a color can be of one type: that of the default.
    var changesType: Bool {
        guard let oldType, let newType else { return false }
        return isDefault ? oldType != newType : !newType.fits(oldType)
    }

    package var step: VersionStep {
        if changesType || isDefault && oldType != nil && newType == nil { return .major }
        return oldType == nil && newType != nil ? .minor : .patch
    }

    /// Returns the changes of all settings, in the order of their paths.
    static func changes(from old: ThemeState, to new: ThemeState) -> [SettingChange] {
        changedValues(old.settings?.value, new.settings?.value, at: .root).map { path, one, other in
            let color = new.color(of: other, at: path)
            return SettingChange(
                path: path, old: one, new: other, isDefault: new.theme.id == .default,
                isSameColor: color != nil && color == old.color(of: one, at: path))
        }
    }

    private static func changedValues(
        _ old: SettingValue?, _ new: SettingValue?, at path: SettingPath
    ) -> [(path: SettingPath, old: SettingValue?, new: SettingValue?)] {
        let oldMembers = old?.object
        let newMembers = new?.object
        let haveMembers = oldMembers?.isEmpty == false || newMembers?.isEmpty == false
        if haveMembers, oldMembers != nil || old == nil, newMembers != nil || new == nil {
            let members = paired(Array(oldMembers ?? [:]), Array(newMembers ?? [:])) {
                UTF8Order.precedes($0.key, $1.key)
            }
            return members.flatMap { old, new in
                changedValues(old?.value, new?.value, at: path.appending(old?.key ?? new?.key ?? ""))
            }
        }
        if path.isRoot, oldMembers?.isEmpty ?? true, newMembers?.isEmpty ?? true { return [] }
        // For Swift's `==`, strings that differ only in Unicode form are equal.
        let isSame = old.map { CanonicalJSON.encode($0) } == new.map { CanonicalJSON.encode($0) }
        return isSame ? [] : [(path, old, new)]
    }
}

/// A property of a theme that differs between two versions of it.
package struct PropertyChange: VersionChange {
    /// The key in `theme.json`, `theme` or `contract`. Of an image that is or was drawn in a color, `templates` and its
    /// name.
    package let name: String
    package let old: String?
    package let new: String?
    package let step: VersionStep

    static func changes(from old: ThemeState, to new: ThemeState) -> [PropertyChange] {
        guard !old.isAbsent, !new.isAbsent else {
            func id(_ state: ThemeState) -> String? { state.isAbsent ? nil : state.theme.id.string }
            return [PropertyChange(name: "theme", old: id(old), new: id(new), step: new.isAbsent ? .major : .patch)]
        }
        let before = properties(of: old)
        let after = properties(of: new)
        var changes = Set(before.keys).union(after.keys).sorted().compactMap { key -> PropertyChange? in
            let one = before[key]
            let other = after[key]
            guard !UTF8Order.equal(one ?? "", other ?? "") else { return nil }
            return PropertyChange(name: key, old: one, new: other, step: step(of: key, to: other))
        }
        if let one = old.contract, let other = new.contract, one != other {
            changes.append(PropertyChange(name: "contract", old: "\(one)", new: "\(other)", step: .patch))
        }
        return changes
    }

    private static func step(of key: String, to new: String?) -> VersionStep {
        switch key {
        // It follows the changes.
        case "version": .none
        // Apps need another pack than before: that of the theme that this one extends now.
        case "extends" where new != ThemeID.default.string: .major
        default: .patch
        }
    }

    /// The images of both sides whose template's color has changed, was added or was removed.
    static func templateChanges(from old: ThemeState, to new: ThemeState) -> [PropertyChange] {
        let kept = Set(old.images.map(\.name)).intersection(new.images.map(\.name))
        func words(_ template: ImageTemplate?) -> String? { template.map { $0.color?.description ?? "null" } }
        return kept.filter { old.templates[$0] != new.templates[$0] }.sorted().map { name in
            PropertyChange(
                name: "templates.\(name)", old: words(old.templates[name]), new: words(new.templates[name]),
                step: .patch)
        }
    }

    private static func properties(of state: ThemeState) -> [String: String] {
        var theme = state.theme
        // In packs, a theme that extends the default theme can lack the key.
        if theme.id != .default { theme.extends = theme.extends ?? .default }
        // A pack lists their colors here.
        theme.templates = []
        return Dictionary(theme.properties.map { ($0.key, $0.value) }) { first, _ in first }
    }
}

/// A resource that differs between two versions of a theme.
package struct ResourceChange: VersionChange {
    /// `nil` if there is no such resource.
    package let old: StoredResource?
    package let new: StoredResource?
    package let path: PortablePath

    package var name: String { path.string }
    /// The default theme need not have a resource that was removed.
    package var step: VersionStep { new == nil ? .major : old == nil ? .minor : .patch }

    static func changes(from old: [StoredResource], to new: [StoredResource]) -> [ResourceChange] {
        paired(old, new) { $0.path < $1.path }.compactMap { old, new in
            guard let path = old?.path ?? new?.path, old?.digest != new?.digest else { return nil }
            return ResourceChange(old: old, new: new, path: path)
        }
    }
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
