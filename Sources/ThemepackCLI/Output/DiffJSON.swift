import ThemeModel
import ThemePackager
import ThemeProject
import ThemeReview

/// Writes differences as JSON, without fields that have no value. docs/diff.md describes it.
enum DiffJSON {
    static let schemaVersion = 1

    static func text(of difference: ThemeDifference) -> String {
        let (theme, summary) = (difference.themeID, DiffSummary(difference))
        func number(_ value: Int) -> SettingValue { .number(Double(value)) }
        var counts: [String: SettingValue] = [
            "changes": number(difference.changeCount), "breaking": number(difference.breakingCount),
            "step": .string(difference.step.rawValue),
            "images": .object([
                "added": number(summary.added), "removed": number(summary.removed),
                "renamed": number(summary.renamed), "resized": number(summary.resized),
                "changed": number(summary.changed), "samePixels": number(summary.same),
            ]),
            "properties": number(difference.properties.count), "settings": number(difference.settings.count),
            "resources": number(difference.resources.count),
        ]
        counts["nextVersion"] = summary.nextVersion.map { .string("\($0)") }
        return Console.json(
            .object([
                "schemaVersion": number(schemaVersion), "theme": .string(theme.string),
                "old": side(difference.old), "new": side(difference.new), "summary": .object(counts),
                "properties": .list(difference.properties.map(value)),
                "images": .list(difference.images.map { value($0, theme) }),
                "settings": .list(difference.settings.map { value($0, theme) }),
                "resources": .list(difference.resources.map(value)),
            ]))
    }

    private static func side(_ state: ThemeState) -> SettingValue {
        .object(["source": .string(state.label), "version": .string("\(state.theme.version)")])
    }

    private static func value(of change: PropertyChange) -> SettingValue {
        var members: [String: SettingValue] = ["key": .string(change.key), "breaking": .boolean(change.isBreaking)]
        members["old"] = change.old.map(SettingValue.string)
        members["new"] = change.new.map(SettingValue.string)
        return .object(members)
    }

    private static func value(_ change: ImageChange, _ theme: ThemeID) -> SettingValue {
        var members: [String: SettingValue] = [
            "name": .string(change.image.name.description),
            "scale": .number(Double(change.image.scale.factor)),
            "breaking": .boolean(change.isBreaking(in: theme)),
        ]
        members["old"] = change.old.map(value)
        members["new"] = change.new.map(value)
        let kind: String
        switch change {
        case .added: kind = "added"
        case .removed: kind = "removed"
        case .renamed: kind = "renamed"
        case .resized: kind = "resized"
        case .replaced(_, _, .different(let comparison)):
            kind = "pixels"
            members["pixels"] = value(of: comparison)
        case .replaced(_, _, .samePixels(let chunks)):
            kind = "bytes"
            members["differingChunks"] = .list(chunks.map(SettingValue.string))
        case .replaced(_, _, .unknown(let failure)):
            kind = "undecodable"
            members["reason"] = .string("the \(failure.side) image \(failure.error.message)")
        }
        members["change"] = .string(kind)
        return .object(members)
    }

    private static func value(of image: StoredImage) -> SettingValue {
        var members: [String: SettingValue] = [
            "name": .string(image.name.description), "scale": .number(Double(image.scale.factor)),
            "path": .string(image.path), "bytes": .number(Double(image.byteCount)),
            "sha256": .string(image.digest.description),
        ]
        members["width"] = image.size.map { .number(Double($0.width)) }
        members["height"] = image.size.map { .number(Double($0.height)) }
        return .object(members)
    }

    private static func value(of comparison: PixelComparison) -> SettingValue {
        var members: [String: SettingValue] = [
            "all": .number(Double(comparison.pixelCount)), "differing": .number(Double(comparison.differingPixels)),
            "greatest": .number(comparison.greatest), "mean": .number(comparison.mean),
        ]
        if let bounds = comparison.bounds {
            members["bounds"] = .object([
                "x": .number(Double(bounds.columns.lowerBound)), "y": .number(Double(bounds.rows.lowerBound)),
                "width": .number(Double(bounds.columns.count)), "height": .number(Double(bounds.rows.count)),
            ])
        }
        return .object(members)
    }

    private static func value(_ change: SettingChange, _ theme: ThemeID) -> SettingValue {
        var members: [String: SettingValue] = [
            "key": .string(change.path.description), "breaking": .boolean(change.isBreaking(in: theme)),
        ]
        members["old"] = change.old
        members["new"] = change.new
        members["oldType"] = change.oldType.map { .string($0.rawValue) }
        members["newType"] = change.newType.map { .string($0.rawValue) }
        return .object(members)
    }

    private static func value(of change: ResourceChange) -> SettingValue {
        func value(_ resource: StoredResource) -> SettingValue {
            .object(["bytes": .number(Double(resource.byteCount)), "sha256": .string("\(resource.digest)")])
        }
        var members: [String: SettingValue] = [
            "path": .string(change.path.string), "breaking": .boolean(change.isBreaking),
        ]
        members["old"] = change.old.map(value)
        members["new"] = change.new.map(value)
        return .object(members)
    }
}
