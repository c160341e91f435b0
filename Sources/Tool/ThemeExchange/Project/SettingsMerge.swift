import PackFormat
import ThemePackager
import ThemeProject

/// Adds settings to a theme's settings file. Keeps the existing settings.
struct SettingsMerge {
    private(set) var root = Settings.none
    private let order: ThemeColor.Order
    private let isForced: Bool
    private(set) var isChanged = false
    /// The paths that this import has set.
    private var own: Set<SettingPath> = []

    /// - Parameter path: of the existing file, relative to the project; `nil` if there is none.
    init(
        into path: String?, in target: TargetProject, order: ThemeColor.Order, isForced: Bool
    ) throws(UserError) {
        self.order = order
        self.isForced = isForced
        guard let path else { return }
        var isSound = true
        root = Settings(try Self.members(of: path, in: target)) { _ in isSound = false }
        guard isSound else {
            throw UserError(path: path, "has a setting below a value", hint: "themepack verify says where")
        }
    }

    /// Returns the members of a file that can get more.
    static func members(of path: String, in target: TargetProject) throws(UserError) -> [String: SettingValue] {
        guard path.lowercased().hasSuffix(".json") else {
            throw UserError(
                path: path, "is a property list, to which settings cannot be added",
                hint: "convert it: plutil -convert json, and name the new file in theme.json")
        }
        let file = try rethrow(as: {
            UserError(path: path, $0.text, hint: "settings are added to this file; repair it first")
        }) { () throws(ExchangeItem.Note) in
            try SourceFile("\(target.root)/\(path)", target.limits)
        }
        guard file.document.duplicateKeys.isEmpty, let members = file.value.object else {
            throw UserError(path: path, "has a key twice or no object", hint: "themepack verify says where")
        }
        return members
    }

    /// Whether the file has a value at a path, and whether it is the given one.
    func has(_ path: SettingPath, _ value: ThemeContents.Value? = nil) -> Bool {
        guard let old = root[path], old.isSet else { return false }
        guard let value else { return true }
        if case .color(let color) = value { return old.string.flatMap { try? ThemeColor($0, order: order) } == color }
        return old == literal(value, at: path)
    }

    /// Returns why verification would reject a setting; `nil` if it would not.
    ///
    /// - Parameter base: the settings of the default theme; `nil` if these are they.
    func obstacle(
        to value: ThemeContents.Value, at path: SettingPath, _ base: SettingsMerge?
    ) -> ExchangeItem.Note? {
        if path.isRoot || path.keys.first == "" { return .defect("the name at the top is empty") }
        if path.keys.first == "super" {
            return .defect("'super' is not a name for settings: it names the theme to extend")
        }
        let own = literal(value, at: path)
        let standard = base?.root[path]
        let expected = standard.flatMap { SettingType(of: $0, at: path) }
        let check = ColorCheck(
            order: order, defaultOrder: base?.order ?? order, defaultTypes: expected.map { [path: $0] } ?? [:])
        if let problem = check.problems(in: own, standard, at: path).first(where: { !$0.isWarning }) {
            let words = "\(problem.path): \(problem.message)"
            // A text of a source whose keys say nothing about types.
            if case .other = value, expected != .color {
                return .left(words + ", and keys that end in 'color' hold colors")
            }
            return .defect(words)
        }
        guard let type = SettingType(of: own, at: path), let expected, !type.fits(expected) else { return nil }
        return .defect("\(path) has the type \(type.rawValue), in the default theme \(expected.rawValue)")
    }

    /// Returns the file's bytes.
    ///
    /// - Throws: ``UserError`` if verification would reject them. References can multiply values and nest them.
    static func bytes(of value: SettingValue, for path: String, _ limits: ProjectLimits) throws(UserError) -> [UInt8] {
        let bytes = CanonicalJSON.encode(value)
        do {
            _ = try SourceDocument.read(bytes, fileName: path, limits: limits)
        } catch {
            throw UserError(
                path: path, "cannot be written: it \(error.message)",
                hint: "import a part of the source, or set \"limits\" in themepack.json")
        }
        return bytes
    }

    /// Returns why the setting was not added; `nil` if the file has it now.
    mutating func set(_ path: SettingPath, _ value: ThemeContents.Value) -> String? {
        guard !own.contains(path) else { return "another source sets \(path)" }
        if !has(path, value) {
            if let obstacle = obstacle(at: path) { return obstacle }
            root.set(literal(value, at: path), at: path)
            isChanged = true
        }
        own.insert(path)
        return nil
    }

    /// Returns why the file keeps what it has at a path or on the way there; `nil` if it can get another value.
    private func obstacle(at path: SettingPath) -> String? {
        var value = Optional(root.value)
        for key in path.keys {
            guard let parent = value, parent.isSet else { return nil }
            guard parent.object != nil else {
                return "the setting \(path) cannot be added: a key on its way has \(parent.summary), no object"
            }
            value = parent[key]
        }
        guard value?.isSet == true, !isForced else { return nil }
        return "the setting \(path) exists and differs; --force replaces it"
    }

    /// A color is marked by `#` where the keys of its path do not say that it is one.
    private func literal(_ value: ThemeContents.Value, at path: SettingPath) -> SettingValue {
        switch value {
        case .color(let color):
            let digits = color.hexadecimal(order)
            return .string(SettingType(of: .string(digits), at: path) == .color ? digits : "#" + digits)
        case .written(let value): return reordered(value, at: path)
        case .other(let value): return value
        }
    }

    /// Only colors of four and eight digits depend on the order. Four digits can also be a year.
    private func reordered(_ value: SettingValue, at path: SettingPath) -> SettingValue {
        guard order == .rgba else { return value }
        if case .list(let items) = value { return .list(items.map { reordered($0, at: path) }) }
        guard let text = value.string, let digits = ColorDigits(text), digits.hasAlpha,
            text.utf8.count >= 8 || value.isSurelyColor(at: path)
        else { return value }
        return .string(digits.reordered(to: order))
    }
}

extension ThemeColor {
    /// `RRGGBB`; with alpha `AARRGGBB` or `RRGGBBAA`.
    func hexadecimal(_ order: Order) -> String {
        let text = description.dropFirst()
        let alpha = text.prefix(2)
        let channels = text.dropFirst(2)
        guard self.alpha != 255 else { return String(channels) }
        return order == .argb ? "\(alpha)\(channels)" : "\(channels)\(alpha)"
    }
}
