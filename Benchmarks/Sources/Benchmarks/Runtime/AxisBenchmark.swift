import Foundation
import ThemeDevelopment
import ThemeManagement

/// Themes along axes, compared with themes of the same content without any.
struct AxisBenchmark: Benchmark {
    let name = "axes"

    func rows(_ bench: Workbench) throws -> [Row] {
        let folder = "\(bench.scratch)/axes"
        return try lookUps(bench, "\(folder)/look-ups") + [try selecting(bench, "\(folder)/look-ups")]
            + [try verifying(bench, "\(folder)/verify")]
    }

    /// Three selected themes, compared with a theme that extends two others: both have a chain of four.
    private func lookUps(_ bench: Workbench, _ folder: String) throws -> [Row] {
        let (selected, extending) = try libraries(folder)
        guard let theme = try selected.theme(selecting: "acme", "dark", "contrast"),
            let peer = extending.theme("contrast"), theme.chain.count == 4, peer.chain.count == 4
        else { throw BenchmarkFailure("the themes are not mounted") }
        func row(_ what: String, _ body: @escaping (Theme) -> (Int) throws -> Int) throws -> Row {
            let timings = try bench.race.run([.init("selection", body(theme)), .init("extends", body(peer))])
            return Row(what, on: "3 axes", ours: timings[0], peer: timings[1], target: .ratio(1.1))
        }
        let images = AxisProject.imageNames
        let keys = images.map { ImageKey($0) }
        let paths = AxisProject.paths.map { SettingKey($0) }
        return [
            try row("resolve by string, selection") { theme in
                cycling(images) { try theme.image(ImageKey($0), scale: .two)?.pixelSize.width == 0 ? 0 : 1 }
            },
            try row("resolve by typed key, selection") { theme in
                cycling(keys) { try theme.image($0, scale: .two)?.pixelSize.width == 0 ? 0 : 1 }
            },
            try row("color by key, selection") { theme in cycling(paths) { Int(try theme.color($0)?.red ?? 0) } },
        ]
    }

    /// Selects two themes of one axis in turns, compared with two themes without axes.
    private func selecting(_ bench: Workbench, _ folder: String) throws -> Row {
        let (selected, extending) = try libraries(folder)
        return try MainActor.assumeIsolated {
            let manager = try ThemeManager(selected)
            let peer = try ThemeManager(extending)
            try manager.select("acme")
            try manager.select("contrast")
            let timings = try bench.race.run([
                .init("select on an axis") { turns in
                    for turn in 0..<turns { try manager.select(turn % 2 == 0 ? "dark" : "night", for: "mode") }
                    return turns
                },
                .init("select") { turns in
                    for turn in 0..<turns { try peer.select(turn % 2 == 0 ? "dark" : "night") }
                    return turns
                },
            ])
            return Row("select", on: "3 axes", ours: timings[0], peer: timings[1])
        }
    }

    /// Verifies 20 brands, 3 modes and 2 contrasts, compared with as many themes one by one.
    private func verifying(_ bench: Workbench, _ folder: String) throws -> Row {
        func side(_ name: String, axes: Bool) throws -> Race.Side {
            let project = AxisProject(root: "\(folder)-\(axes)", hasAxes: axes)
            try project.write(
                brands: (0..<20).map { "brand-\($0)" }, modes: ["light", "dark", "night"], contrasts: ["low", "high"],
                extending: false)
            return Race.Side(
                name, [try ToolBenchmark.themepack(["verify", "-q", "--no-cache"], in: project.root)])
        }
        var race = bench.race
        (race.duration, race.rounds) = (1.5, 5...15)
        let timings = try race.run([
            try side("themepack verify", axes: true), try side("26 themes", axes: false),
        ])
        return Row(
            "verify, \(AxisProject.paths.count) settings", on: "20 x 3 x 2", ours: timings[0], peer: timings[1],
            target: .ratio(2))
    }

    private func libraries(_ folder: String) throws -> (selected: ThemeLibrary, extending: ThemeLibrary) {
        func library(_ hasAxes: Bool) throws -> ThemeLibrary {
            let project = AxisProject(root: "\(folder)-\(hasAxes)", hasAxes: hasAxes)
            try project.write(
                brands: ["acme"], modes: ["dark", "night"], contrasts: ["contrast"], extending: !hasAxes)
            try ToolBenchmark.themepack(["build", "-q", "--no-cache"], in: project.root).run()
            return try ThemeLibrary(folder: PackFolder("\(project.root)/dist"))
        }
        return (try library(true), try library(false))
    }
}

/// A project whose themes are on axes, or without any.
private struct AxisProject {
    let root: String
    let hasAxes: Bool

    static let paths = (0..<500).map { "Color.group\($0 / 25).color\($0)" }
    static let imageNames = (0..<60).map { "group/image\($0)" }

    /// - Parameter extending: whether each theme extends the last one of the axis before its own.
    func write(brands: [String], modes: [String], contrasts: [String], extending: Bool) throws {
        guard !FileManager.default.fileExists(atPath: root) else { return }
        let axes = hasAxes ? #""axes": ["brand", "mode", "contrast"], "# : ""
        try write(
            "themepack.json",
            "{\(axes)\"contrast\": [{\"text\": \"\(Self.paths[0])\", \"on\": \"\(Self.paths[1])\", "
                + "\"min\": 1}]}")
        try write("themes/default/theme.json", #"{"id": "default", "version": "1.0.0", "config": "config.json"}"#)
        try write("themes/default/config.json", settings(every: 1, "222222"))
        for name in Self.imageNames { try write("assets/\(name)@2x.png", StoredPNG(side: 4, seed: seed(name)).bytes) }
        var parent = "default"
        for (axis, themes, step) in [("brand", brands, 1), ("mode", modes, 3), ("contrast", contrasts, 7)] {
            for id in themes {
                let place = hasAxes ? "\"axis\": \"\(axis)\"" : "\"extends\": \"\(extending ? parent : "default")\""
                try write(
                    "themes/\(id)/theme.json",
                    "{\"id\": \"\(id)\", \"version\": \"1.0.0\", \"config\": \"config.json\", \(place)}")
                try write("themes/\(id)/config.json", settings(every: step, "F85825"))
                for name in Self.imageNames.enumerated() where name.offset % (4 * step) == 0 {
                    try write(
                        "themes/\(id)/\(name.element)@2x.png", StoredPNG(side: 4, seed: seed(id + name.element)).bytes)
                }
            }
            parent = themes[0]
        }
    }

    private func settings(every step: Int, _ color: String) -> String {
        let groups = (0..<Self.paths.count / 25).map { group in
            let members = (0..<25).map { group * 25 + $0 }.filter { $0 % step == 0 }
                .map { "\"color\($0)\": \"#\(color)\"" }
            return "\"group\(group)\": {\(members.joined(separator: ", "))}"
        }
        return "{\"Color\": {\(groups.joined(separator: ", "))}}"
    }

    private func seed(_ text: String) -> UInt32 { text.utf8.reduce(7) { $0 &* 31 &+ UInt32($1) } }

    private func write(_ path: String, _ text: String) throws { try write(path, Array(text.utf8)) }

    private func write(_ path: String, _ bytes: [UInt8]) throws {
        let url = URL(fileURLWithPath: "\(root)/\(path)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }
}
