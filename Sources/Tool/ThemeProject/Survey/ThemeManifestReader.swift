struct ThemeManifestReader {
    package static let keys = [
        SourceDocument.schemaKey, "id", "name", "version", "imageNamePrefix", "extends", "config", "colorOrder",
        "resources", "activeFrom", "activeUntil", "priority", "axis", "for", "templates",
    ]

    let reader: MemberReader
    let folderName: String
    let limits: ProjectLimits
    var problems: [SourceError] = []

    /// Returns `nil` if the id, the version or the prefix is missing or invalid.
    ///
    /// - Parameter isCopy: whether the folder is a copy of the one that has the name of the id.
    mutating func manifest(_ isCopy: (ThemeID) -> Bool) -> ThemeManifest? {
        _ = reader.members(at: .root, known: Self.keys, in: SurveyedTheme.manifestName, &problems)
        guard reader.document.value.object != nil else { return nil }
        let id: ThemeID? = required("id") { try ThemeID($0) }
        let version: SemanticVersion? = required("version") { try SemanticVersion($0) }
        let prefixKey = SettingPath(["imageNamePrefix"])
        let prefix = optional("imageNamePrefix") { try ImagePrefix($0) } ?? ImagePrefix.none
        let isSet = reader.value(of: "imageNamePrefix") != nil
        if !isSet, let null = problems.firstIndex(where: { $0.key == prefixKey }) {
            problems[null].hint =
                "write how the names of the theme's images begin, or remove the key if it has no prefix"
        }
        // Without this check, an invalid prefix or a misspelled key would cause findings about the theme's images.
        let hasSoundPrefix = !problems.contains {
            $0.key == prefixKey
                || !isSet && $0.key?.keys.count == 1
                    && reader.suggestions.suggestion(for: $0.key?.description ?? "", among: prefixKey.keys) != nil
        }
        let extends: ThemeID? = optional("extends") { try ThemeID($0) }
        let config = optional("config") { try Self.config($0) }
        let order = optional("colorOrder") { try Self.order($0) }
        let name = optional("name") { try Self.name($0) }
        let resources = resources()
        let season = season()
        let axis: ThemeAxis? = optional("axis") { try ThemeAxis($0) }
        let combined = combinedThemes()
        let templates = templates()
        guard let id, let version, hasSoundPrefix else { return nil }
        check(id, prefix, extends, isCopy)
        var theme = PackTheme(
            id: id, name: name ?? id.string, version: version, imageNamePrefix: prefix,
            extends: id == .default || !combined.isEmpty ? nil : extends ?? .default, colorOrder: order ?? .argb)
        theme.season = season
        if id != .default {
            theme.axis = axis
            theme.combinedThemes = combined
        }
        return ThemeManifest(
            packTheme: theme, config: config, resources: resources, statesColorOrder: order != nil,
            templates: id == .default ? templates : [])
    }

    private mutating func check(
        _ id: ThemeID, _ prefix: ImagePrefix, _ extends: ThemeID?, _ isCopy: (ThemeID) -> Bool
    ) {
        if id.string != folderName {
            let isCopy = CopyMark(folderName)?.rest == id.string || isCopy(id)
            let hint =
                (try? ThemeID(folderName)) == nil ? "rename the folder to '\(id)'" : "give both the same name"
            report(
                "id", "is '\(id)', but the folder is '\(folderName)'",
                isCopy ? "it looks like a copy: remove it, or give folder, \"id\" and prefix new names" : hint)
        }
        if extends == id { report("extends", "the theme extends itself", "remove the key") }
        guard id == .default else {
            if let templates = reader.value(of: "templates"), templates.object?.isEmpty != true {
                report(
                    "templates", "only the default theme says which images are masks, for all themes",
                    "move it to the default theme's theme.json; here, set the color")
            }
            return
        }
        if !prefix.isEmpty { report("imageNamePrefix", "the default theme has no prefix", "remove the key") }
        for key in ["extends", "axis", "for"] where reader.value(of: key) != nil {
            report(key, "the default theme \(key == "extends" ? "extends nothing" : "is on no axis")", "remove the key")
        }
    }

    /// Reads the members of a combination, sorted. A combination has no axis, parent or season of its own.
    private mutating func combinedThemes() -> [ThemeID] {
        guard let value = reader.value(of: "for") else { return [] }
        let hint = "name the themes that must all be selected: [\"acme\", \"dark\"]"
        guard case .list(let items) = value else {
            report("for", "expected a list of themes", hint)
            return []
        }
        var members: [ThemeID] = []
        for (number, item) in items.enumerated() {
            let path = SettingPath(["for", String(number)])
            guard let text = item.string, let id = try? ThemeID(text) else {
                report(path, "expected the id of a theme", hint)
                continue
            }
            if members.contains(id) {
                report(path, "names the theme '\(id)' twice", "remove one of the two")
            } else {
                members.append(id)
            }
        }
        if items.count < 2 { report("for", "a combination is for at least two themes", hint) }
        for key in ["extends", "axis", "activeFrom", "activeUntil", "priority"]
        where reader.value(of: key) != nil {
            report(
                key, "a combination has no \"\(key)\": it holds where all of its themes are selected",
                "remove the key, or \"for\"")
        }
        return members.count < 2 ? [] : members.sorted()
    }

    private mutating func resources() -> PathPatterns {
        guard let value = reader.value(of: "resources"), value != .list([]) else { return .none }
        do throws(SourceError) {
            let path = SettingPath(["resources"])
            return try PathPatterns(at: path, reader, limits, of: "the theme's folder", example: "fonts/**")
        } catch {
            problems.append(error)
            return .none
        }
    }

    private mutating func season() -> ThemeSeason {
        var season = ThemeSeason.none
        season.from = optional("activeFrom") { try Moment($0) }
        season.until = optional("activeUntil") { try Moment($0) }
        if let from = season.from, let until = season.until, from >= until {
            report(
                "activeUntil", "the season does not end after it begins",
                "write a time after 'activeFrom', which is \(from) in UTC")
        }
        if let value = reader.value(of: "priority") {
            if case .number(let number) = value, let priority = Int(exactly: number),
                ThemeSeason.priorities.contains(priority)
            {
                season.priority = priority
            } else {
                let low = ThemeSeason.priorities.lowerBound
                let high = ThemeSeason.priorities.upperBound
                report("priority", "expected a whole number", "from \(low) to \(high)")
            }
        }
        return season
    }

    private static func config(_ text: String) throws -> PortablePath {
        let isSettings = [".json", ".plist"].contains { text.lowercased().hasSuffix($0) }
        guard isSettings, text != SurveyedTheme.manifestName else {
            throw SourceError(message: "is not a settings file", hint: "expected: a .json or .plist file with settings")
        }
        return try PortablePath(text)
    }

    private static func name(_ text: String) throws -> String {
        guard !text.isEmpty else { throw SourceError(message: "is empty", hint: "expected: a name, or no \"name\"") }
        guard text.utf8.count <= NameLimits.displayName else {
            throw SourceError(message: "... is too long", hint: "expected: at most \(NameLimits.displayName) bytes")
        }
        return text
    }

    private static func order(_ text: String) throws -> ThemeColor.Order {
        guard let order = ThemeColor.Order(rawValue: text) else {
            throw SourceError(message: "is not known", hint: "expected: \"argb\" or \"rgba\"")
        }
        return order
    }

    private mutating func required<Value>(_ key: String, _ parse: (String) throws -> Value) -> Value? {
        guard reader.value(of: key) != nil else {
            let hint = "every theme has an \"id\" and a \"version\""
            let key = SettingPath([key])
            if let null = problems.firstIndex(where: { $0.key == key }) {
                problems[null].hint = hint
            } else {
                problems.append(SourceError(position: .start, key: key, message: "the key is missing", hint: hint))
            }
            return nil
        }
        return optional(key, parse)
    }

    private mutating func optional<Value>(_ key: String, _ parse: (String) throws -> Value) -> Value? {
        guard let value = reader.value(of: key) else { return nil }
        guard let text = value.string else {
            report(key, "expected a string", "write it in quotation marks")
            return nil
        }
        do {
            return try parse(text)
        } catch let error as InvalidName {
            report(key, "'\(text)' is not well-formed", "expected: \(error.expected)")
        } catch let error as InvalidPath {
            report(
                key, "'\(text)' \(error.explanation)",
                "expected: a path within the theme's folder, such as \"config.json\"")
        } catch let error as SourceError {
            report(key, "'\(text.prefix(40))' \(error.message)", error.hint)
        } catch {
            report(key, "'\(text)' is not well-formed", nil)
        }
        return nil
    }

    private mutating func report(_ key: String, _ message: String, _ hint: String?) {
        report(SettingPath([key]), message, hint)
    }

    mutating func report(_ path: SettingPath, _ message: String, _ hint: String? = nil) {
        problems.append(reader.problem(path, message, hint: hint))
    }
}
