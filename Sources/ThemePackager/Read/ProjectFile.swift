import ThemeModel

extension Project {
    private static let keys = ["assets", "themes", "rules", "exemptions", "limits"]
    private static let exemptionKeys = ["rule", "path", "reason"]

    /// Takes over what `themepack.json` says. It is the team's own file: what it does not know is an error, never a warning.
    mutating func read(_ document: SourceDocument) throws(SourceProblem) {
        let reader = MemberReader(document: document)
        if let problem = document.problems.first { throw problem }
        let members = try reader.members(at: .root, known: Self.keys)
        if let value = members["assets"] { assets = try reader.folder(value, at: ["assets"]) }
        if let value = members["themes"] { themes = try reader.folder(value, at: ["themes"]) }
        try checkFolders(reader)
        for name in try reader.members(at: SettingPath(["limits"]), known: Limits.names).keys.sorted() {
            let path = SettingPath(["limits", name])
            guard let entry = Limits.keyPaths.first(where: { $0.name == name }) else { continue }
            guard case .number(let number) = reader.value(at: path), number >= 1, number <= Double(entry.maximum),
                number == number.rounded()
            else { throw reader.problem(path, "expected a whole number from 1 to \(entry.maximum)") }
            limits[keyPath: entry.keyPath] = Int(number)
        }
        let ruleNames = Rule.allCases.map(\.rawValue)
        for name in try reader.members(at: SettingPath(["rules"]), known: ruleNames).keys.sorted() {
            let path = SettingPath(["rules", name])
            guard let rule = Rule(rawValue: name), let level = reader.value(at: path)?.string,
                level == "off" || Severity(rawValue: level) != nil
            else { throw reader.problem(path, "expected \"error\", \"warning\" or \"off\"") }
            if rule.isStructural, level != "error" {
                throw reader.problem(
                    path, "cannot be lowered: no sound pack could be built",
                    hint: "exempt single files under \"exemptions\"; they are left out of the pack")
            }
            ruleBook.severities[rule] = .some(Severity(rawValue: level))
        }
        guard let exemptions = members["exemptions"] else { return }
        guard case .list(let items) = exemptions else {
            throw reader.problem(SettingPath(["exemptions"]), "expected a list of {\"rule\", \"path\", \"reason\"}")
        }
        for index in items.indices {
            let path = SettingPath(["exemptions", String(index)])
            let members = try reader.members(at: path, known: Self.exemptionKeys)
            guard let name = members["rule"]?.string, let glob = members["path"]?.string, !glob.isEmpty else {
                throw reader.problem(path, "expected \"rule\" and \"path\"")
            }
            guard let rule = Rule(rawValue: name) else {
                throw reader.problem(path.appending("rule"), "there is no rule '\(name)'", near: name, ruleNames)
            }
            guard rule.canBeExempted else {
                throw reader.problem(
                    path.appending("rule"), "nothing can be exempted from '\(name)'", hint: rule.summary)
            }
            let place = document.valuePlaces[path]
            ruleBook.exemptions.append(RuleBook.Exemption(rule: rule, glob: Glob(glob), place: place))
        }
    }
}

extension Project {
    /// Files that lie in both trees would be images of two themes.
    private func checkFolders(_ reader: MemberReader) throws(SourceProblem) {
        // As a disk that ignores letter case has them.
        let (one, other) = ("\(assets)/".lowercased(), "\(themes)/".lowercased())
        guard one.hasPrefix(other) || other.hasPrefix(one) else { return }
        let key = SettingPath([reader.value(at: SettingPath(["assets"])) == nil ? "themes" : "assets"])
        throw reader.problem(
            key, "the folders of images and of themes, '\(assets)' and '\(themes)', lie in each other",
            hint: "give each a folder of its own")
    }
}

/// Takes a configuration document apart, with errors that name key, line and column.
struct MemberReader {
    let document: SourceDocument

    func value(at path: SettingPath) -> SettingValue? {
        var value: SettingValue? = document.value
        for key in path.keys {
            switch value {
            case .object(let members): value = members[key]
            case .list(let items): value = Int(key).flatMap { items.indices.contains($0) ? items[$0] : nil }
            default: return nil
            }
        }
        return value
    }

    /// The members of an object; none if nothing stands there.
    func members(at path: SettingPath, known: [String]) throws(SourceProblem) -> [String: SettingValue] {
        guard let value = value(at: path) else { return [:] }
        guard case .object(let members) = value else { throw problem(path, "expected an object {...}") }
        for key in members.keys.sorted() where !known.contains(key) {
            throw problem(path.appending(key), "there is no key '\(key)' here", near: key, known)
        }
        return members
    }

    func folder(_ value: SettingValue, at keys: [String]) throws(SourceProblem) -> String {
        guard let text = value.string, let path = try? PortablePath(text) else {
            throw problem(SettingPath(keys), "expected a folder's path, relative to the project")
        }
        return path.string
    }

    func problem(_ path: SettingPath, _ message: String, hint: String? = nil) -> SourceProblem {
        SourceProblem(
            place: document.valuePlaces[path] ?? document.keyPlaces[path], key: path.keys.isEmpty ? nil : path,
            message: message, hint: hint)
    }

    func problem(_ path: SettingPath, _ message: String, near name: String, _ known: [String]) -> SourceProblem {
        let near = NearMiss.suggestion(for: name, among: known).map { "did you mean '\($0)'?" }
        var problem = problem(path, message, hint: near ?? "known are \(known.joined(separator: ", "))")
        problem.place = document.keyPlaces[path] ?? problem.place
        return problem
    }
}
