import Testing
import ThemeModel

@Suite("Types of settings")
struct SettingTypeTests {
    @Test(
        "A value's type follows from it, a color's from its notation or its key",
        arguments: [
            (["a"], .null, nil), (["a"], .string(""), nil), (["a"], .boolean(true), .boolean),
            (["a"], .number(1), .number),
            (["a"], .string("x"), .string), (["a"], .string("#FFF"), .color), (["a"], .string("rgb(1,2,3)"), .color),
            (["a"], .string("RGBA(1,2,3,1)"), .color), (["a"], .string("rgbx"), .string),
            (["Color", "x"], .string("F85825"), .color),
            (["titleColor", "UIControlStateNormal"], .string("nonsense"), .color),
            (["colours", "x"], .string("x"), .color),
            (["Colorful", "x"], .string("x"), .string), (["a"], .list([]), .list), (["Color"], .object([:]), .object),
        ] as [([String], SettingValue, SettingType?)])
    func types(_ keys: [String], _ value: SettingValue, _ type: SettingType?) {
        #expect(SettingType(of: value, at: SettingPath(keys)) == type)
    }

    @Test("A tree is walked from parents to children, in the order of keys")
    func walking() {
        var paths: [String] = []
        SettingValue.object(["b": .number(1), "a": .object(["c": .null]), "B": .list([.number(1)])]).forEach {
            path, _ in
            paths.append(path.description)
        }
        #expect(paths == ["", "B", "a", "a.c", "b"])
    }
}
