import ThemeSystem
import ThemeModel

extension Project {
    /// Resolves the links of the project's folders once. No other link is followed later.
    mutating func resolveFolders() {
        resolve(assetFolder)
        resolve(themesFolder)
        for entry in (try? fileSystem.entries(of: join(themesFolder))) ?? [] where entry.kind == .link {
            if let name = String(validUTF8: entry.name) { resolve("\(themesFolder)/\(name)") }
        }
    }

    /// Whether a folder of the project is outside of it, because it or a folder above it is a link. Its files are not
    /// the project's, so nothing in it is read. `"links"` in `themepack.json` allows such folders by name.
    ///
    /// - Parameter folder: relative to the project.
    func leadsOut(_ folder: String) -> Bool {
        do throws(FileError) {
            let real = try fileSystem.destination(of: join(folder))
            return !UTF8Order.equal(real[...], location(of: folder)[...]) || !allows(folder, at: real)
        } catch {
            return error != .missing && !isNamed(folder)
        }
    }

    /// - Parameter real: the folder's path without links.
    func allows(_ folder: String, at real: String) -> Bool {
        UTF8Order.equal(real[...], location[...]) || real.path(below: location) != nil || isNamed(folder)
    }

    private func isNamed(_ folder: String) -> Bool {
        links.contains { folder == $0 || folder.path(below: $0) != nil }
    }

    func leadsOut(_ folder: String, theme: String?) -> Finding {
        Finding(
            .fileKind, theme: theme, path: folder, "is a link to a folder outside the project",
            hint: "put the folder itself here, or allow it in \(Self.fileName): \"links\": [\"\(folder)\"]")
    }
}
