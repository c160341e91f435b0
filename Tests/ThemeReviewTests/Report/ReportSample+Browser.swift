import BrowserSupport
import Foundation
import TestSupport
import Testing
import ThemeSystem
import ThemeModel
import ThemePackager
import ThemeProject

@testable import ThemeReview

extension ReportSample {
    /// Writes a report, in which the images are files or part of the page, and opens it.
    ///
    /// - Parameter address: the end of the page's address, from `?` or `#`.
    func open(
        in sandbox: Sandbox, inFolder: Bool = false, address: String = "", fonts: FontFamily = .wide,
        script: Bool = true, reducedMotion: Bool = true
    ) async throws -> BrowserPage {
        try await Browser.open(
            write(in: sandbox, inFolder: inFolder) + address, fonts: fonts, reducedMotion: reducedMotion,
            script: script)
    }

    /// Writes a report, in which the images are files or part of the page, and returns its address.
    func write(in sandbox: Sandbox, inFolder: Bool) throws -> String {
        var path = "\(sandbox.path)/report"
        if inFolder {
            try writer.write(toFolder: OutputPlace(folder: path, for: "a report"), jobs: 2)
            path += "/index.html"
        } else {
            path += ".html"
            try writer.write(toFile: OutputPlace(file: path, for: "a report"))
        }
        return URL(fileURLWithPath: path).absoluteString
    }

    /// A theme "year" that replaces the default "a" by an image of the same size.
    static func pair(_ base: PixelGrid, _ other: PixelGrid) throws -> ReportSample {
        var sample = ReportSample(title: "pair")
        let files = [
            try sample.file("assets/a.png", "a", base.width, base.height),
            try sample.file("themes/year/year_a.png", "a", other.width, other.height, owner: "year"),
        ]
        for (file, grid) in zip(files, [base, other]) {
            sample.bytes[sample.facts.files[file].path] = grid.png().bytes
        }
        let name = try #require(sample.facts.files[files[0]].name)
        sample.facts.folders = [""]
        sample.facts.themes = [
            ReviewedTheme(
                id: "default", name: "Default",
                images: [
                    ReviewedImage(
                        name: name, variants: [ReviewedVariant(scale: .one, defaultFile: files[0], state: .isDefault)])
                ]),
            ReviewedTheme(
                id: "year", name: "Year",
                images: [
                    ReviewedImage(
                        name: name,
                        variants: [
                            ReviewedVariant(
                                scale: .one, defaultFile: files[0], themedFile: files[1], state: .replaced)
                        ])
                ]),
        ]
        return sample
    }
}

/// The pixels that a browser shows.
struct ShownPixels {
    private var rows: [[SIMD4<UInt16>]] = []

    init(of page: BrowserPage) async throws {
        var reader = try PixelReader(Array(try await page.screenshot()), limits: ProjectLimits())
        try reader.forEachRow { row in rows.append((0..<row.count).map { row[$0] / 257 }) }
    }

    subscript(x: Double, y: Double) -> SIMD4<UInt16> { rows[Int(y)][Int(x)] }
}
