import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemePackager

/// Damages to one scale of an image: those that ``Rule/imageScaleContent`` reports, and those that it does not.
@Suite("Damaged scales")
struct DamagedScaleTests {
    typealias Color = SIMD4<Int>
    /// The color at a place from 0 to 1 in both directions.
    typealias Drawing = @Sendable (_ x: Double, _ y: Double) -> Color

    struct Copy: Sendable, CustomTestStringConvertible {
        let name: String
        let isFound: Bool
        let drawing: Drawing
        var testDescription: String { name }

        init(_ name: String, isFound: Bool, _ drawing: @escaping Drawing) {
            (self.name, self.isFound, self.drawing) = (name, isFound, drawing)
        }
    }

    /// A blue disc above an orange bar, on nothing.
    static let icon: Drawing = { x, y in
        if (x - 0.4) * (x - 0.4) + (y - 0.35) * (y - 0.35) < 0.09 { return Color(30, 90, 220, 255) }
        return 0.25 < x && x < 0.9 && 0.72 < y && y < 0.92 ? Color(240, 140, 20, 255) : .zero
    }

    /// Two green bars.
    static let otherIcon: Drawing = { x, y in
        let isBar = 0.1 < x && x < 0.35 || 0.65 < x && x < 0.9
        return isBar && 0.1 < y && y < 0.9 ? Color(40, 160, 60, 255) : .zero
    }

    static func changed(_ change: @escaping @Sendable (Color) -> Color) -> Drawing { { change(icon($0, $1)) } }

    static let copies: [Copy] = [
        Copy("empty", isFound: true) { _, _ in .zero },
        Copy("exchanged with another icon", isFound: true, otherIcon),
        Copy("half the size, in the middle", isFound: true) { x, y in
            abs(x - 0.5) < 0.25 && abs(y - 0.5) < 0.25 ? icon(2 * x - 0.5, 2 * y - 0.5) : .zero
        },
        Copy("half the size, in a corner", isFound: true) { x, y in
            x < 0.5 && y < 0.5 ? icon(2 * x, 2 * y) : .zero
        },
        Copy("inverted", isFound: true, changed { Color(255 - $0.x, 255 - $0.y, 255 - $0.z, $0.w) }),
        Copy("with a white background", isFound: true, changed { $0.w == 0 ? Color(repeating: 255) : $0 }),
        Copy("with a black background", isFound: true, changed { $0.w == 0 ? Color(0, 0, 0, 255) : $0 }),
        Copy("turned by 90 degrees", isFound: true) { icon($1, 1 - $0) },
        Copy("upside down", isFound: true) { icon($0, 1 - $1) },
        Copy("shifted by half the width", isFound: true) { icon($0 - 0.5, $1) },
        Copy("shifted by a quarter", isFound: true) { icon($0 - 0.25, $1) },
        Copy("shifted by an eighth", isFound: true) { icon($0 - 0.125, $1) },
        Copy("mirrored", isFound: true) { icon(1 - $0, $1) },
        Copy("with another hue", isFound: true, changed { Color($0.y, $0.z, $0.x, $0.w) }),
        Copy("gray", isFound: true, changed { Color(Color(repeating: ($0.x + $0.y + $0.z) / 3), alpha: $0.w) }),
        Copy("half as bright", isFound: true, changed { Color($0.x / 2, $0.y / 2, $0.z / 2, $0.w) }),
        Copy("without the bar", isFound: true) { $1 < 0.7 ? icon($0, $1) : .zero },
        Copy("sound", isFound: false, icon),
    ]

    private static func image(_ width: Int, _ height: Int, _ drawing: Drawing) -> PixelGrid {
        var grid = PixelGrid(width, height, seed: 1)
        for y in 0..<height {
            for x in 0..<width {
                let color = drawing((Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height))
                for channel in 0..<4 { grid.samples[(y * width + x) * 4 + channel] = UInt16(color[channel]) }
            }
        }
        return grid
    }

    /// The findings of a project whose theme has the icon at every scale but one.
    private static func findings(
        _ defaultDrawing: Drawing, at damagedScale: Int, of size: (width: Int, height: Int) = (44, 22),
        _ drawing: Drawing
    ) throws -> [Finding] {
        try ProjectFiles.sound.with { project in
            for scale in 1...3 {
                let file = scale == 1 ? "button.png" : "button@\(scale)x.png"
                let (width, height) = (size.width * scale, size.height * scale)
                project.files["assets/common/\(file)"] = image(width, height, defaultDrawing).png().bytes
                project.files["themes/year/common/year_\(file)"] =
                    image(width, height, scale == damagedScale ? drawing : icon).png().bytes
            }
        }.allFindings()
    }

    @Test("RR1 A damaged @2x is found, or is too similar", arguments: copies)
    func found(_ copy: Copy) throws {
        let findings = try Self.findings(Self.icon, at: 2, copy.drawing).filter { $0.rule == .imageScaleContent }
        #expect(
            findings.map(\.path) == (copy.isFound ? ["themes/year/common/year_button@2x.png"] : []),
            "\(findings.map(\.line))")
    }

    @Test("Small images whose sizes are multiples get no allowance for rounding", arguments: [16, 24, 32])
    func small(_ size: Int) throws {
        let hue = try #require(Self.copies.first { $0.name == "with another hue" }).drawing
        let findings = try Self.findings(Self.icon, at: 2, of: (size, size), hue)
        #expect(findings.contains { $0.rule == .imageScaleContent }, "\(findings.map(\.line))")
    }

    @Test("A scale for which most icons are drawn anew is not reported, and another drawing is")
    func redrawn() throws {
        // Larger in small icons, up to the edges.
        let large: Drawing = { Self.icon(0.5 + ($0 - 0.5) * 0.9, 0.5 + ($1 - 0.5) * 0.9) }
        func findings(redrawn count: Int) throws -> [String] {
            try ProjectFiles.sound.with { project in
                for number in 0..<7 {
                    for scale in 1...3 {
                        let isOther = number == 0 && scale == 3
                        let drawing = isOther ? Self.otherIcon : scale == 1 && number > 6 - count ? large : Self.icon
                        let colored: Drawing = { x, y in
                            let color = drawing(x, y)
                            return Color(Color(color.x, color.y, color.z * (10 - number) / 10, 0), alpha: color.w)
                        }
                        project.files["assets/icons/\(number)\(scale == 1 ? "" : "@\(scale)x").png"] =
                            Self.image(24 * scale, 24 * scale, colored).png().bytes
                    }
                }
            }.verify().filter { $0.rule == .imageScaleContent }.map(\.path)
        }
        #expect(try findings(redrawn: 7) == ["assets/icons/0@3x.png"])
        #expect(try findings(redrawn: 1) == ["assets/icons/0@3x.png", "assets/icons/6.png"])
    }

    @Test("A theme whose scales differ as its default's do is not reported as well")
    func followed() throws {
        let left: Drawing = { x, _ in x < 0.5 ? Color(repeating: 255) : .zero }
        let right: Drawing = { x, _ in x < 0.5 ? .zero : Color(repeating: 255) }
        let findings = try ProjectFiles.sound.with { project in
            for scale in 1...3 {
                let file = scale == 1 ? "button.png" : "button@\(scale)x.png"
                let grid = Self.image(44 * scale, 22 * scale, scale == 1 ? left : right)
                var themed = grid
                for index in themed.samples.indices where index % 4 == 0 { themed.samples[index] /= 2 }
                project.files["assets/common/\(file)"] = grid.png().bytes
                project.files["themes/year/common/year_\(file)"] = themed.png().bytes
            }
        }.verify()
        #expect(findings.map(\.path) == ["assets/common/button.png"], "\(findings.map(\.line))")
    }

    @Test("A blank @1x does not accuse the other scales")
    func blank() throws {
        let findings = try Self.findings(Self.otherIcon, at: 1) { _, _ in .zero }
        #expect(Set(findings.map(\.path)) == ["themes/year/common/year_button.png"], "\(findings.map(\.line))")
        #expect(Set(findings.filter { $0.cause == nil }.map(\.rule)) == [.imageBlank])
    }
}

extension SIMD4<Int> {
    fileprivate init(_ color: Self, alpha: Int) {
        self = color
        w = alpha
    }
}
