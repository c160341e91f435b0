import ThemeModel
package import ThemeProject

/// The screens that `preview.json` describes, or the reason why it cannot be read.
package struct SampleScreens: Sendable {
    package static let fileName = "preview.json"

    package private(set) var exists = true
    package private(set) var screens: [SampleScreen] = []
    /// Everything that is drawn, in the order in which it is read.
    private var parts: [SamplePart] = []
    private var document: SourceDocument?
    private var error: SourceError?

    /// A file that does not exist.
    init() { exists = false }

    /// Reads the file of a project. It may be absent.
    package init(of project: Project) {
        let limits = project.configuration.limits
        do {
            let bytes = try project.fileSystem.read(project.join(Self.fileName), limit: limits.configBytes)
            let document = try SourceDocument.read(bytes, fileName: Self.fileName, limits: limits)
            self.document = document
            let reader = try SampleScreensReader(document)
            screens = reader.screens
            parts = reader.parts
        } catch FileError.missing {
            exists = false
        } catch let error as FileError {
            self.error = SourceError(error)
        } catch {
            self.error = error as? SourceError ?? SourceError(message: "cannot be read")
        }
    }

    /// The first mistake, because of which the file cannot be read; else its names that no theme of the project has.
    package func findings(in project: Project, jobs: Int) -> [Finding] {
        let survey = parts.isEmpty ? nil : try? ProjectSurvey(of: project, .everything, jobs: jobs)
        let images = Set(survey?.images.files.map { $0.variant.name.description } ?? [])
        var settings: Set<String> = []
        // The settings of an unreadable file are unknown.
        var isRead = survey != nil
        for theme in survey?.themes.indices ?? 0..<0 {
            survey?.themes[theme].settings?.forEach { path, _ in settings.insert(path.description) }
            isRead = isRead && survey?.themes[theme].hasUnreadSettings == false
        }
        let problems = problems(images, settings) {
            $0 == "image" ? survey == nil || images.contains($1) : !isRead || settings.contains($1)
        }
        let findings = problems.map { problem in
            Finding(
                error == nil ? .configImage : .configSyntax, path: Self.fileName, key: problem.key?.description,
                position: problem.position, problem.message, hint: problem.hint)
        }
        return project.configuration.ruleBook.judge(findings, isComplete: false)
    }

    package var background: String? { screens.lazy.compactMap { $0.background?.setting }.first }

    /// The file that `themepack init` writes: every control, with the images and settings of its project.
    package static var example: String { String(decoding: PackageResources.example_json, as: UTF8.self) }
}

package struct SampleScreen: Equatable, Sendable {
    package var name: String
    package var background: SamplePart?
    package var elements: [SampleElement]
}

package struct SampleElement: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case navigationBar, tabBar, button, list, badge, text, image
    }

    package var kind: Kind
    package var part: SamplePart
}

/// One thing to draw: an image, a text, or both, with the parts that belong to it, such as the rows of a list.
package struct SamplePart: Equatable, Sendable {
    /// The names of states. In one, a part can look different.
    package static let states = ["highlighted", "selected", "disabled"]

    /// The place in `preview.json`.
    package var path: SettingPath
    package var image: String?
    package var text: String?
    /// The setting of the text's color. Without a text, the color fills the part.
    package var setting: String?
    package var font: String?
    /// By their keys in `preview.json`.
    package var parts: [String: [SamplePart]] = [:]

    package subscript(key: String) -> SamplePart? { parts[key]?.first }

    /// Returns the part in a state: with the image, text, color and font of the normal one unless the state has others.
    package func inState(_ state: String) -> SamplePart? {
        guard var part = self[state] else { return nil }
        part.image = part.image ?? image
        part.text = part.text ?? text
        part.setting = part.setting ?? setting
        part.font = part.font ?? font
        return part
    }
}

extension SampleScreens {
    /// The mistakes in the file, and its names that no theme has.
    func notes(_ themes: [ScreenTheme]) -> [ImageCard.Note] {
        let names = (images: Set(themes.flatMap(\.imageNames)), settings: Set(themes.flatMap(\.settingNames)))
        return problems(names.images, names.settings) { key, name in
            themes.contains { theme in
                switch key {
                case "image": theme.image(name) != nil
                case "setting": theme.color(name) != nil
                default: theme.font(name) != nil
                }
            }
        }.map { error in
            let key = error.key.map { "\($0): " } ?? ""
            let place = error.position.map { "line \($0.line), column \($0.column)" }
            return ImageCard.Note(.error, key + error.message + (error.hint.map { ": \($0)" } ?? ""), label: place)
        }
    }

    /// Returns the mistake because of which the file cannot be read; else the names that cannot be used, with the place
    /// in `preview.json` and near names.
    private func problems(
        _ images: Set<String>, _ settings: Set<String>, isUsable: (_ key: String, _ name: String) -> Bool
    ) -> [SourceError] {
        if let error { return [error] }
        guard let document else { return [] }
        let search = NearMiss()
        let reader = MemberReader(document: document, search)
        var problems: [SourceError] = []
        for part in parts {
            let names = [
                ("image", part.image, "an image"), ("setting", part.setting, "a color"), ("font", part.font, "a font"),
            ]
            for (key, name, words) in names where problems.count < Self.problemsMax {
                guard let name, !isUsable(key, name) else { continue }
                let known = key == "image" ? images : settings
                let path = part.path.appending(key)
                if known.contains(name) {
                    problems.append(reader.problem(path, "'\(name)' cannot be drawn as \(words)"))
                } else {
                    let near = search.question(for: name, among: known.sorted())
                    problems.append(reader.problem(path, "no theme has \(words) '\(name)'", hint: near))
                }
            }
        }
        return problems
    }

    /// A person fixes the first ones first.
    private static let problemsMax = 100
}
