import CountingMalloc
import TestSupport
import Testing
import ThemeDevelopment
import ThemeModel
import ThemeRuntime

@Suite(
    "Memory", .enabled(if: themepack_allocation_count() >= 0, "allocations are counted with glibc, without sanitizers"))
struct AllocationTests {
    @Test("Resolving and reading again allocates nothing")
    func steadyState() throws {
        let project = try TestProject()
        let names = (0..<50).map { "group/an image with a long name \($0)" }
        for name in names { try project.image("assets/\(name)@2x.png") }
        for name in names.prefix(25) {
            try project.image("themes/year/\(name.replacing("group/", with: "group/year_"))@2x.png")
        }
        try project.theme(
            "default",
            config: #"{"Color": {"a rather long key": "FFF"}, "text": "a rather long string", "n": 1.5, "b": true}"#)
        try project.theme("year", prefix: "year_")
        let library = try ThemeLibrary(default: ThemePack(theme: .default, inProject: project.root))
        try library.add(ThemePack(theme: ThemeID("year"), inProject: project.root))
        let id = ThemeID("year")
        let keys = names.map { ImageKey($0) }
        let (color, text) = (SettingKey("Color.a rather long key"), SettingKey("text"))
        let (title, number, flag) = (Setting<ThemeColor>(color), Setting<Double>("n"), Setting<Bool>("b"))
        func round() throws -> Int {
            guard let theme = library.theme(id) else { return 0 }
            var sum = 0
            for index in names.indices {
                let image = try theme.image(ImageKey(names[index]), scale: .three)
                sum += try image?.bytes().count ?? 0
                if case .template(let color?) = try image?.rendering { sum += Int(color.blue) }
                sum += try theme.image(keys[index], scale: .one)?.bytes().withUnsafeBytes { Int($0[0]) } ?? 0
                sum += try theme.image("group/an unknown image", scale: .one)?.byteCount ?? 0
                sum += try Int(theme.color(color)?.red ?? 0) + (theme.string(text)?.utf8.count ?? 0)
                sum += try Int(theme[title]?.green ?? 0) + (theme[flag] == true ? 1 : 0)
                sum += Int(theme[number, default: 0]) + theme[Setting<String>(text), default: ""].utf8.count
            }
            return sum
        }
        let expected = try round()
        #expect(expected > 0)
        let before = themepack_allocation_count()
        var wrong = 0
        for _ in 0..<200 where try round() != expected { wrong += 1 }
        let after = themepack_allocation_count()
        #expect(wrong == 0)
        #expect(after - before == 0)
    }

    @Test("AX6: looking up again in a selection along three axes allocates nothing")
    func selection() throws {
        let theme = try #require(try AxisLookUpTests.library().theme(selecting: "acme", "dark", "high"))
        let keys = ["a", "b", "c", "d", "absent"].map { ImageKey($0) }
        let settings = ["a", "o.x", "o.y", "o.z", "absent"].map { SettingKey($0) }
        func round() throws -> Int {
            var sum = 0
            for index in keys.indices {
                sum += try theme.image(keys[index], scale: .two)?.bytes().count ?? 0
                sum += try Int(theme.number(settings[index]) ?? 0)
            }
            return sum
        }
        let expected = try round()
        #expect(expected > 0)
        let before = themepack_allocation_count()
        var wrong = 0
        for _ in 0..<200 where try round() != expected { wrong += 1 }
        let after = themepack_allocation_count()
        #expect(wrong == 0)
        #expect(after - before == 0)
    }
}
