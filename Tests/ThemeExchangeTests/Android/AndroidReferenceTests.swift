import TestSupport
import Testing
import ThemeExchange
import ThemePackager
import ThemeProject

@Suite("What drawables of Android refer to")
struct AndroidReferenceTests: AndroidTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private static let namespace = "xmlns:android='http://schemas.android.com/apk/res/android'"

    private func drawable(_ name: String, _ xml: String, in folder: String = "drawable") throws {
        try sandbox.write("app/src/main/res/\(folder)/\(name).xml", xml)
    }

    private static func vector(_ path: String, _ attributes: String = "", prefix: String = "android") -> String {
        """
        <vector xmlns:\(prefix)='http://schemas.android.com/apk/res/android' \(attributes) \(prefix):width='4dp'
        \(prefix):height='4dp' \(prefix):viewportWidth='4' \(prefix):viewportHeight='4'><path \(path)/></vector>
        """
    }

    private static let square = "android:pathData='M0 0h4v4H0z'"

    /// The color of a pixel of an image.
    private func pixel(_ name: String, x: Int = 0) throws -> [UInt8] {
        var rows: [[UInt8]] = []
        var reader = try PixelReader(try sandbox.read("project/assets/\(name).png"), limits: ProjectLimits())
        try reader.forEachRow { row in if case .eight(let samples) = row { rows.append(Array(samples)) } }
        return Array(rows[0][x * 4..<x * 4 + 4])
    }

    @Test("Names of Android's namespace are read under any prefix, and no other names", .enabled(if: Programs.svg))
    func namespaces() throws {
        try drawable("a", Self.vector("a:fillColor='#f00' a:pathData='M0 0h4v4H0z'", prefix: "a"))
        try drawable(
            "other", "<vector xmlns:android='http://example.com' android:width='4dp' android:height='4dp'/>")
        try drawable(
            "inner",
            "<vector \(Self.namespace) xmlns:x='http://schemas.android.com/aapt' android:width='4dp' "
                + "android:height='4dp'><path \(Self.square)><x:attr name='android:fillColor'><gradient "
                + "android:startColor='#00f' android:endColor='#00f' android:endX='4'/></x:attr></path></vector>")
        let gradient = "<gradient a:startColor='#00f' a:endColor='#00f' a:endX='4'/>"
        let attribute = "<x:attr xmlns:x='http://schemas.android.com/aapt' name='a:fillColor'>\(gradient)</x:attr>"
        let both = Self.vector("a:pathData='M0 0h4v4H0z'", prefix: "a")
        try drawable("both", both.replacing("/></vector>", with: ">\(attribute)</path></vector>"))
        let change = try CatalogMaker.write(try read(), into: project)
        #expect(try pixel("a") == [255, 0, 0, 255] && pixel("inner") == [0, 0, 255, 255])
        #expect(try pixel("both") == [0, 0, 255, 255])
        #expect(change.item("other")?.outcome == .notTaken)
    }

    @Test("Texts, sizes and gradients of resources are followed", .enabled(if: Programs.svg))
    func resources() throws {
        try values(
            "values",
            "<string name='p'>@string/q</string><string name='q'>M0 0h4v4H0z</string><dimen name='w'>4dp</dimen>"
                + "<item name='half' type='dimen' format='float'>0.5</item><string name='loop'>@string/loop</string>")
        try sandbox.write(
            "app/src/main/res/color/g.xml",
            "<gradient \(Self.namespace) android:endX='4' android:startColor='#f00' android:endColor='#00f'/>")
        try drawable("p", Self.vector("android:fillColor='#f00' android:pathData='@string/p'"))
        try drawable("half", Self.vector("android:fillColor='#f00' android:fillAlpha='@dimen/half' \(Self.square)"))
        try drawable("g", Self.vector("android:fillColor='@color/g' \(Self.square)"))
        try drawable("none", Self.vector("android:fillColor='@null' \(Self.square)"))
        try drawable("loop", Self.vector("android:pathData='@string/loop'"))
        try drawable("away", Self.vector("android:pathData='@string/path_of_library'"))
        let change = try CatalogMaker.write(try read(), into: project)
        #expect(try pixel("p") == [255, 0, 0, 255] && pixel("half") == [255, 0, 0, 128] && pixel("none")[3] == 0)
        #expect(try pixel("g")[0] > 200 && pixel("g", x: 3)[2] > 200)
        let items = change.contents.items.filter { ["g", "loop", "away"].contains($0.name) }
        #expect(items.filter(\.hasDefect).map(\.name) == ["loop"])
        try items.check()
    }

    @Test("What a library has is left out and named so; a gradient is no color")
    func libraries() throws {
        try values("values", "<color name='a'>@color/material_blue</color><color name='b'>@color/g</color>")
        try sandbox.write("app/src/main/res/color/g.xml", "<gradient/>")
        try drawable("v", Self.vector("android:fillColor='@color/material_blue' \(Self.square)"))
        try drawable("s", "<selector \(Self.namespace)><item android:drawable='@drawable/abc_button'/></selector>")
        try drawable("t", "<bitmap \(Self.namespace) android:src='@drawable/abc_button'/>")
        let change = try CatalogMaker.write(try read(), into: project)
        #expect(change.contents.items.filter(\.hasDefect).isEmpty)
        for name in ["a", "v", "s", "t"] { #expect(change.line(name).contains("a library has it"), "\(name)") }
        #expect(change.line("b").contains("which is a gradient") && !change.line("g").contains("state"))
        try change.check("a", "b", "g", "s", "t", "v", are: .notTaken)
    }

    @Test("A tint is drawn in the modes that take its color alone", .enabled(if: Programs.svg))
    func tintModes() throws {
        let modes = ["src_in": true, "src_atop": true, "multiply": false, "screen": false, "add": false]
        for (mode, _) in modes {
            let tint = "android:tint='#00f' android:tintMode='\(mode)'"
            try drawable(mode, Self.vector("android:fillColor='#f00' \(Self.square)", tint))
        }
        try drawable("plain", Self.vector("android:fillColor='#f00' \(Self.square)", "android:tintMode='multiply'"))
        let half = "android:tint='#800000ff' android:tintMode='src_atop'"
        try drawable("half", Self.vector("android:fillColor='#f00' \(Self.square)", half))
        let change = try CatalogMaker.write(try read(), into: project)
        for (mode, isTaken) in modes { #expect(change.item(mode)?.isTaken == isTaken, "\(mode)") }
        #expect(try pixel("src_atop") == [0, 0, 255, 255] && pixel("plain") == [255, 0, 0, 255])
        try change.check("half", "multiply", are: .notTaken)
    }

    @Test("A selector has no state whose image is not taken")
    func selectors() throws {
        try drawable("round", "<shape \(Self.namespace)/>")
        try sandbox.write("app/src/main/res/drawable-mdpi/ok.png", PNGFile(8, 4).bytes)
        try sandbox.write("app/src/main/res/drawable-mdpi/broken.png", "no image")
        try values("values", "<drawable name='alias'>@drawable/ok</drawable><drawable name='a'>@drawable/a</drawable>")
        let states = [
            ("pressed", "round"), ("focused", "broken"), ("selected", "chain"), ("checked", "ok"), ("active", "alias"),
            ("hovered", "a"),
        ]
        let items = states.map {
            "<item android:state_\($0)='true' android:drawable='@drawable/\($1)'/>"
        }
        try drawable("chain", "<selector \(Self.namespace)><item android:drawable='@drawable/ok'/></selector>")
        try drawable("button", "<selector \(Self.namespace)>\(items.joined())</selector>")
        let change = try CatalogMaker.write(try read(), into: project)
        let theme = try ExportedProject.themes("default", in: project)[0]
        #expect(
            theme.settings.map(\.path.description) == [
                "States.button.activeImage", "States.button.checkedImage", "States.chain.normalImage",
            ])
        #expect(change.item("button")?.notes.count == 4 && change.item("button")?.hasDefect == false)
        try change.check("button", are: .inPart)
    }

    @Test("Files of other formats, and those without a density, have the true reason", .enabled(if: Programs.svg))
    func formats() throws {
        try sandbox.write("app/src/main/res/drawable/moving.gif", "GIF89a")
        try sandbox.write("app/src/main/res/drawable-nodpi/photo.png", PNGFile(8, 4).bytes)
        try drawable("vector", Self.vector("android:fillColor='#f00' \(Self.square)"), in: "drawable-nodpi")
        let change = try CatalogMaker.write(try read(), into: project)
        #expect(change.contents.items.filter(\.hasDefect).isEmpty)
        try change.check("moving", "photo", are: .notTaken)
        try change.check("vector", are: .changed)
    }
}
