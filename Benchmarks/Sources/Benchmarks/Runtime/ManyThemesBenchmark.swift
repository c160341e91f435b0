import Foundation
import ThemeRuntime

/// A library of a thousand themes. Packs are added one by one, compared with all at once. One of them is replaced,
/// compared with a library of ten.
struct ManyThemesBenchmark: Benchmark {
    let name = "many-themes"

    private static let count = 1000

    func rows(_ bench: Workbench) throws -> [Row] {
        var race = bench.race
        race.duration = 1.5
        let rows = try [false, true].map { isChain in
            let packs = try Self.packs("\(bench.scratch)/many-themes-\(isChain)", isChain: isChain)
            let timings = try race.run([
                .init("one by one") { turns in
                    for _ in 0..<turns { _ = try Self.library(packs) }
                    return turns
                },
                .init("at once") { turns in
                    for _ in 0..<turns {
                        try ThemeLibrary(default: packs[0]).updatePacks { mounted in
                            for pack in packs { mounted[pack.theme.id] = pack }
                        }
                    }
                    return turns
                },
            ])
            return Row(
                "mount \(Self.count) packs one by one", on: isChain ? "a chain" : "side by side", ours: timings[0],
                peer: timings[1], target: .ratio(5))
        }
        return rows + [try replacing(race, bench.scratch)]
    }

    private func replacing(_ race: Race, _ scratch: String) throws -> Row {
        let packs = try Self.packs("\(scratch)/many-themes-false", isChain: false)
        let copies = try packs.map { try ThemePack(mounting: $0.path) }
        func replacing(_ count: Int) throws -> Race.Side {
            let library = try Self.library(Array(packs.prefix(count)))
            for pack in packs.prefix(count) { _ = library.theme(pack.theme.id) }
            return .init("of \(count)") { turns in
                for turn in 0..<turns { try library.replace(turn % 2 == 0 ? copies[7] : packs[7]) }
                return turns
            }
        }
        let timings = try race.run([try replacing(Self.count), try replacing(10)])
        return Row(
            "replace one pack", on: "\(Self.count) themes", ours: timings[0], peer: timings[1], target: .ratio(5))
    }

    private static func library(_ packs: [ThemePack]) throws -> ThemeLibrary {
        let library = try ThemeLibrary(default: packs[0])
        for pack in packs.dropFirst() { try library.add(pack) }
        return library
    }

    /// The packs of a project, the default theme's first.
    private static func packs(_ root: String, isChain: Bool) throws -> [ThemePack] {
        if !FileManager.default.fileExists(atPath: "\(root)/dist") {
            func write(_ path: String, _ bytes: [UInt8]) throws {
                let url = URL(fileURLWithPath: "\(root)/\(path)")
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(bytes).write(to: url)
            }
            try write("themepack.json", Array("{}".utf8))
            try write("assets/a.png", StoredPNG(side: 4, seed: 1).bytes)
            for number in -1..<count - 1 {
                let id = number < 0 ? "default" : "brand\(number)"
                let parent = isChain && number > 0 ? #", "extends": "brand\#(number - 1)""# : ""
                try write("themes/\(id)/theme.json", Array(#"{"id": "\#(id)", "version": "1.0.0"\#(parent)}"#.utf8))
            }
            try ToolBenchmark.themepack(["build", "-q", "--no-cache"], in: root).run()
        }
        return try (-1..<count - 1).map { number in
            try ThemePack(mounting: "\(root)/dist/\(number < 0 ? "default" : "brand\(number)")-1.0.0.themepack.zip")
        }
    }
}
