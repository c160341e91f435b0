import ThemePackager
import ThemeReview

/// Writes differences as JSON, without fields that have no value. docs/diff.md describes it.
enum DiffJSON {
    static let schemaVersion = 1

    static func text(of comparison: Comparison) -> String {
        guard comparison.isOfProject else { return comparison.themes.first.map { Console.json(value(of: $0)) } ?? "" }
        return Console.json(
            SettingValue.members([
                "schemaVersion": schemaVersion, "old": SettingValue.members(["source": comparison.old.label]),
                "new": SettingValue.members(["source": comparison.new.label]),
                "themes": comparison.themes.map(value), "summary": summary(of: comparison),
            ]))
    }

    private static func value(of difference: ThemeDifference) -> SettingValue {
        .members([
            "schemaVersion": schemaVersion, "theme": difference.isOfSelection ? nil : difference.themeID,
            "selection": difference.isOfSelection ? difference.new.selection : nil, "old": side(difference.old),
            "new": side(difference.new), "properties": difference.properties.map(value),
            "images": difference.images.map(value), "settings": difference.settings.map(value),
            "resources": difference.resources.map(value), "summary": summary(of: Comparison(difference)),
        ])
    }

    private static func summary(of comparison: Comparison) -> SettingValue {
        .members([
            "changes": comparison.changeCount, "breaking": comparison.breakingCount,
            "step": comparison.themes.map(\.step).max()?.rawValue ?? VersionStep.none.rawValue,
            "nextVersion": comparison.nextVersion,
            "images": SettingValue.members([
                "added": comparison.count(.added), "removed": comparison.count(.gone),
                "renamed": comparison.count(.renamed), "resized": comparison.count(.resized),
                "changed": comparison.count(.swapped, .changed, .undecodable), "samePixels": comparison.count(.same),
            ]),
            "properties": comparison.sum(\.properties.count), "settings": comparison.sum(\.settings.count),
            "resources": comparison.sum(\.resources.count),
        ])
    }

    /// `nil` for the side that lacks the theme.
    private static func side(_ state: ThemeState) -> SettingValue? {
        guard !state.isAbsent else { return nil }
        return .members(["source": state.label, "version": state.selection.isEmpty ? state.theme.version : nil])
    }

    private static func value(of change: PropertyChange) -> SettingValue {
        .members(["key": change.name, "breaking": change.isBreaking, "old": change.old, "new": change.new])
    }

    private static func value(of change: ImageChange) -> SettingValue {
        let (kind, detail, fact): (String, String, (any JSONConvertible)?) =
            switch change.difference {
            case .removed: ("removed", "", nil)
            case .added, .renamed, .resized: (change.kind.rawValue, "", nil)
            case .swapped(let other):
                ("swapped", "with", SettingValue.members(["name": other.name, "scale": other.scale.factor]))
            case .pixels(let comparison): ("pixels", "pixels", value(of: comparison))
            case .bytes(let chunks): ("bytes", "differingChunks", chunks)
            case .undecodable(let failure):
                ("undecodable", "reason", "the \(failure.side) image \(failure.error.message)")
            }
        return .members([
            "name": change.image.name, "scale": change.image.scale.factor, "breaking": change.isBreaking,
            "old": change.old.map(value), "new": change.new.map(value), "change": kind, detail: fact,
        ])
    }

    private static func value(of image: StoredImage) -> SettingValue {
        .members([
            "name": image.name, "scale": image.scale.factor, "path": image.path, "bytes": image.byteCount,
            "sha256": image.digest, "width": image.size?.width, "height": image.size?.height,
        ])
    }

    private static func value(of comparison: PixelComparison) -> SettingValue {
        .members([
            "all": comparison.pixelCount, "differing": comparison.differingPixels, "greatest": comparison.greatest,
            "mean": comparison.mean,
            "bounds": comparison.bounds.map { bounds in
                SettingValue.members([
                    "x": bounds.columns.lowerBound, "y": bounds.rows.lowerBound, "width": bounds.columns.count,
                    "height": bounds.rows.count,
                ])
            },
        ])
    }

    private static func value(of change: SettingChange) -> SettingValue {
        .members([
            "key": change.name, "breaking": change.isBreaking, "sameColor": change.isSameColor ? true : nil,
            "old": change.old, "new": change.new, "oldType": change.oldType?.rawValue,
            "newType": change.newType?.rawValue,
        ])
    }

    private static func value(of change: ResourceChange) -> SettingValue {
        func value(_ resource: StoredResource) -> SettingValue {
            .members(["bytes": resource.byteCount, "sha256": resource.digest])
        }
        return .members([
            "path": change.name, "breaking": change.isBreaking, "old": change.old.map(value),
            "new": change.new.map(value),
        ])
    }
}
