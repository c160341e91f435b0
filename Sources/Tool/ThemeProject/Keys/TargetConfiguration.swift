/// The contents of a `themepack-keys.json`, which configures the keys of one target of a Swift package.
package struct TargetConfiguration: Sendable {
    package static let fileName = "themepack-keys.json"
    private static let keys = [SourceDocument.schemaKey, "project", "access", "keys"]

    /// The folder of the project, relative to the file; `nil` if keys come from a pack.
    package private(set) var project: String?
    /// The place of `"project"` in the file.
    package private(set) var projectPosition: SourcePosition?
    package private(set) var access: KeyAccess?
    /// The rules for the keys of a pack. Those of a project are in its `themepack.json`.
    package private(set) var rules: KeyRules

    /// - Parameter path: the file, for errors.
    package init(_ bytes: [UInt8], path: String) throws(UserError) {
        rules = KeyRules(file: path)
        try rethrow(as: { UserError($0, path: path) }) { () throws(SourceError) in
            let document = try SourceDocument.read(bytes, fileName: Self.fileName, limits: ProjectLimits())
            let reader = MemberReader(document: document, NearMiss())
            try read(reader, try reader.members(at: .root, known: Self.keys))
        }
    }

    private mutating func read(_ reader: MemberReader, _ members: [String: SettingValue]) throws(SourceError) {
        rules = try KeyRules(file: rules.file, reader)
        if let value = members["access"] {
            let name = value.string ?? ""
            guard let access = KeyAccess(rawValue: name) else {
                throw reader.problem(
                    SettingPath(["access"]), "expected one of \(KeyAccess.names)")
            }
            self.access = access
        }
        guard let value = members["project"] else { return }
        let path = SettingPath(["project"])
        guard let folder = value.string, !folder.isEmpty else {
            throw reader.problem(path, "expected the project's folder, relative to this file")
        }
        guard members["keys"] == nil else {
            throw reader.problem(
                SettingPath(["keys"]), "applies only to a pack",
                hint: "move \"keys\" to the project's themepack.json")
        }
        project = folder
        projectPosition = reader.document.valuePositions[path]
    }
}
