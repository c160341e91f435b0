/// Reads the members of a configuration file. Its errors have key, line and column.
package struct MemberReader {
    package let document: SourceDocument

    let suggestions: NearMiss
    /// The members at the top that are null. They are left out of ``document``.
    private var nulls: [SettingPath] = []

    /// - Parameter suggestions: finds the keys that were probably meant. A run shares it among all files.
    package init(document: SourceDocument, _ suggestions: NearMiss) {
        var document = document
        if let members = document.value.object {
            nulls = members.filter { $0.value == .null }.keys.sorted().map { SettingPath([$0]) }
            document.value = .object(members.filter { $0.value != .null })
        }
        self.document = document
        self.suggestions = suggestions
    }

    func checkReason(at path: SettingPath) throws(SourceError) {
        let reason = path.appending("reason")
        guard let value = value(at: reason), value.string == nil else { return }
        throw problem(reason, "expected a text for people")
    }

    package func value(at path: SettingPath) -> SettingValue? { document.value.value(at: path.keys) }

    /// Returns the value of a member at the top.
    func value(of key: String) -> SettingValue? { document.value.object?[key] }

    /// Returns no members if the path has no value. An unknown key is an error, and at the root one that occurs twice.
    package func members(at path: SettingPath, known: [String]) throws(SourceError) -> [String: SettingValue] {
        var problems: [SourceError] = []
        let members = members(at: path, known: known, &problems)
        if let problem = problems.first { throw problem }
        return members
    }

    /// Like ``members(at:known:)``, but adds a problem for each unknown key and leaves these members out. At the root,
    /// keys that occur twice anywhere are problems as well.
    ///
    /// - Parameter file: the name that messages have for the file; `nil` for none.
    func members(
        at path: SettingPath, known: [String], in file: String? = nil, _ problems: inout [SourceError]
    ) -> [String: SettingValue] {
        if path.keys.isEmpty {
            problems += document.duplicateKeys
            problems += nulls.map { problem($0, "is null", hint: "remove the key: what is not set is left out") }
        }
        guard let value = value(at: path) else { return [:] }
        guard case .object(let members) = value else {
            problems.append(problem(path, "expected an object {...}"))
            return [:]
        }
        if path.keys.isEmpty { do { try document.checkSchema() } catch { problems.append(error) } }
        for key in members.keys.sorted() where !known.contains(key) {
            let place = file.map { "in \($0)" } ?? "here"
            problems.append(problem(path.appending(key), "there is no key '\(key)' \(place)", near: key, known))
        }
        return members.filter { known.contains($0.key) }
    }

    /// Returns the results of `read` for the items of a list; none if the path has no value.
    ///
    /// - Parameters:
    ///   - expected: the object of "expected" in a message.
    ///   - read: gets an item and its path.
    func list<Item>(
        at path: SettingPath, _ expected: String, max: Int = .max, hint: String? = nil,
        _ read: (SettingValue, SettingPath) throws(SourceError) -> Item
    ) throws(SourceError) -> [Item] {
        guard let value = value(at: path) else { return [] }
        guard case .list(let items) = value, items.count <= max else {
            throw problem(path, "expected \(expected)", hint: hint)
        }
        var results: [Item] = []
        for (number, item) in items.enumerated() { results.append(try read(item, path.appending(String(number)))) }
        return results
    }

    /// - Parameter expected: the object of "expected" in a message.
    func path(
        _ value: SettingValue, at path: SettingPath, _ expected: String, hint: String? = nil
    ) throws(SourceError) -> String {
        guard let text = value.string, let path = try? PortablePath(text) else {
            throw problem(path, "expected \(expected)", hint: hint)
        }
        return path.string
    }

    package func problem(_ path: SettingPath, _ message: String, hint: String? = nil) -> SourceError {
        SourceError(
            position: document.valuePositions[path] ?? document.keyPositions[path], key: path.keys.isEmpty ? nil : path,
            message: message, hint: hint)
    }

    package func problem(_ path: SettingPath, _ message: String, near name: String, _ known: [String]) -> SourceError {
        let near = suggestions.question(for: name, among: known)
        var problem = problem(path, message, hint: near ?? "expected one of: \(known.joined(separator: ", "))")
        problem.position = document.keyPositions[path] ?? problem.position
        return problem
    }
}
