import TestSupport
import ThemeExchange
import ThemeProject

protocol AndroidTests {
    var sandbox: Sandbox { get }
}

extension AndroidTests {
    var project: String { "\(sandbox.path)/project" }

    func values(_ folder: String, _ content: String) throws {
        try sandbox.write("app/src/main/res/\(folder)/colors.xml", "<resources>\(content)</resources>")
    }

    func read(themes: [String] = []) throws -> ThemeContents {
        try AndroidImport.read(
            ["\(sandbox.path)/app"], ImportOptions(themes: AppearanceThemes(themes)))
    }

    func settings(_ theme: String) throws -> String {
        try sandbox.text("project/themes/\(theme)/config.json")
    }

    /// A nine-patch of 6 x 5 pixels within its border: columns 2 and 3 and row 1 are stretched.
    static var ninePatch: [UInt8] { ninePatch(content: [0, 0, 0, 0]) }

    /// - Parameter content: the color of a pixel of the lower border, which says where the content is.
    static func ninePatch(content: [UInt8]) -> [UInt8] {
        var rows: [UInt8] = []
        for y in 0..<7 {
            rows.append(0)
            for x in 0..<8 {
                let isMark = y == 0 && (x == 3 || x == 4) || x == 0 && y == 2
                let isBorder = x == 0 || y == 0 || x == 7 || y == 6
                let color = x == 3 && y == 6 ? content : [0, 0, 0, 0]
                rows += isMark ? [0, 0, 0, 255] : isBorder ? color : [UInt8(x * 20), UInt8(y * 20), 90, 255]
            }
        }
        return PNGFile(chunks: [PNGFile.header(8, 7), .init("IDAT", PNGFile.zlib(rows)), .init("IEND")]).bytes
    }
}
