import ThemeSystem
import Foundation
import TestSupport
import Testing
import ThemeExchange
import ThemeModel
import ThemePackager
import ThemeProject

/// Writes asset catalogs and imports them into a project beside them.
final class CatalogMaker {
    let sandbox: Sandbox
    var catalog: String { "\(sandbox.path)/App.xcassets" }
    var project: String { "\(sandbox.path)/project" }

    init() throws {
        sandbox = try Sandbox()
        try sandbox.write("App.xcassets/Contents.json", Self.info)
    }

    static let info = #"{"info": {"author": "xcode", "version": 1}}"#

    func write(_ path: String, _ bytes: [UInt8]) throws { try sandbox.write("App.xcassets/\(path)", bytes) }

    func write(_ path: String, _ text: String) throws { try write(path, Array(text.utf8)) }

    /// - Parameters:
    ///   - slots: members of each slot, such as `"scale": "2x"`, with `"filename"`.
    func imageSet(_ name: String, _ slots: [String], properties: String = "") throws {
        let images = slots.map { slot in
            "{\(slot.contains("\"idiom\"") ? "" : "\"idiom\": \"universal\", ")\(slot)}"
        }
        let more = properties.isEmpty ? "" : ", \"properties\": {\(properties)}"
        try write("\(name).imageset/Contents.json", "{\"images\": [\(images.joined(separator: ", "))]\(more)}")
    }

    func colorSet(_ name: String, _ colors: String...) throws {
        try write("\(name).colorset/Contents.json", "{\"colors\": [\(colors.joined(separator: ", "))]}")
    }

    static let dark = #""appearances": [{"appearance": "luminosity", "value": "dark"}]"#
    static let highContrast = #""appearances": [{"appearance": "contrast", "value": "high"}]"#

    static func color(_ components: String, space: String = "srgb", more: String = "") -> String {
        let more = more.isEmpty ? "" : ", \(more)"
        return """
            {"idiom": "universal", "color": {"color-space": "\(space)", "components": {\(components)}}\(more)}
            """
    }

    static let circle = "<circle cx='4' cy='4' r='3' fill='#c00'/>"

    static func svg(_ width: Int, _ height: Int, _ content: String = circle) -> String {
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
            + "width='\(width)' height='\(height)'>\(content)</svg>"
    }

    /// A PDF with a filled rectangle. Its other pages are empty.
    static func pdf(_ width: Double, _ height: Double, pages: Int = 1) -> String {
        let kids = (["3 0 R"] + (1..<pages).map { "\($0 + 4) 0 R" }).joined(separator: " ")
        let box = "/Parent 2 0 R /MediaBox [0 0 \(width) \(height)]"
        let objects =
            [
                "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [\(kids)] /Count \(pages) >>",
                "<< /Type /Page \(box) /Contents 4 0 R >>",
                "<< /Length 25 >>\nstream\n1 0 0 rg 0 0 4 4 re f     \nendstream",
            ] + (1..<pages).map { _ in "<< /Type /Page \(box) >>" }
        var text = "%PDF-1.4\n"
        var offsets: [Int] = []
        for (number, object) in objects.enumerated() {
            offsets.append(text.utf8.count)
            text += "\(number + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for offset in offsets { text += String(format: "%010d 00000 n \n", offset) }
        return text + "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
    }

    func read(
        themes: [String] = [], scales: [Scale] = [.one, .two, .three], _ sources: String...
    ) throws -> ThemeContents {
        try CatalogImport.read(
            sources.isEmpty ? [catalog] : sources,
            ImportOptions(themes: try AppearanceThemes(themes), scales: scales))
    }

    static func converter(
        path: String? = nil, cache: ImportCache = ImportCache()
    ) -> ImageConverter {
        let path = path ?? ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return ImageConverter(
            tools: ProgramFolders(path), limits: ProjectLimits(),
            temporaryFolder: FileManager.default.temporaryDirectory.path, cache: cache)
    }

    /// Imports the catalog and returns the change of the project.
    @discardableResult
    func importAll(
        themes: [String] = [], force: Bool = false, writes: Bool = true, path: String? = nil
    ) throws -> ProjectChange {
        try Self.write(try read(themes: themes), into: project, force: force, writes: writes, path: path)
    }

    @discardableResult
    static func write(
        _ contents: ThemeContents, into project: String, force: Bool = false, writes: Bool = true, path: String? = nil
    ) throws -> ProjectChange {
        let folder = try OutputFolder(sourcesOf: project, dryRun: !writes)
        let change = try ProjectChange(
            of: contents, in: try TargetProject(in: folder), isForced: force, converter: converter(path: path), jobs: 2)
        if writes { try change.write(to: folder) }
        return change
    }

    /// The project for an import that writes nothing.
    func target() throws -> TargetProject {
        try TargetProject(in: try OutputFolder(sourcesOf: project, dryRun: true))
    }

    func settings(_ theme: String) throws -> String { try sandbox.text("project/themes/\(theme)/config.json") }

    /// The size of an image of the project, such as `16x32`.
    func size(_ path: String) throws -> String {
        try PNGStructure(try sandbox.read("project/\(path)")).size.description
    }

    /// Runs a program in the folder of the sandbox, and expects that it succeeds.
    func run(_ program: String, _ arguments: String...) throws {
        let result = try Tool.run(try #require(Tool.path(of: program)), arguments, in: sandbox.path)
        #expect(result.status == 0, "\(result)")
    }
}

extension ProjectChange {
    func item(_ name: String) -> ExchangeItem? { contents.items.first { $0.name == name } }

    /// The outcome of an item and its notes, in one line.
    func line(_ name: String) -> String { item(name)?.line ?? "no item" }

    /// Compares the outcome of items, and their lines with a file of `Tests/Sentences`.
    ///
    /// - Parameter input: the input of a test that has several.
    func check(
        _ names: String..., are outcome: ExchangeItem.Outcome? = nil, of input: String? = nil,
        function: String = #function, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for name in names {
            if let outcome { #expect(item(name)?.outcome == outcome, sourceLocation: sourceLocation) }
            let title = [name, input].compactMap(\.self).joined(separator: ": ")
            try ExchangeItem.check(line(name), of: title, function: function, sourceLocation: sourceLocation)
        }
    }

    var paths: [String] { files.map(\.path) }
}

extension ExchangeItem {
    var line: String { ([outcome.rawValue] + notes.map(words)).joined(separator: "; ") }

    static func check(
        _ text: String?, of title: String, function: String = #function,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let test = "\(sourceLocation.fileName.dropLast(".swift".count)).\(function.prefix { $0 != "(" })"
        let mismatch = try Sentences.mismatch(text, of: "\(test) \(title)", in: "exchange")
        #expect(mismatch == nil, sourceLocation: sourceLocation)
    }
}

extension [ExchangeItem] {
    /// Compares the paths, the names and the lines of the items with a file of `Tests/Sentences`.
    func check(
        of input: String = "items", function: String = #function, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let lines = map { "\($0.path) \($0.name): \($0.line)" }
        try ExchangeItem.check(
            lines.joined(separator: "\n"), of: input, function: function, sourceLocation: sourceLocation)
    }
}

extension UserError? {
    /// Compares an error's message and hint with a file of `Tests/Sentences`.
    func check(
        of input: String = "error", function: String = #function, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try ExchangeItem.check(self?.sentence, of: input, function: function, sourceLocation: sourceLocation)
    }
}
