import Foundation

/// The whole tool, compared with the programs that a script would use instead.
struct ToolBenchmark: Benchmark {
    let name = "tool"

    /// The executable of `make build`, or the one that the variable `THEMEPACK` names.
    static let executable =
        ProcessInfo.processInfo.environment["THEMEPACK"]
        ?? (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        .appendingPathComponent(".build/release/themepack").path

    func rows(_ bench: Workbench) throws -> [Row] {
        guard let corpus = Self.corpus(of: bench) else { return [] }
        let project = try ToolProject(corpus, in: bench.scratch)
        var race = bench.race
        (race.duration, race.rounds) = (8, 5...21)
        return try cold(project, race) + again(project, race) + start(bench.scratch, race)
    }

    /// The real project, or the largest synthetic one of at most 10,000 images.
    static func corpus(of bench: Workbench) -> Corpus? {
        bench.corpora.last { !$0.isSynthetic } ?? bench.corpora.last { $0.imageNames.count <= 10_000 }
    }

    static func themepack(_ arguments: [String], in folder: String) throws -> Command {
        guard let command = Command(executable, arguments, in: folder) else {
            throw BenchmarkFailure("there is no \(executable): run 'make build', or name another one in THEMEPACK")
        }
        return command
    }

    private func cold(_ project: ToolProject, _ race: Race) throws -> [Row] {
        let archive = "\(project.root)/../peer.zip"
        let images = project.images
        let zip =
            Command("zip", ["-0", "-q", "-X", "-r", archive, project.themeFolder], in: project.root).map { [$0] } ?? []
        let tar = Command("bsdtar", ["-cf", archive, project.themeFolder], in: project.root).map { [$0] } ?? []
        let deflating =
            Command("zip", ["-q", "-X", "-r", archive, project.themeFolder], in: project.root).map { [$0] } ?? []
        func removeArchive() { try? FileManager.default.removeItem(atPath: archive) }
        let checkBoth = project.each("pngcheck", ["-q"], images.defaults + images.themed)
        let identify = project.each("identify", ["-ping"], images.defaults + images.themed)
        // As in a fresh clone: there is no cache, and the run writes one.
        func build(_ arguments: [String]) throws -> Race.Side {
            let command = try Self.themepack(["build", "-q"] + arguments, in: project.root)
            return Race.Side("themepack build", [command], first: project.forget)
        }
        // zip packs only the theme. The other peers check the defaults as well, and so does `everything`.
        let themed = try build([project.themeFolder])
        let everything = try build([])
        var rows: [Row] = []
        func compare(_ what: String, _ ours: Race.Side, _ peer: String, _ commands: [Command], _ target: Target) throws
        {
            guard !commands.isEmpty else { return }
            let times = try race.run([ours, Race.Side(peer, commands, first: removeArchive)])
            rows.append(Row(what, on: project.name, ours: times[0], peer: times[1], target: target))
        }
        try compare("build THEME, cold", themed, "zip -0", zip, .ratio(1))
        // As CI builds pull requests.
        try compare(
            "build THEME --no-cache", try build([project.themeFolder, "--no-cache"]), "zip -0", zip, .ratio(1))
        try compare("build THEME, cold", themed, "bsdtar", tar, .none)
        try compare("build THEME, cold", themed, "zip", deflating, .none)
        if !checkBoth.isEmpty {
            try compare("build, cold", everything, "pngcheck, zip -0", checkBoth + zip, .ratio(0.2))
        }
        try compare("build, cold", everything, "identify -ping", identify, .none)
        let command = try Self.themepack(["verify", "-q", "--no-cache", project.themeFolder], in: project.root)
        let verify = Race.Side("themepack verify", [command])
        try compare("verify THEME", verify, "pngcheck", project.each("pngcheck", ["-q"], images.themed), .ratio(0.3))
        return rows
    }

    private func again(_ project: ToolProject, _ race: Race) throws -> [Row] {
        let build = try Self.themepack(["build", "-q"], in: project.root)
        try build.run()
        let packs = try FileManager.default.contentsOfDirectory(atPath: "\(project.root)/dist")
        guard let git = Command("git", ["status", "--porcelain"], in: project.root),
            let pack = packs.first(where: { $0.contains(".themepack.") && !$0.hasPrefix("default") }),
            let copy = Command("cp", ["dist/\(pack)", "../peer.zip"], in: project.root)
        else { return [] }
        let same = try race.run([Race.Side("themepack", [build]), Race.Side("git status", [git])])
        let changed = try race.run([
            Race.Side("themepack", [build], first: project.touch),
            Race.Side("git status, cp", [git, copy], first: project.touch),
        ])
        return [
            Row("build again", on: project.name, ours: same[0], peer: same[1], target: .ratio(1)),
            Row("build, one changed", on: project.name, ours: changed[0], peer: changed[1], target: .ratio(1.5)),
        ]
    }

    private func start(_ scratch: String, _ race: Race) throws -> [Row] {
        let source = "\(scratch)/hello.swift"
        try "print(\"0.1.0\")\n".write(toFile: source, atomically: true, encoding: .utf8)
        #if os(Linux)
            let flags = ["-static-stdlib"]
        #else
            let flags: [String] = []
        #endif
        try Command("swiftc", ["-O"] + flags + [source, "-o", "\(scratch)/hello"], in: scratch)?.run()
        guard let hello = Command("\(scratch)/hello", [], in: scratch), let nothing = Command("true", [], in: scratch),
            let version = Command(Self.executable, ["--version"], in: scratch)
        else { return [] }
        let times = try race.run([
            Race.Side("themepack", [version]), Race.Side("true, print", [nothing, hello]),
        ])
        return [Row("--version", on: "", ours: times[0], peer: times[1], target: .ratio(1.3))]
    }
}
