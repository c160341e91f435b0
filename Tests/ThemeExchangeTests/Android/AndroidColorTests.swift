import TestSupport
import Testing
import ThemeExchange

@Suite("Colors of Android")
struct AndroidColorTests: AndroidTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test("References are resolved, at night as Android resolves them")
    func colors() throws {
        try values(
            "values",
            """
            <color name="gray">#FF808080</color><color name="back">@color/gray</color><!-- x -->
            <item name="half" type="color">#80123456</item><color name="short"> #abc </color>
            <string name="title">x &amp; y</string><dimen name="gap">4dp</dimen>
            """)
        try values("values-night", "<color name=\"gray\">#111111</color>")
        let change = try CatalogMaker.write(try read(), into: project)
        #expect(
            try settings("default") == """
                {
                  "Color": {
                    "back": "808080",
                    "gray": "808080",
                    "half": "80123456",
                    "short": "AABBCC"
                  }
                }

                """)
        let dark = try settings("dark")
        #expect(dark.contains("\"back\": \"111111\"") && !dark.contains("half"))
        try change.check("dimen", are: .notTaken)
    }

    @Test(
        "Colors that refer to nothing, to themselves or to the system",
        arguments: [
            ("@color/b", true), ("@color/none", false), ("@android:color/holo_red_dark", false), ("?attr/x", false),
            ("#12", true), ("red", true),
        ])
    func references(_ value: String, _ isDefect: Bool) throws {
        try values("values", "<color name=\"a\">\(value)</color><color name=\"b\">@color/a</color>")
        let change = try CatalogMaker.write(try read(), into: project)
        #expect(change.item("a")?.notes.map(\.isDefect) == [isDefect])
        try change.check("a", are: .notTaken, of: value)
    }

    @Test("Colors with other qualifiers, for each state and of the system")
    func otherColors() throws {
        try values(
            "values",
            "<color name='w'>@android:color/white</color><color name='s'>@color/list</color>"
                + "<color name='a'>#123456</color>")
        try values("values-v31", "<color name='a'>#000000</color><color name='only'>#000000</color>")
        try sandbox.write("app/src/main/res/color/list.xml", "<selector/>")
        let change = try CatalogMaker.write(try read(), into: project)
        try change.check("w", are: .changed)
        try change.check("s", "list", are: .notTaken)
        #expect(change.line("a") == "in part; left out: qualifier v31")
        #expect(change.line("only") == "not taken; qualifier v31")
    }

    @Test("A selector with one color for all states is a color; alphas of references multiply")
    func alpha() throws {
        func selector(_ item: String) -> String { "<selector><item \(item)/></selector>" }
        let folder = "app/src/main/res/color"
        try sandbox.write("\(folder)/half.xml", selector("android:color='#ff0000' android:alpha='0.5'"))
        try sandbox.write("\(folder)/most.xml", selector("android:color='@color/half' android:alpha='0.5'"))
        for (name, alpha) in [("odd", "?a"), ("nan", "nan"), ("far", "@dimen/none"), ("named", "@dimen/half")] {
            try sandbox.write("\(folder)/\(name).xml", selector("android:color='#ff0000' android:alpha='\(alpha)'"))
        }
        try sandbox.write("\(folder)/star.xml", selector("android:color='#ff0000' android:lStar='50'"))
        try values("values", "<color name='same'>@color/half</color><item name='half' type='dimen'>0.5</item>")
        let change = try CatalogMaker.write(try read(), into: project)
        let text = try settings("default").filter { !$0.isWhitespace }
        let expected =
            #"{"Color":{"half":"80FF0000","most":"40FF0000","named":"80FF0000","same":"80FF0000","star":"FF0000"}}"#
        #expect(text == expected)
        #expect(change.line("half") == "taken" && change.line("same") == "taken")
        try change.check("odd", "nan", "far", are: .notTaken)
        try change.check("star", are: .inPart)
    }

    @Test("A chain of references has a limit")
    func longChain() throws {
        let chain = (0..<3000).map { "<color name=\"c\($0)\">@color/c\($0 + 1)</color>" }.joined()
        try values("values", chain + "<color name=\"c3000\">#123456</color>")
        let change = try CatalogMaker.write(try read(), into: project)
        try change.check("c0")
        #expect(change.item("c2999")?.outcome == .taken)
    }
}
