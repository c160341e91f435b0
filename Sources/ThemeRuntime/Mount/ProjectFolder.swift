import Foundation
import ThemeModel

/// A project as a designer has it on disk, read for mounting a theme without packing it: `assets/`, `themes/<id>/`.
///
/// What it answers is what the pack of a sound project would. Of one that is not sound it takes what can be served and throws
/// where it cannot tell what is meant; `themepack verify` says what is wrong, and where.
struct ProjectFolder {
    let root: String
    private(set) var assets = "assets"
    private(set) var themes = "themes"
    /// Of every theme of the project, by id.
    private(set) var manifests: [ThemeID: ThemeManifest] = [:]

    init(_ root: String) throws(ThemeError) {
        self.root = root
        if FileManager.default.fileExists(atPath: "\(root)/themepack.json") {
            let members = try object("themepack.json")
            assets = members["assets"]?.string ?? assets
            themes = members["themes"]?.string ?? themes
        }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(themes)") else {
            throw .unreadable(path: "\(root)/\(themes)", reason: "is no folder of themes")
        }
        for name in names.sorted() {
            guard let id = try? ThemeID(name),
                FileManager.default.fileExists(atPath: "\(root)/\(themes)/\(name)/theme.json")
            else { continue }
            manifests[id] = try manifest(id)
        }
    }

    func folder(of id: ThemeID) -> String { "\(themes)/\(id)" }

    // MARK: Settings

    /// The theme's settings as its pack holds them: without DDSkin's `super`.
    func settings(of manifest: ThemeManifest) throws(ThemeError) -> SettingValue? {
        guard let path = configPath(of: manifest) else { return nil }
        var members = try object(path)
        members["super"] = nil
        return .object(members)
    }

    /// The settings' file, relative to the project: the one that theme.json names, else a usual one that is there.
    func configPath(of manifest: ThemeManifest) -> String? {
        let names = manifest.config.map { [$0.string] } ?? ["config.json", "config.plist"]
        return names.map { "\(folder(of: manifest.id))/\($0)" }.first {
            FileManager.default.fileExists(atPath: "\(root)/\($0)")
        }
    }

    private func object(_ path: String) throws(ThemeError) -> [String: SettingValue] {
        let value = path.lowercased().hasSuffix(".plist") ? try propertyList(path) : try json(path)
        guard let members = value.object else {
            throw .invalidProject(path: "\(root)/\(path)", reason: "holds no object")
        }
        return members
    }

    private func json(_ path: String) throws(ThemeError) -> SettingValue {
        let bytes = try self.bytes(path, limit: ReadingLimits().settingsBytes)
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return try text.withUnsafeBytes { text in
            Result { () throws(ThemeError) in
                do throws(JSONReader.Problem) {
                    return try JSONReader.value(of: text)
                } catch {
                    throw ThemeError(error, path: root, entry: path, in: text)
                }
            }
        }.get()
    }

    private func propertyList(_ path: String) throws(ThemeError) -> SettingValue {
        let bytes = try self.bytes(path, limit: ReadingLimits().settingsBytes)
        return .object(try SettingsParser.propertyList(Data(bytes), place: "\(root)/\(path)"))
    }

    /// A file's bytes. A folder, a FIFO or a device is not read.
    func bytes(_ path: String, limit: Int = ReadingLimits().packBytes) throws(ThemeError) -> [UInt8] {
        let memory = try PackMemory(reading: "\(root)/\(path)", limit: limit)
        return Array(memory.bytes)
    }

    // MARK: Manifests

    private func manifest(_ id: ThemeID) throws(ThemeError) -> ThemeManifest {
        let path = "\(folder(of: id))/theme.json"
        let members = try object(path)
        func text(_ key: String) -> String? { members[key].flatMap { $0.isSet ? $0.string : nil } }
        do {
            var manifest = ThemeManifest(
                id: try ThemeID(text("id") ?? ""), name: text("name") ?? id.string,
                version: try SemanticVersion(text("version") ?? ""))
            manifest.imageNamePrefix = try ImagePrefix(text("imageNamePrefix") ?? "")
            manifest.config = try text("config").map { try PortablePath($0) }
            manifest.colorOrder = text("colorOrder").flatMap(Colour.Order.init) ?? .argb
            manifest.season.from = try text("activeFrom").map { try Moment($0) }
            manifest.season.until = try text("activeUntil").map { try Moment($0) }
            if case .number(let number)? = members["priority"], let priority = Int(exactly: number),
                ThemeSeason.priorities.contains(priority)
            {
                manifest.season.priority = priority
            }
            if case .list(let items)? = members["resources"] { manifest.resources = items.compactMap(\.string) }
            guard manifest.id == id else {
                throw ThemeError.invalidProject(
                    path: "\(root)/\(path)", reason: "has another id than its folder's name")
            }
            manifest.extends =
                id == .default ? nil : try text("extends").map { try ThemeID($0) } ?? parent(of: manifest)
            return manifest
        } catch let error as InvalidName {
            throw .invalidProject(path: "\(root)/\(path)", reason: "has '\(error.found)', expected \(error.expected)")
        } catch let error as ThemeError {
            throw error
        } catch {
            throw .invalidProject(path: "\(root)/\(path)", reason: "names a settings file by no relative path")
        }
    }

    /// The theme that the settings' `super` names, or its file; else the default theme.
    private func parent(of manifest: ThemeManifest) throws(ThemeError) -> ThemeID {
        guard let path = configPath(of: manifest), let name = try object(path)["super"]?.string else { return .default }
        let suffix = [".plist", ".json"].first(where: name.hasSuffix) ?? ""
        guard let id = try? ThemeID(String(name.dropLast(suffix.count))) else {
            throw .invalidProject(path: "\(root)/\(path)", reason: "its \"super\" names no theme")
        }
        return id
    }
}
