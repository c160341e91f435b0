import PackFormat
package import ThemePackager
import ThemeProject

// The sentences about changes, and their marks.

extension PropertyChange {
    package var words: String {
        // Its digests say nothing to people.
        name == "contract" ? "verified against other defaults" : "\(old ?? "none") -> \(new ?? "none")"
    }
    package var mark: Character { "~" }
}

extension ImageChange {
    package var mark: Character {
        switch kind {
        case .added: "+"
        case .gone: "-"
        case .renamed: ">"
        case .resized, .swapped, .changed, .undecodable: "~"
        case .same: "="
        }
    }

    package var words: String {
        let old = old ?? image
        let bytes = old.byteCount == image.byteCount ? "" : "; \(image.byteCount) bytes, was \(old.byteCount)"
        switch difference {
        case .added: return "new, \(Self.size(of: image)), \(image.byteCount) bytes"
        case .removed: return "gone, was \(Self.size(of: image))"
        case .renamed:
            // Swift compares characters; names are compared by their bytes.
            let isForm = old.title == image.title
            return "renamed from \(old.title)" + (isForm ? ", the same letters in another Unicode form" : "")
        case .resized: return "\(Self.size(of: image)), was \(Self.size(of: old))"
        case .swapped(let other): return "swapped with \(other.title): each has the other's former image"
        case .pixels(let comparison): return comparison.words + bytes
        case .bytes(differingChunks: []): return "the same pixels" + bytes
        case .bytes(let chunks): return "the same pixels, but other \(chunks.joined(separator: ", "))" + bytes
        case .undecodable(let failure):
            return "other bytes that cannot be compared: the \(failure.side) image \(failure.error.message)"
        }
    }

    private static func size(of image: StoredImage) -> String {
        image.size.map { "\($0) px" } ?? "of unknown size"
    }
}

extension PixelComparison {
    /// For example `120 of 3872 pixels (3.1%) differ, by 12% on average, within 20x6 px at 4,0`.
    package var words: String {
        let share = Self.percentage(Double(differingPixels) / Double(max(1, pixelCount)))
        let average = Self.percentage(mean * Double(pixelCount) / Double(max(1, differingPixels)))
        let place = bounds.map { bounds in
            let columns = bounds.columns
            let rows = bounds.rows
            return ", within \(columns.count)x\(rows.count) px at \(columns.lowerBound),\(rows.lowerBound)"
        }
        return "\(differingPixels) of \(pixelCount) pixels (\(share)) differ, by \(average) on average" + (place ?? "")
    }

    /// A fraction as text: `3.1%`. A difference never reads as 0%, and a part never as 100%.
    private static func percentage(_ fraction: Double) -> String {
        let tenths = Int((fraction * 1000).rounded())
        if fraction > 0, tenths == 0 { return "<0.1%" }
        if fraction < 1, tenths >= 1000 { return ">99.9%" }
        return tenths % 10 == 0 ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
    }
}

extension SettingChange {
    package var words: String {
        switch values() {
        case (let old?, let new?): "\(old) -> \(new)" + (note.map { " (\($0))" } ?? "")
        case (let old?, nil): "gone, was \(old)"
        case (nil, let new): new ?? ""
        }
    }

    package var mark: Character { isSameColor ? "=" : old == nil ? "+" : new == nil ? "-" : "~" }

    /// The old and the new value, each in one line of JSON of at most `length` scalars; `nil` if it is not there.
    package func values(length: Int = 80) -> (old: String?, new: String?) {
        (old.map { Self.text(of: $0, length) }, new.map { Self.text(of: $0, length) })
    }

    private static func text(of value: SettingValue, _ length: Int) -> String {
        // A long list is cut before it is written, because a value can have megabytes.
        var value = value
        if case .list(let items) = value, items.count > length { value = .list(Array(items.prefix(length))) }
        if case .string(let text) = value { value = .string(String(text.unicodeScalars.prefix(length))) }
        let text = CanonicalJSON.line(value)
        // A character can have any number of scalars.
        return text.unicodeScalars.count > length ? String(text.unicodeScalars.prefix(length - 1)) + "…" : text
    }

    /// For example `number, was color`; `nil` if there is nothing to say besides the values.
    package var note: String? {
        if isSameColor { return "the same color" }
        guard changesType, let oldType, let newType else { return nil }
        return "\(newType.rawValue), was \(oldType.rawValue)"
    }
}

extension ResourceChange {
    package var words: String {
        switch (old, new) {
        case (nil, let new?): "new, \(new.byteCount) bytes"
        case (let old?, nil): "gone, had \(old.byteCount) bytes"
        case (let old?, let new?): "other bytes: \(new.byteCount), was \(old.byteCount)"
        case (nil, nil): ""
        }
    }

    package var mark: Character { old == nil ? "+" : new == nil ? "-" : "~" }
}
