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

    /// The first mistake, because of which the file cannot be read.
    package var finding: Finding? {
        error.map { error in
            Finding(
                .configSyntax, path: Self.fileName, key: error.key?.description, position: error.position,
                error.message, hint: error.hint)
        }
    }

    /// The setting of the first background.
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
    /// The setting of the text's font.
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
        let errors = error.map { [$0] } ?? document.map { problems(in: $0, themes) } ?? []
        return errors.map { error in
            let key = error.key.map { "\($0): " } ?? ""
            let place = error.position.map { "line \($0.line), column \($0.column)" }
            return ImageCard.Note(.error, key + error.message + (error.hint.map { ": \($0)" } ?? ""), label: place)
        }
    }

    /// Returns the images that no theme has, and the settings that none has or that have another type, with the place
    /// in `preview.json` and near names.
    private func problems(in document: SourceDocument, _ themes: [ScreenTheme]) -> [SourceError] {
        let search = NearMiss()
        let reader = MemberReader(document: document, search)
        var problems: [SourceError] = []
        let images = Set(themes.flatMap(\.imageNames))
        let settings = Set(themes.flatMap(\.settingNames))
        func check(
            _ key: String, _ name: String?, of part: SamplePart, _ what: String, among known: Set<String>,
            isUsable: (ScreenTheme, String) -> Bool
        ) {
            guard let name, !themes.contains(where: { isUsable($0, name) }), problems.count < Self.problemsMax else {
                return
            }
            let path = part.path.appending(key)
            if known.contains(name) {
                problems.append(reader.problem(path, "'\(name)' cannot be drawn as \(what)"))
            } else {
                let near = search.question(for: name, among: known.sorted())
                problems.append(reader.problem(path, "no theme has \(what) '\(name)'", hint: near))
            }
        }
        for part in parts {
            check("image", part.image, of: part, "an image", among: images) { $0.image($1) != nil }
            check("setting", part.setting, of: part, "a color", among: settings) { $0.color($1) != nil }
            check("font", part.font, of: part, "a font", among: settings) { $0.font($1) != nil }
        }
        return problems
    }

    /// A person fixes the first ones first.
    private static let problemsMax = 100
}
