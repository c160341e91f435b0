/// A mark that a desktop, browser or program for synchronizing adds to the name of a copy: `button (1)` of browsers,
/// `button - Copy` of Windows, `button copy 2` and `button@2x 2` of macOS, `button (copy)` of GNOME and KDE.
struct CopyMark {
    /// With the space or dash before it.
    let text: Substring
    /// Whether it is at the start of the name.
    var isFirst = false
    /// The name without the mark.
    let rest: String

    private static let words = [
        "copy", "kopie", "kopia", "kopi", "kopio", "copie", "copia", "cópia", "còpia", "kópia", "másolat", "kopya",
        "копия", "копія", "コピー", "のコピー", "副本", "的副本", "拷贝", "的拷贝", "拷貝", "복사본", "사본",
    ]
    private static let heads = [
        "copy of ", "kopie von ", "kopie van ", "copie de ", "copia de ", "copia di ", "cópia de ", "kopia av ",
        "kopi af ", "kopi av ", "копия ",
    ]
    private static let conflictWords = ["conflict", "konflikt", "conflit", "conflitto", "衝突", "冲突"]
    /// Of Syncthing, Nextcloud, Resilio and git. A time, a device or a number follows some.
    private static let starts = [
        ".sync-conflict-", "_conflict-", "-conflict-", ".conflict", "_backup_", "_base_", "_local_", "_remote_",
    ]
    private static let ends = [".orig", ".bak", ".backup", ".old"]

    /// `nil` if the name has no such mark. `button 2` has none: it can be a name.
    ///
    /// - Parameter stem: a file name without scale and extension.
    init?(_ stem: String) {
        guard Self.canHaveMark(stem) else { return nil }
        let lower = stem.lowercased()
        // A letter can be two in lower case.
        guard lower.count == stem.count else { return nil }
        if let head = Self.heads.first(where: lower.hasPrefix) {
            text = stem.prefix(head.count)
            rest = String(stem.dropFirst(head.count))
            isFirst = true
            return
        }
        guard let start = Self.bracketed(lower) ?? Self.conflict(lower) ?? Self.worded(lower) else { return nil }
        text = stem.dropFirst(start.count)
        rest = String(stem.prefix(start.count))
    }

    /// `icon_12`, `go-next-2` and `org.app` are usual, so their marks are looked for only if they can have one.
    private static func canHaveMark(_ stem: String) -> Bool {
        var underscores = 0
        var hasDot = false
        /// Whether a part begins with the first letter of `conflict`.
        var canHaveConflict = false
        var previous: UInt8 = 0
        for byte in stem.utf8 {
            switch byte {
            case UInt8(ascii: "_"): underscores += 1
            case UInt8(ascii: "."): hasDot = true
            case UInt8(ascii: "C"), UInt8(ascii: "c"):
                if "_-.".utf8.contains(previous) { canHaveConflict = true }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                break
            default: return true
            }
            previous = byte
        }
        if underscores > 1 { return true }
        guard hasDot || canHaveConflict else { return false }
        let lower = stem.lowercased()
        return canHaveConflict && lower.contains("conflict") || hasDot && ends.contains(where: lower.hasSuffix)
    }

    /// Returns the name before `(1)`, `(another copy)` or `(conflicted copy 2026-01-02)`.
    private static func bracketed(_ name: String) -> Substring? {
        guard let open = name.last == ")" ? "(" as Character : name.last == "]" ? "[" : nil,
            let start = name.lastIndex(of: open)
        else { return nil }
        let content = name[start...].dropFirst().dropLast()
        let isNumber = open == "(" && (1...3).contains(content.utf8.count) && content.utf8.allSatisfy(\.isASCIIDigit)
        guard isNumber || (words + conflictWords).contains(where: { content.hasPart($0) }) else { return nil }
        let rest = name[..<start]
        return rest.last == " " ? rest.dropLast() : rest
    }

    private static func conflict(_ name: String) -> Substring? {
        if let end = ends.first(where: name.hasSuffix) { return name.dropLast(end.count) }
        for mark in starts {
            let bytes = name.utf8
            guard let start = bytes.indices.last(where: { bytes[$0...].starts(with: mark.utf8) }) else { continue }
            let tail = bytes[start...].dropFirst(mark.utf8.count)
            let isNumber = !tail.isEmpty && tail.allSatisfy(\.isASCIIDigit)
            if mark.hasSuffix("_") ? isNumber : mark.hasSuffix("t") == tail.isEmpty { return name[..<start] }
        }
        return nil
    }

    private static func worded(_ name: String) -> Substring? {
        let digits = name.utf8.reversed().prefix(while: \.isASCIIDigit).count
        let unnumbered = name.dropLast(digits)
        let hasNumber = (1...3).contains(digits) && unnumbered.last == " "
        let text = hasNumber ? unnumbered.dropLast() : name[...]
        if let word = words.filter(text.hasSuffix).max(by: { $0.count < $1.count }) {
            let rest = text.dropLast(word.count)
            if rest.hasSuffix(" - ") || rest.hasSuffix(" – ") { return rest.dropLast(3) }
            if rest.last == " " { return rest.dropLast() }
            // Languages without spaces write the word at once.
            if word.utf8.first.map({ $0 >= 0xE3 }) == true { return rest }
        }
        return hasNumber && ImageFileName(text + ".png").map { $0.scale != .one } == true ? text : nil
    }
}

extension Substring {
    fileprivate func hasPart(_ part: String) -> Bool { indices.contains { self[$0...].hasPrefix(part) } }
}
