import Foundation
import TestSupport
import Testing
import ThemeSystem
import ThemeModel
import ThemePackager
import ThemeProject

@testable import ThemeReview

@Suite("Where a report is written")
struct ReportOutputTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func writeFolder(_ sample: ReportSample, _ name: String = "report", jobs: Int = 2) throws {
        try sample.writer.write(
            toFolder: OutputPlace(folder: "\(sandbox.path)/\(name)", for: "a report"), jobs: jobs)
    }

    private func writeFile(_ sample: ReportSample, byteCountMax: Int = 16_000_000) throws {
        var writer = sample.writer
        writer.byteCountMax = byteCountMax
        try writer.write(toFile: OutputPlace(file: "\(sandbox.path)/report.html", for: "a report"))
    }

    @Test("A folder has each image once, under its digest, and the same bytes whatever the number of jobs")
    func folder() throws {
        let sample = try ReportSample.hostile()
        try writeFolder(sample)
        let shown = Set(sample.facts.files.compactMap(\.digest)).map { "images/\($0.description.prefix(32)).png" }
        let listing = try sandbox.listing(of: "report")
        #expect(Set(listing.keys) == Set(shown + ["images", "index.html"]))
        try writeFolder(sample, "other/deep", jobs: 1)
        #expect(try sandbox.listing(of: "other/deep") == listing)
    }

    @Test("A second report replaces the first one: images are kept, replaced if damaged, or deleted")
    func secondReport() throws {
        var sample = try ReportSample.large(8)
        _ = try sample.file("more.png", "more", 5, 5)
        sample.facts.themes[0].images.append(
            ReviewedImage(
                name: try .init("more"), variants: [ReviewedVariant(scale: .one, defaultFile: 16, state: .isDefault)]))
        sample.sortImages()
        try writeFolder(sample)
        let first = try sandbox.listing(of: "report")
        #expect(first.count == 4)
        try sandbox.write("report/images/note.txt", "mine")
        let kept = try #require(first.keys.first { $0.hasSuffix(".png") })
        try sandbox.write("report/\(kept)", "damaged")
        sample.facts.themes[0].images.removeAll { $0.name.description == "more" }
        try writeFolder(sample)
        let second = try sandbox.listing(of: "report")
        #expect(second.count == 4 && second["images/note.txt"] == Array("mine".utf8))
        #expect(second.filter { $0.key.hasSuffix(".png") }.allSatisfy { first[$0.key] == $0.value })
    }

    @Test("A folder that is no report is not touched")
    func foreignFolder() throws {
        try sandbox.write("report/index.html", "<p>mine")
        let error = #expect(throws: UserError.self) { try writeFolder(ReportSample.large(1)) }
        #expect(try Sentences.mismatch(error?.sentence, of: "a folder that is no report", in: "reviews") == nil)
        #expect(try sandbox.listing().count == 2)
        try sandbox.write("file", "")
        #expect(throws: UserError.self) { try writeFolder(ReportSample.large(1), "file") }
    }

    @Test("If an image cannot be read any more, nothing is left")
    func changedImage() throws {
        var sample = try ReportSample.hostile()
        sample.bytes[sample.facts.files[3].path] = nil
        for write in [{ try writeFolder(sample) }, { try writeFile(sample) }] {
            let error = #expect(throws: UserError.self) { try write() }
            #expect(
                try Sentences.mismatch(error?.sentence, of: "an image that cannot be read any more", in: "reviews")
                    == nil)
            #expect(try sandbox.listing().isEmpty)
        }
    }

    @Test("A single file contains its images; one that would be too long is refused, and an older one stays")
    func file() throws {
        let sample = try ReportSample.hostile()
        try writeFile(sample)
        let first = try sandbox.read("report.html")
        #expect(String(decoding: first, as: UTF8.self).contains("src=\"data:image/png;base64,iVBORw0KGgo"))
        try writeFile(sample)
        #expect(try sandbox.read("report.html") == first)
        let error = #expect(throws: ReportWriter.TooLong.self) { try writeFile(sample, byteCountMax: 100_000) }
        #expect(error?.message.contains("report.html ") == true && error?.message.contains(" 100.0 kB") == true)
        #expect(
            try Sentences.mismatch(error?.message, of: "a report that is too long for a file", in: "reviews") == nil)
        #expect(error?.folder == "\(sandbox.path)/report")
        #expect(try sandbox.listing() == ["report.html": first])
    }

    @Test("A folder that cannot be written is an error that names it")
    func readOnly() throws {
        try sandbox.write("file", "")
        let error = #expect(throws: UserError.self) { try writeFolder(ReportSample.large(1), "file/report") }
        #expect(
            error?.path?.hasSuffix("file/report") == true || error?.path?.hasSuffix("images") == true, "\(error as Any)"
        )
    }
}
