import ArgumentParser
import ThemeProject

/// Names of the nearest project for shell completions. Prints nothing, even if there is no project.
enum NameCompletion {
    @Sendable static func themes(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        candidates(themeFolders(words), prefix)
    }

    /// Ids of themes, and paths.
    @Sendable static func themesAndFiles(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        candidates(themeFolders(words) + files(prefix), prefix)
    }

    /// Logical names of images and paths of settings.
    @Sendable static func imagesAndSettings(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        guard let project = project(words), let survey = try? ProjectSurvey(of: project, .everything, jobs: 1) else {
            return []
        }
        let images = survey.images.files.indices.filter { survey.images.owner($0) == nil }
            .map { survey.images.files[$0].variant.name.description }
        let settings = survey.themes.defaultTypes.keys.map(\.description)
        return candidates(Set(images + settings).sorted(), prefix)
    }

    private static func themeFolders(_ words: [String]) -> [String] {
        project(words).flatMap { try? $0.themeFolders() } ?? []
    }

    private static func files(_ prefix: String) -> [String] {
        let folder = String(prefix[..<prefix.lastPathComponent.startIndex])
        let entries = (try? DiskFileSystem().entries(of: folder.isEmpty ? "." : folder)) ?? []
        let paths = entries.compactMap { entry -> String? in
            guard let name = String(validUTF8: entry.name), !name.hasPrefix(".") else { return nil }
            return folder + name + (entry.kind == .folder ? "/" : "")
        }
        return paths.sorted()
    }

    /// bash evaluates candidates as it does a command line: a file `$(command)` in a stranger's project would run it.
    private static func candidates(_ names: [String], _ prefix: String) -> [String] {
        let plain = names.filter { $0.hasPrefix(prefix) && isPlain($0) }
        return CompletionShell.requesting == .bash ? plain.map(\.shellWord) : plain
    }

    /// Shells take a line for a candidate, and some take a colon for the start of its description.
    private static func isPlain(_ name: String) -> Bool {
        !name.unicodeScalars.contains { $0.isControl || $0 == ":" }
    }

    private static func project(_ words: [String]) -> Project? {
        if let option = words.firstIndex(of: "-C"), words.indices.contains(option + 1) { chdir(words[option + 1]) }
        guard let root = Project.root(above: ProcessEnvironment.currentFolder) else { return nil }
        do throws(UserError) { return try Project(at: root) } catch { return nil }
    }
}
