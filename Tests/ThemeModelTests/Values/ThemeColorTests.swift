import Testing
import ThemeModel

@Suite("Colors")
struct ThemeColorTests {
    @Test(
        "ME8 DD12 every notation is read",
        arguments: [
            ("F80", 255, 255, 136, 0), ("#F80", 255, 255, 136, 0), ("8F80", 136, 255, 136, 0),
            ("#8F80", 136, 255, 136, 0),
            ("F85825", 255, 248, 88, 37), ("#f85825", 255, 248, 88, 37), ("4DB2B2B2", 77, 178, 178, 178),
            ("#4db2B2b2", 77, 178, 178, 178), ("00", 0, 0, 0, 0), ("#00", 0, 0, 0, 0), ("000", 255, 0, 0, 0),
            ("rgb(1,2,3)", 255, 1, 2, 3), ("RGB( 255 , 0 , 10 )", 255, 255, 0, 10), ("rgba(1,2,3,0)", 0, 1, 2, 3),
            ("rgba(1, 2, 3, 1)", 255, 1, 2, 3), ("rgba(1,2,3,0.5)", 128, 1, 2, 3), ("rgba(1,2,3,.5)", 128, 1, 2, 3),
        ] as [(String, UInt8, UInt8, UInt8, UInt8)])
    func notations(_ text: String, _ alpha: UInt8, _ red: UInt8, _ green: UInt8, _ blue: UInt8) throws {
        #expect(try ThemeColor(text) == ThemeColor(red: red, green: green, blue: blue, alpha: alpha))
    }

    @Test(
        "In the order rgba the alpha is last in 4 and 8 digits",
        arguments: [("F808", "8F80"), ("B2B2B24D", "4DB2B2B2"), ("F80", "F80"), ("F85825", "F85825"), ("00", "00")])
    func order(_ rgba: String, _ argb: String) throws {
        #expect(try ThemeColor(rgba, order: .rgba) == ThemeColor(argb))
    }

    @Test(
        "Anything else is rejected with an error that quotes it",
        arguments: [
            "", "#", "0", "01", "1", "FF", "12345", "1234567", "123456789", "+F5825", "-F5825", "GGG", "F8582G", "ＦＦＦ",
            "Ｆ85825", "0xFFF", "##FFF", "FFF#", " FFF", "FFF ", "F F", "F85825\n", "red", "٣٣٣", "F85825\u{301}",
            "rgb(1,2)",
            "rgb(1,2,3,4)", "rgb(256,0,0)", "rgb(-1,0,0)", "rgb(+1,0,0)", "rgb(1.5,0,0)", "rgb(1,2,3", "rgba(1,2,3)",
            "rgba(1,2,3,2)", "rgba(1,2,3,-0)", "rgba(1,2,3,1e0)", "rgba(1,2,3,nan)", "rgba(1,2,3,.)", "rgba(1,2,3,)",
            "rgb(,,)",
            "rgb(１,2,3)", "rgb()", "hsl(1,2,3)", "rgb 1,2,3", "a\u{0}b",
        ])
    func refused(_ text: String) {
        for order in ThemeColor.Order.allCases {
            #expect {
                try ThemeColor(text, order: order)
            } throws: { error in
                (error as? InvalidColor)?.found == text
            }
        }
    }

    @Test("The description reads back as the same color", arguments: [0, 1, 15, 16, 127, 128, 254, 255] as [UInt8])
    func roundTrip(_ channel: UInt8) throws {
        let color = ThemeColor(red: channel, green: 255 - channel, blue: 3, alpha: channel)
        #expect(try ThemeColor(color.description) == color)
        #expect(color.description.utf8.count == 9)
    }
}
