import ArgumentParser
import ThemeExchange
import ThemeProject

extension CompletionKind {
    /// Ids of themes.
    static var themes: Self { names { words, _ in NameCompletion.themeFolders(words) } }
    /// Ids of themes, and paths.
    static var themesAndFiles: Self {
        names { words, prefix in NameCompletion.themeFolders(words) + NameCompletion.files(prefix) }
    }
    /// Logical names of images and paths of settings.
    static var imagesAndSettings: Self { names { words, _ in NameCompletion.imagesAndSettings(words) } }
    /// Appearances, and after `=` ids of themes.
    static var appearances: Self {
        names { words, prefix in
            NameCompletion.assignments(CatalogExport.appearances, prefix) { _ in NameCompletion.themeFolders(words) }
        }
    }

    /// Formats, and after `=` paths.
    static func reports(_ formats: [String]) -> Self {
        names { _, prefix in NameCompletion.assignments(formats, prefix, NameCompletion.files) }
    }

    private static func names(_ all: @escaping @Sendable (_ words: [String], _ prefix: String) -> [String]) -> Self {
        .custom { words, _, prefix in NameCompletion.candidates(all(words, prefix), prefix) }
    }
}

/// Names of the nearest project for shell completions. Prints nothing, even if there is no project.
private enum NameCompletion {
    static func imagesAndSettings(_ words: [String]) -> [String] {
        guard let project = project(words), let survey = try? ProjectSurvey(of: project, .everything, jobs: 1) else {
            return []
        }
        let images = survey.images.files.indices.filter { survey.images.owner($0) == nil }
            .map { survey.images.files[$0].variant.name.description }
        let settings = survey.themes.defaultTypes.keys.map(\.description)
        return Set(images + settings).sorted()
    }

    /// Returns each `NAME=`, and if only one of them fits, `NAME=VALUE`: a shell adds no space while several fit.
    static func assignments(
        _ names: [String], _ prefix: String, _ values: (_ prefix: String) -> [String]
    ) -> [String] {
        let parts = prefix.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let fitting = names.filter { parts.count > 1 ? $0 == parts[0] : $0.hasPrefix(prefix) }
        let known = fitting.count == 1 ? values(parts.count > 1 ? String(parts[1]) : "") : []
        return fitting.flatMap { name in ([""] + known).map { "\(name)=\($0)" } }
    }

    static func themeFolders(_ words: [String]) -> [String] {
        project(words).flatMap { try? $0.themeFolders() } ?? []
    }

    static func files(_ prefix: String) -> [String] {
        let folder = String(prefix[..<prefix.lastPathComponent.startIndex])
        let entries = (try? DiskFileSystem().entries(of: folder.isEmpty ? "." : folder)) ?? []
        let paths = entries.compactMap { entry -> String? in
            guard let name = String(validUTF8: entry.name), !name.hasPrefix(".") else { return nil }
            return folder + name + (entry.kind == .folder ? "/" : "")
        }
        return paths.sorted()
    }

    /// bash evaluates candidates as it does a command line: a file `$(command)` in a stranger's project would run it.
    static func candidates(_ names: [String], _ prefix: String) -> [String] {
        let plain = names.filter { $0.hasPrefix(prefix) && isPlain($0) }
        return CompletionShell.requesting == .bash ? plain.map(\.shellWord) : plain
    }

    /// Shells take a line for a candidate, and some take a colon for the start of its description.
    private static func isPlain(_ name: String) -> Bool {
        !name.unicodeScalars.contains { $0.isInvisible || $0 == ":" }
    }

    private static func project(_ words: [String]) -> Project? {
        if let option = words.firstIndex(of: "-C"), words.indices.contains(option + 1) { chdir(words[option + 1]) }
        guard let root = Project.root(above: ProcessEnvironment.currentFolder) else { return nil }
        do throws(UserError) { return try Project(at: root) } catch { return nil }
    }
}
