package import ThemeProject

/// The content of `preview.json`, or the reason why it cannot be read.
package struct SampleFile: Sendable {
    package private(set) var screens = SampleScreens()
    package private(set) var exists = true
    private var document: SourceDocument?
    private var error: SourceError?

    /// A file that does not exist.
    init() { exists = false }

    /// Reads the file of a project. It may be absent.
    package init(of project: Project) {
        do {
            let bytes = try project.fileSystem.read(
                project.join(SampleScreens.fileName), limit: project.configuration.limits.configBytes)
            let document = try SourceDocument.read(
                bytes, fileName: SampleScreens.fileName, limits: project.configuration.limits)
            self.document = document
            screens = try SampleScreensReader.screens(in: document)
        } catch FileError.missing {
            exists = false
        } catch let error as FileError {
            self.error = SourceError(error)
        } catch let error as SourceError {
            self.error = error
        } catch {
            self.error = SourceError(message: "cannot be read")
        }
    }

    /// The mistakes in the file, and its names that no theme has.
    func notes(_ themes: [ScreenTheme]) -> [ImageCard.Note] {
        let errors = error.map { [$0] } ?? document.map { screens.problems(in: $0, themes) } ?? []
        return errors.map { error in
            let key = error.key.map { "\($0): " } ?? ""
            let place = error.position.map { "line \($0.line), column \($0.column)" }
            return ImageCard.Note(.error, key + error.message + (error.hint.map { ": \($0)" } ?? ""), label: place)
        }
    }

    /// The file that `themepack init` writes: every control, with the images and settings of its project.
    package static var example: String { String(decoding: PackageResources.example_json, as: UTF8.self) }
}
