import Foundation
import TestSupport
import Testing
import ThemeExchange
import ThemeModel

@Suite("Sets of one name in several catalogs")
struct CopiedSetTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        for (target, shade) in [("Widget", UInt8(2)), ("App", 1), ("Share", 1)] {
            let sets = "Source/\(target)/Media.xcassets"
            try sandbox.write(
                "\(sets)/icon.imageset/Contents.json", #"{"images": [{"filename": "i.png", "scale": "1x"}]}"#)
            try sandbox.write("\(sets)/icon.imageset/i.png", PNGFile(8, 4, shade: shade).bytes)
            let color = "0x\(target == "Widget" ? "20" : "10")"
            // The copy has its members in another order.
            let components = #""red": "\#(color)", "green": "0x00", "blue": "0x00", "alpha": "1.000""#
            let members = [#""color-space": "srgb""#, #""components": {\#(components)}"#]
            let ordered = target == "Share" ? members.reversed() : members
            try sandbox.write(
                "\(sets)/accent.colorset/Contents.json",
                #"{"colors": [{"idiom": "universal", "color": {\#(ordered.joined(separator: ", "))}}]}"#)
        }
    }

    private func importAll() throws -> ProjectChange {
        let contents = try CatalogImport.read(["\(sandbox.path)/Source"], ImportOptions())
        return try CatalogMaker.write(contents, into: "\(sandbox.path)/project")
    }

    private func items(_ change: ProjectChange, _ target: String) -> [ExchangeItem] {
        change.contents.items.filter { $0.path.contains("/\(target)/") }
    }

    @Test("Equal copies are one; different ones of one kind of target are a problem")
    func copies() throws {
        let change = try importAll()
        #expect(items(change, "App").map(\.outcome) == [.taken, .taken])
        #expect(items(change, "Share").map(\.outcome) == [.changed, .changed])
        #expect(items(change, "Widget").allSatisfy { $0.outcome == .notTaken })
        #expect(change.contents.items.count == 6)
        try change.contents.items.check()
    }

    @Test("The app's sets come before those of its extensions, and the choice is reported")
    func extensions() throws {
        // Ahead of the app by its name.
        try sandbox.write("Source/App/AWidget/Info.plist", "<plist><dict><key>NSExtension</key><dict/></dict></plist>")
        for set in ["icon.imageset/Contents.json", "icon.imageset/i.png"] {
            let bytes = try sandbox.read("Source/Widget/Media.xcassets/\(set)")
            try sandbox.write("Source/App/AWidget/Media.xcassets/\(set)", bytes)
        }
        let change = try importAll()
        #expect(try sandbox.read("project/assets/icon.png") == PNGFile(8, 4, shade: 1).bytes)
        #expect(items(change, "AWidget").map(\.outcome) == [.notTaken])
        try items(change, "AWidget").check()
        #expect(change.contents.items.first { $0.path.contains("AWidget") }?.hasDefect == false)
    }

    @Test("A set without content takes no name", arguments: ["App", "Widget"])
    func emptySets(_ target: String) throws {
        try sandbox.write("Source/\(target)/Media.xcassets/accent.colorset/Contents.json", #"{"colors": [{}]}"#)
        try sandbox.write(
            "Source/\(target)/Media.xcassets/icon.imageset/Contents.json", #"{"images": [{"scale": "1x"}]}"#)
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/Source/Share")
        let change = try importAll()
        #expect(items(change, target).map(\.outcome) == [.notTaken, .notTaken])
        #expect(change.contents.items.filter(\.isTaken).count == 2)
        #expect(change.contents.items.filter(\.hasDefect).isEmpty)
    }

    @Test("A copy of a set that is not taken is not taken either")
    func brokenCopies() throws {
        for target in ["App", "Share"] {
            try sandbox.write("Source/\(target)/Media.xcassets/icon.imageset/i.png", "no image")
        }
        let change = try importAll()
        #expect(items(change, "Share").last?.outcome == .notTaken)
        try items(change, "Share").check()
    }
}
