import ThemeModel
import ThemePackager
import ThemeProject
import ThemeReview

/// Writes differences as JSON, without fields that have no value. docs/diff.md describes it.
enum DiffJSON {
    static let schemaVersion = 1

    static func text(of difference: ThemeDifference) -> String {
        let (theme, summary) = (difference.themeID, DiffSummary(difference))
        return Console.json(
            SettingValue.members([
                "schemaVersion": schemaVersion, "theme": difference.isOfSelection ? nil : theme,
                "selection": difference.isOfSelection ? difference.new.selection : nil, "old": side(difference.old),
                "new": side(difference.new), "properties": difference.properties.map(value),
                "images": difference.images.map { value($0, theme) },
                "settings": difference.settings.map { value($0, difference) },
                "resources": difference.resources.map(value),
                "summary": SettingValue.members([
                    "changes": difference.changeCount, "breaking": difference.breakingCount,
                    "step": difference.step.rawValue, "nextVersion": summary.nextVersion,
                    "images": SettingValue.members([
                        "added": summary.added, "removed": summary.removed, "renamed": summary.renamed,
                        "resized": summary.resized, "changed": summary.changed, "samePixels": summary.same,
                    ]),
                    "properties": difference.properties.count, "settings": difference.settings.count,
                    "resources": difference.resources.count,
                ]),
            ]))
    }

    private static func side(_ state: ThemeState) -> SettingValue {
        .members(["source": state.label, "version": state.selection.isEmpty ? state.theme.version : nil])
    }

    private static func value(of change: PropertyChange) -> SettingValue {
        .members(["key": change.key, "breaking": change.isBreaking, "old": change.old, "new": change.new])
    }

    private static func value(_ change: ImageChange, _ theme: ThemeID) -> SettingValue {
        let (kind, detail, fact): (String, String, (any JSONConvertible)?) =
            switch change {
            case .added: ("added", "", nil)
            case .removed: ("removed", "", nil)
            case .renamed: ("renamed", "", nil)
            case .resized: ("resized", "", nil)
            case .replaced(_, _, .different(let comparison)): ("pixels", "pixels", value(of: comparison))
            case .replaced(_, _, .samePixels(let chunks)): ("bytes", "differingChunks", chunks)
            case .replaced(_, _, .unknown(let failure)):
                ("undecodable", "reason", "the \(failure.side) image \(failure.error.message)")
            }
        return .members([
            "name": change.image.name, "scale": change.image.scale.factor, "breaking": change.isBreaking(in: theme),
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

    private static func value(_ change: SettingChange, _ difference: ThemeDifference) -> SettingValue {
        .members([
            "key": change.path.description, "breaking": change.isBreaking(in: difference.themeID),
            "sameColor": difference.isSameColor(change) ? true : nil, "old": change.old,
            "new": change.new, "oldType": change.oldType?.rawValue, "newType": change.newType?.rawValue,
        ])
    }

    private static func value(of change: ResourceChange) -> SettingValue {
        func value(_ resource: StoredResource) -> SettingValue {
            .members(["bytes": resource.byteCount, "sha256": resource.digest])
        }
        return .members([
            "path": change.path.string, "breaking": change.isBreaking, "old": change.old.map(value),
            "new": change.new.map(value),
        ])
    }
}
