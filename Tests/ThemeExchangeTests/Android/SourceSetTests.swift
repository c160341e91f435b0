import TestSupport
import Testing
import ThemeExchange
import ThemeProject

@Suite("Source sets and modules of Android apps")
struct SourceSetTests: AndroidTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func write(_ set: String, _ color: String, shade: UInt8, _ folder: String = "drawable-mdpi") throws {
        try sandbox.write("\(set)/res/values/c.xml", "<resources><color name='a'>\(color)</color></resources>")
        try sandbox.write("\(set)/res/\(folder)/icon.png", PNGFile(8, 4, shade: shade).bytes)
    }

    private func importAll(_ sources: String...) throws -> ProjectChange {
        let contents = try AndroidImport.read(sources.map { "\(sandbox.path)/\($0)" }, ImportOptions())
        return try CatalogMaker.write(contents, into: project)
    }

    private func expect(_ color: String, shade: UInt8) throws {
        #expect(try settings("default").contains("\"a\": \"\(color)\""))
        #expect(try sandbox.read("project/assets/icon.png") == PNGFile(8, 4, shade: shade).bytes)
    }

    @Test("The main set of any module is taken, and other sets only where they are named", arguments: ["a", "core/x"])
    func main(_ module: String) throws {
        try write("all/\(module)/src/main", "#000002", shade: 2, "drawable")
        for set in ["debug", "beta", "test"] { try write("all/app/src/\(set)", "#000001", shade: 1) }
        try sandbox.write("all/app/src/beta/res/drawable-mdpi/only.png", PNGFile(8, 4).bytes)
        let change = try importAll("all")
        try expect("000002", shade: 2)
        #expect(change.item("a")?.outcome == .taken && change.item("icon")?.outcome == .taken)
        let folders = change.contents.items.filter { $0.kind == "folder" }
        #expect(folders.map(\.outcome) == [.notTaken, .notTaken, .notTaken] && !folders.contains(where: \.hasDefect))
        try folders.check()
        #expect(change.item("only") == nil)
        let second = try importAll("all/app/src/beta", "all")
        try expect("000002", shade: 2)
        #expect(second.item("icon")?.outcome == .inPart)
        if module == "a" { try second.check("icon", are: .inPart) }
        #expect(second.item("icon")?.hasDefect == false && second.item("only")?.outcome == .taken)
    }

    @Test("A source set alone is imported where it is named", arguments: ["app/src/beta", "app/src/beta/res"])
    func named(_ source: String) throws {
        try write("app/src/beta", "#000001", shade: 1)
        #expect(try importAll(source).contents.items.map(\.outcome) == [.taken, .taken])
        try expect("000001", shade: 1)
    }

    @Test("Modules can repeat a resource; different ones of one name are a problem")
    func modules() throws {
        try write("app/src/main", "#000001", shade: 1)
        try write("copy/src/main", "#FF000001", shade: 1)
        #expect(
            try importAll("app", "copy").contents.items.filter { $0.kind != "folder" }.map(\.outcome) == [
                .taken, .taken,
            ])
        try write("core/src/main", "#000002", shade: 2)
        let change = try importAll("app", "core")
        try expect("000001", shade: 1)
        try change.check("a", "icon", are: .inPart)
        #expect(change.item("a")?.hasDefect == true && change.item("icon")?.hasDefect == true)
    }
}
