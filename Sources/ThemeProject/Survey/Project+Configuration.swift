import ThemeModel

extension Project {
    private static let keys = [
        "assets", "themes", "links", "ignore", "rules", "overrides", "exemptions", "tolerance", "limits", "keys",
        "contrast",
    ]
    private static let exemptionKeys = ["rule", "path", "reason"]

    /// Applies `themepack.json`. Throws the first mistake; an unknown key is one.
    mutating func apply(_ document: SourceDocument) throws(SourceError) {
        let reader = MemberReader(document: document)
        if let problem = document.duplicateKeys.first { throw problem }
        let members = try reader.members(at: .root, known: Self.keys)
        if let value = members["assets"] { assetFolder = try reader.folder(value, at: ["assets"]) }
        if let value = members["themes"] { themesFolder = try reader.folder(value, at: ["themes"]) }
        try checkFoldersAreSeparate(reader)
        if let value = members["links"] { links = try readLinks(value, reader) }
        try readLimits(reader)
        try readIgnoredFiles(reader)
        try readTolerance(reader)
        ruleBook.severities = try Self.severities(at: SettingPath(["rules"]), reader)
        try readOverrides(reader)
        keys = try KeyRules(file: join(Self.fileName), reader)
        contrast = try ContrastPair.pairs(reader)
        if let exemptions = members["exemptions"] { try readExemptions(exemptions, reader) }
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

    private mutating func readLimits(_ reader: MemberReader) throws(SourceError) {
        for name in try reader.members(at: SettingPath(["limits"]), known: ProjectLimits.names).keys.sorted() {
            let path = SettingPath(["limits", name])
            guard let entry = ProjectLimits.all.first(where: { $0.name == name }) else { continue }
            guard case .number(let number) = reader.value(at: path), number >= 1, number <= Double(entry.maximum),
                number == number.rounded()
            else { throw reader.problem(path, "expected a whole number from 1 to \(entry.maximum)") }
            limits[keyPath: entry.keyPath] = Int(number)
        }
    }

    private mutating func readExemptions(_ value: SettingValue, _ reader: MemberReader) throws(SourceError) {
        guard case .list(let items) = value else {
            throw reader.problem(SettingPath(["exemptions"]), "expected a list of {\"rule\", \"path\", \"reason\"}")
        }
        for index in items.indices {
            let path = SettingPath(["exemptions", String(index)])
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
            ruleBook.exemptions.append(
                RuleBook.Exemption(
                    rule: rule, glob: Glob(glob), file: Project.fileName, position: reader.document.valuePositions[path]
                ))
        }
    }
}
