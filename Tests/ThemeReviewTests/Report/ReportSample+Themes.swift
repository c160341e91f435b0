import TestSupport
import ThemeProject

@testable import ThemeReview

extension ReportSample {
    /// A project with `count` themes beside the default one. Each has images at two scales, masks and settings; every
    /// second is dark. Every third has an image of the wrong size, and every fourth lacks a scale.
    static func themes(_ count: Int) throws -> ReportSample {
        let project = try themedProject(count)
        return try ReportSample(of: Project(at: project.root))
    }

    static func themedProject(_ count: Int) throws -> TestProject {
        let project = try TestProject()
        let masks = ["status/light", "status/dark"]
        let names = ["navigation/backButtonOfTheFirstScreen", "navigation/forward", "home/card"]
        for name in names + masks {
            for scale in 1...2 {
                try project.write("assets/\(name)\(scale == 1 ? "" : "@2x").png", image(scale, shade: 0xFF, name))
            }
        }
        try project.write(
            "themepack.json", #"{"contrast": [{"text": "Color.title", "on": "Color.background"}]}"#)
        try project.theme(
            "default", config: config(isDark: false),
            more: #", "config": "config.json", "templates": "#
                + #"{"status/light": "Color.light", "status/dark": "Color.dark"}"#)
        for number in 0..<count {
            let id = "theme\(number)"
            try project.theme(
                id, prefix: "t\(number)_", config: config(isDark: number % 2 == 1),
                more: #", "config": "config.json", "name": "\#(number == 59 ? "Zinnia" : "Year")\#(1990 + number)""#)
            for (place, name) in names.enumerated() {
                let parts = name.split(separator: "/")
                for scale in 1...2 where place != 0 || scale == 1 || number % 4 != 0 {
                    let isWrong = place == 1 && scale == 2 && number % 3 == 0
                    try project.write(
                        "themes/\(id)/\(parts[0])/t\(number)_\(parts[1])\(scale == 1 ? "" : "@2x").png",
                        image(scale, shade: UInt8(number), name, isWrong: isWrong))
                }
            }
        }
        return project
    }

    private static func config(isDark: Bool) -> String {
        """
        {"Color": {"title": "#\(isDark ? "FFFFFF" : "000000")", "background": "#\(isDark ? "101010" : "FAFAFA")",
          "light": "#\(isDark ? "FFFFFF" : "202020")", "dark": "#\(isDark ? "E0E0E0" : "000000")",
          "veil": "rgba(\(isDark ? "255, 255, 255" : "100, 110, 120"), 0.5)"},
          "Metrics": {"cornerRadius": 8}, "Font": {"title": "Helvetica 17"}}
        """
    }

    private static func image(_ scale: Int, shade: UInt8, _ name: String, isWrong: Bool = false) -> [UInt8] {
        let side = 24 * scale + (isWrong ? 2 : 0)
        // Nearly opaque, since the alpha has the shade as well.
        return PNGFile(side, side, .rgba, shade: 0xFF - (shade &+ UInt8(name.utf8.count)) % 64).bytes
    }
}
