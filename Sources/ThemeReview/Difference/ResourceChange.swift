package import ThemeModel

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
