import Foundation
import TestSupport
import Testing
@testable import ThemeExchange
import ThemeModel
import ThemePackager
import ThemeProject

@Suite("Vectors, states and styles of Android")
struct VectorDrawableTests: AndroidTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func vector(
        _ name: String, _ content: String, attributes: String = "", folder: String = "drawable", side: Int = 8
    ) throws {
        let size = "android:width=\"\(side)dp\" android:height=\"4dp\""
        try sandbox.write(
            "app/src/main/res/\(folder)/\(name).xml",
            """
            <vector xmlns:android="http://schemas.android.com/apk/res/android"
                xmlns:aapt="http://schemas.android.com/aapt"
                \(size) android:viewportWidth="\(side)" android:viewportHeight="4" \(attributes)>\(content)</vector>
            """)
    }

    private func path(_ color: String, _ data: String = "M0,0h8v4h-8z", more: String = "") -> String {
        "<path android:pathData=\"\(data)\" android:fillColor=\"\(color)\" \(more)/>"
    }

    /// The colors of the pixels in the middle of an image's left and right half, as RRGGBBAA.
    private func halves(_ file: String) throws -> [String] {
        let pixels = try #require(Pixels(png: try sandbox.read("project/\(file)")))
        return [pixels.width / 4, pixels.width * 3 / 4].map { x in
            pixels[x, pixels.height / 2].map { String(format: "%02X", Int($0)) }.joined()
        }
    }

    @Test("Vectors are rendered at every scale, with the colors of day and night", .enabled(if: Programs.svg))
    func colors() throws {
        try values("values", "<color name='a'>#ff0000</color><color name='b'>@color/a</color>")
        try values("values-night", "<color name='a'>#00ff00</color>")
        try vector("named", path("@color/b"))
        try vector("literal", path("#800000ff", more: "android:fillAlpha=\"0.5\""))
        try vector("broken", path("#zz") + path("#ffffff"))
        let change = try CatalogMaker.write(try read(), into: project)
        try change.check("named", are: .changed)
        #expect(try halves("assets/named@3x.png") == ["FF0000FF", "FF0000FF"])
        #expect(try halves("themes/dark/named.png") == ["00FF00FF", "00FF00FF"])
        #expect(try halves("assets/literal.png") == ["0000FF40", "0000FF40"])
        #expect(!change.paths.contains("themes/dark/literal.png"))
        try change.check("broken", are: .notTaken)
    }

    @Test("A vector's size can be a dimension of the app", .enabled(if: Programs.svg))
    func dimensions() throws {
        try values("values", "<dimen name='side'>8dp</dimen><dimen name='em'>2sp</dimen>")
        for (name, size) in [("sized", "@dimen/side"), ("odd", "@dimen/em"), ("lost", "@dimen/none")] {
            try sandbox.write(
                "app/src/main/res/drawable/\(name).xml",
                """
                <vector xmlns:android="http://schemas.android.com/apk/res/android" android:width="\(size)"
                    android:height="4dp" android:viewportWidth="8" android:viewportHeight="4">
                    \(path("#ff0000"))</vector>
                """)
        }
        let change = try CatalogMaker.write(try read(), into: project)
        #expect(try PNGStructure(sandbox.read("project/assets/sized.png")).size == PixelSize(width: 8, height: 4))
        #expect(["odd", "lost"].allSatisfy { change.item($0)?.outcome == .notTaken }, "\(change.contents.items)")
    }

    @Test("Groups, clips, gradients and strokes look as Android draws them", .enabled(if: Programs.svg))
    func shapes() throws {
        let left = "M0,0h4v4h-4z"
        try vector(
            "moved", "<group android:translateX=\"4\" android:scaleX=\"1\">\(path("#ff0000", left))</group>")
        try vector(
            "turned",
            "<group android:rotation=\"180\" android:pivotX=\"4\" android:pivotY=\"2\">\(path("#ff0000", left))</group>"
        )
        try vector(
            "clipped", "<group><clip-path android:pathData=\"\(left)\"/>\(path("#ff0000"))</group>")
        let gradient = """
            <path android:pathData="M0,0h8v4h-8z"><aapt:attr name="android:fillColor"><gradient android:type="linear"
            android:startX="0" android:startY="0" android:endX="8" android:endY="0"><item android:offset="0.5"
            android:color="#ffff0000"/><item android:offset="0.5"
            android:color="#ff0000ff"/></gradient></aapt:attr></path>
            """
        try vector("gradient", gradient)
        try vector("sweep", gradient.replacingOccurrences(of: "\"linear\"", with: "\"sweep\""))
        let stroke = "android:strokeColor=\"#ff00ff00\" android:strokeWidth=\"8\""
        try vector(
            "stroke", "<path android:pathData=\"M0,2h4\" \(stroke)/>", attributes: "android:autoMirrored=\"true\"")
        let change = try CatalogMaker.write(try read(), into: project)
        #expect(try halves("assets/moved.png") == ["00000000", "FF0000FF"])
        #expect(try halves("assets/turned.png") == ["00000000", "FF0000FF"])
        #expect(try halves("assets/clipped.png") == ["FF0000FF", "00000000"])
        #expect(try halves("assets/gradient.png") == ["FF0000FF", "0000FFFF"])
        #expect(try halves("assets/stroke.png") == ["00FF00FF", "00000000"])
        try change.check("sweep", are: .notTaken)
        try change.check("stroke")
    }

    @Test("A vector of one attribute or with a tint is a template", .enabled(if: Programs.svg))
    func templates() throws {
        try values("values", "<style name='App.Light'><item name='colorOn'>#ffffff</item></style>")
        try vector("one", path("?attr/colorIcon") + path("?attr/colorIcon"))
        try vector("tinted", path("#ffffff"), attributes: "android:tint=\"?attr/colorControlNormal\"")
        try vector("mixed", path("#ff0000", "M0,0h4v4h-4z") + path("?attr/colorOn", "M4,0h4v4h-4z"))
        try vector("unknown", path("#ff0000") + path("?attr/colorOther"))
        try vector("red", path("#80ffffff"), attributes: "android:tint=\"#ff0000\"")
        let change = try CatalogMaker.write(try read(), into: project)
        #expect(try halves("assets/red.png") == ["FF000080", "FF000080"] && !change.line("red").contains("template"))
        for (name, tint) in [("one", "?attr/colorIcon"), ("tinted", "?attr/colorControlNormal")] {
            #expect(change.line(name).contains("a template"), "\(change.line(name))")
            #expect(change.line(name).contains(tint))
            #expect(try halves("assets/\(name).png") == ["000000FF", "000000FF"])
        }
        #expect(try halves("assets/mixed.png") == ["FF0000FF", "FFFFFFFF"])
        try change.check("mixed")
        try change.check("unknown", are: .notTaken)
    }

    @Test("Colors of styles and of states are settings; what night repeats is kept")
    func styles() throws {
        try values(
            "values",
            """
            <color name="a">#111111</color><style name="Theme.App" parent="x"><item name="colorPrimary">@color/a</item>
            <item name="android:textColor">#80222222</item><item name="gap">4dp</item></style>
            """)
        try values(
            "values-night",
            "<color name='a'>#111111</color><style name='Theme.App'>"
                + "<item name='android:textColor'>#333333</item></style>")
        try sandbox.write(
            "app/src/main/res/color/tab.xml",
            """
            <selector><item android:state_enabled="false" android:color="@color/a" android:alpha="0.5"/>
            <item android:state_pressed="true" android:state_selected="true" android:color="#444444"/>
            <item android:color="@color/none"/></selector>
            """)
        let change = try CatalogMaker.write(try read(), into: project)
        #expect(
            try settings("default") == """
                {
                  "Color": {
                    "a": "111111",
                    "tab": {
                      "disabled": "80111111",
                      "pressed_selected": "444444"
                    }
                  },
                  "Style": {
                    "Theme_App": {
                      "android_textColor": "80222222",
                      "colorPrimary": "#111111"
                    }
                  }
                }

                """)
        #expect(
            try settings("dark") == """
                {
                  "Color": {
                    "a": "111111"
                  },
                  "Style": {
                    "Theme_App": {
                      "android_textColor": "333333"
                    }
                  }
                }

                """)
        #expect(change.line("Theme.App/colorPrimary") == "taken")
        try change.check("tab", are: .inPart)
        try change.check("style", are: .notTaken)
    }

    @Test("A selector of images names them by state; other XML drawables are reported by what they are")
    func selectors() throws {
        for name in ["on", "off"] {
            try sandbox.write("app/src/main/res/drawable-mdpi/\(name).png", PNGFile(8, 4).bytes)
        }
        try sandbox.write(
            "app/src/main/res/drawable/button.xml",
            """
            <selector><item android:state_checked="true" android:drawable="@drawable/on"/>
            <item android:state_pressed="true"><shape/></item><item android:drawable="@drawable/off"/></selector>
            """)
        try sandbox.write("app/src/main/res/drawable/layers.xml", "<layer-list/>")
        let change = try CatalogMaker.write(try read(), into: project)
        try change.check("button", are: .inPart)
        try change.check("layers", are: .notTaken)
        let theme = try ExportedProject.themes("default", in: project)[0]
        #expect(
            theme.settings.map { "\($0.path) \($0.value.summary)" } == [
                "States.button.checkedImage the string 'on'", "States.button.normalImage the string 'off'",
            ])
    }

    @Test("Densities between scales, versions of Android, and folders of which nothing is taken")
    func folders() throws {
        for folder in ["drawable-hdpi", "drawable-xhdpi"] {
            try sandbox.write("app/src/main/res/\(folder)/icon.png", PNGFile(12, 6).bytes)
        }
        try sandbox.write("app/src/main/res/drawable-hdpi/only.png", PNGFile(12, 6).bytes)
        try sandbox.write("app/src/main/res/drawable-mdpi-v21/new.png", PNGFile(12, 6).bytes)
        try sandbox.write("app/src/debug/res/drawable-xhdpi/icon.png", PNGFile(12, 6).bytes)
        try sandbox.write("app/src/free/res/layout/main.xml", "<x/>")
        let change = try CatalogMaker.write(try read(), into: project)
        try change.check("icon", "new", are: .changed)
        try change.check("only", are: .notTaken)
        let folders = change.contents.items.filter { $0.kind == "folder" }
        #expect(folders.map { $0.path.hasSuffix("debug/res") || $0.path.hasSuffix("free/res") } == [true, true])
        try folders.check()
    }
}
