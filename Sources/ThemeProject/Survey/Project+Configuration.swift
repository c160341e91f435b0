import ThemeModel

extension Project {
    package static let keys = [
        SourceDocument.schemaKey, "assets", "themes", "links", "ignore", "rules", "overrides", "exemptions",
        "tolerance", "limits", "keys", "contrast", "baseline", "fonts",
    ]
    private static let exemptionKeys = ["rule", "path", "reason"]

    /// Applies `themepack.json`. Returns all mistakes in the order of their places; an unknown key is one.
    mutating func apply(_ document: SourceDocument) -> [SourceError] {
        let reader = MemberReader(document: document, budget.suggestions)
        var problems = document.duplicateKeys
        func attempt(_ step: () throws(SourceError) -> Void) {
            do throws(SourceError) { try step() } catch { problems.append(error) }
        }
        let members = reader.members(at: .root, known: Self.keys, &problems)
        attempt { () throws(SourceError) in
            if let value = members["assets"] { assetFolder = try reader.folder(value, at: ["assets"]) }
        }
        attempt { () throws(SourceError) in
            if let value = members["themes"] { themesFolder = try reader.folder(value, at: ["themes"]) }
        }
        attempt { () throws(SourceError) in try checkFoldersAreSeparate(reader) }
        attempt { () throws(SourceError) in
            if let value = members["links"] { links = try readLinks(value, reader) }
        }
        readLimits(reader, &problems)
        attempt { () throws(SourceError) in try readIgnoredFiles(reader) }
        attempt { () throws(SourceError) in try readTolerance(reader) }
        ruleBook.severities = Self.severities(at: SettingPath(["rules"]), reader, &problems)
        readOverrides(reader, &problems)
        attempt { () throws(SourceError) in
            if let value = members["fonts"] { fonts = try Self.fonts(value, reader) }
        }
        attempt { () throws(SourceError) in
            guard let value = members["baseline"] else { return }
            baselineFile = try Self.baseline(value, reader)
            baselinePosition = document.valuePositions[SettingPath(["baseline"])]
        }
        attempt { () throws(SourceError) in keys = try KeyRules(file: join(Self.fileName), reader) }
        attempt { () throws(SourceError) in contrast = try ContrastPair.pairs(reader) }
        attempt { () throws(SourceError) in
            if let exemptions = members["exemptions"] { try readExemptions(exemptions, reader, &problems) }
        }
        func place(_ problem: SourceError) -> (Int, Int) {
            (problem.position?.line ?? 0, problem.position?.column ?? 0)
        }
        return problems.sorted { place($0) < place($1) }
    }

    /// If one folder contained the other, a file could belong to two themes.
    private func checkFoldersAreSeparate(_ reader: MemberReader) throws(SourceError) {
        // Some disks ignore letter case.
        let (one, other) = ("\(assetFolder)/".lowercased(), "\(themesFolder)/".lowercased())
        guard one.hasPrefix(other) || other.hasPrefix(one) else { return }
        let key = SettingPath([reader.value(at: SettingPath(["assets"])) == nil ? "themes" : "assets"])
        throw reader.problem(
            key, "the folders of images and themes, '\(assetFolder)' and '\(themesFolder)', overlap",
            hint: "give each a folder of its own")
    }

    private static func fonts(_ value: SettingValue, _ reader: MemberReader) throws(SourceError) -> [String] {
        guard case .list(let items) = value, items.allSatisfy({ $0.string?.isEmpty == false }) else {
            throw reader.problem(
                SettingPath(["fonts"]), "expected a list of names of fonts",
                hint: "such as [\"Helvetica\", \"PingFangSC-*\"]")
        }
        return items.compactMap(\.string)
    }

    private static func baseline(_ value: SettingValue, _ reader: MemberReader) throws(SourceError) -> String {
        guard let text = value.string, let path = try? PortablePath(text) else {
            throw reader.problem(
                SettingPath(["baseline"]), "expected the path of a file, relative to the project",
                hint: "such as \"baseline.json\", which 'themepack verify --write-baseline' writes")
        }
        return path.string
    }

    private func readLinks(_ value: SettingValue, _ reader: MemberReader) throws(SourceError) -> [String] {
        guard case .list(let items) = value else {
            throw reader.problem(SettingPath(["links"]), "expected a list of folders, relative to the project")
        }
        var folders: [String] = []
        for (index, item) in items.enumerated() {
            folders.append(try reader.folder(item, at: ["links", String(index)]))
        }
        return folders
    }

    private mutating func readLimits(_ reader: MemberReader, _ problems: inout [SourceError]) {
        for name in reader.members(at: SettingPath(["limits"]), known: ProjectLimits.names, &problems).keys.sorted() {
            let path = SettingPath(["limits", name])
            guard let entry = ProjectLimits.all.first(where: { $0.name == name }) else { continue }
            guard case .number(let number) = reader.value(at: path), number >= 1, number <= Double(entry.maximum),
                number == number.rounded()
            else {
                problems.append(reader.problem(path, "expected a whole number from 1 to \(entry.maximum)"))
                continue
            }
            limits[keyPath: entry.keyPath] = Int(number)
        }
        budget.raise(by: limits.work)
    }

    private mutating func readExemptions(
        _ value: SettingValue, _ reader: MemberReader, _ problems: inout [SourceError]
    ) throws(SourceError) {
        guard case .list(let items) = value else {
            throw reader.problem(SettingPath(["exemptions"]), "expected a list of {\"rule\", \"path\", \"reason\"}")
        }
        for index in items.indices {
            do throws(SourceError) {
                ruleBook.exemptions.append(try exemption(at: SettingPath(["exemptions", String(index)]), reader))
            } catch {
                problems.append(error)
            }
        }
    }

    private func exemption(at path: SettingPath, _ reader: MemberReader) throws(SourceError) -> RuleBook.Exemption {
        let members = try reader.members(at: path, known: Self.exemptionKeys)
        guard let name = members["rule"]?.string, let glob = members["path"]?.string, !glob.isEmpty else {
            throw reader.problem(path, "expected \"rule\" and \"path\"")
        }
        guard let rule = Rule(rawValue: name) else {
            throw reader.problem(
                path.appending("rule"), "there is no rule '\(name)'", near: name, Rule.allCases.map(\.rawValue))
        }
        guard rule.canBeExempted else {
            throw reader.problem(path.appending("rule"), "no file can be exempt from '\(name)'", hint: rule.summary)
        }
        return RuleBook.Exemption(
            rule: rule, glob: Glob(glob), file: Project.fileName, position: reader.document.valuePositions[path])
    }
}
