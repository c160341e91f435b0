import Foundation

/// The tool on projects of many themes: all of them, compared with a quarter, and one changed brand along four axes.
struct BrandsBenchmark: Benchmark {
    let name = "brands"

    private static let count = 4000
    /// With the default theme and with none of an axis, 1,201 x 4 x 3 x 3 are 43,236 selections.
    private static let axes = [("brand", 1200), ("mode", 3), ("contrast", 2), ("density", 2)]

    func rows(_ bench: Workbench) throws -> [Row] {
        var race = bench.race
        (race.duration, race.rounds) = (10, 5...9)
        let sides = try [Self.count, Self.count / 4].map { count in
            let project = NewProject(root: "\(bench.scratch)/themes-\(count)")
            try project.writeThemes(count)
            return Race.Side("\(count)", [try Self.verify(["--no-cache"], in: project)])
        }
        let times = try race.run(sides)
        let brands = NewProject(root: "\(bench.scratch)/brands")
        try brands.writeBrands(along: Self.axes)
        try Self.verify([], in: brands).run()
        var turn = 0
        let changed = try race.run([
            Race.Side("one changed", [try Self.verify([], in: brands)]) {
                turn += 1
                try brands.write("themes/brand7/config.json", #"{"Color": {"brand": "\#(100_000 + turn)"}}"#)
            }
        ])[0]
        return [
            Row(
                "verify --no-cache, CPU", on: "\(Self.count) themes", ours: times[0].ofProcessor,
                peer: times[1].ofProcessor, target: .ratio(5)),
            Row(
                "verify, one changed brand, CPU", on: "1,200 brands", ours: .seconds(changed.ofProcessor.median),
                target: .atMost(.seconds(0.1))),
        ]
    }

    private static func verify(_ arguments: [String], in project: NewProject) throws -> Command {
        try ToolBenchmark.themepack(["verify", "-q"] + arguments, in: project.root)
    }

    private struct NewProject {
        let root: String

        func write(_ path: String, _ bytes: some Sequence<UInt8>) throws {
            let url = URL(fileURLWithPath: "\(root)/\(path)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(Array(bytes)).write(to: url)
        }

        func write(_ path: String, _ text: String) throws { try write(path, text.utf8) }

        func writeThemes(_ count: Int) throws {
            try write("assets/a.png", StoredPNG(side: 4, seed: 0).bytes)
            for number in 0..<count {
                let members = #""id": "t\#(number)", "version": "1.0.0", "imageNamePrefix": "t\#(number)_""#
                try write("themes/t\(number)/theme.json", "{\(members)}")
                try write(
                    "themes/t\(number)/t\(number)_a.png", StoredPNG(side: 4, seed: UInt32(1 + number % 200)).bytes)
            }
        }

        /// Each theme sets a color that a pair needs.
        func writeBrands(along axes: [(name: String, count: Int)]) throws {
            let names = axes.map { #""\#($0.name)""# }.joined(separator: ", ")
            let pairs = axes.dropFirst().map { #"{"text": "Color.brand", "on": "Color.\#($0.name)"}"# }
            try write(
                "themepack.json",
                #"{"axes": [\#(names)], "contrast": [\#(pairs.joined(separator: ", "))], "limits": {"work": 10}}"#)
            try write("assets/a.png", StoredPNG(side: 4, seed: 0).bytes)
            let defaults = axes.dropFirst().map { #", "\#($0.name)": "FFFFFF""# }.joined()
            try write(
                "themes/default/theme.json", #"{"id": "default", "version": "1.0.0", "config": "config.json"}"#)
            try write("themes/default/config.json", #"{"Color": {"brand": "000000"\#(defaults)}}"#)
            for (axis, count) in axes {
                for number in 0..<count {
                    let folder = "themes/\(axis)\(number)"
                    let members = #""id": "\#(axis)\#(number)", "version": "1.0.0", "axis": "\#(axis)""#
                    try write("\(folder)/theme.json", #"{\#(members), "config": "config.json"}"#)
                    let color = axis == "brand" ? "\(100_000 + number)" : "FFFFF\(number)"
                    try write("\(folder)/config.json", #"{"Color": {"\#(axis)": "\#(color)"}}"#)
                }
            }
        }
    }
}
