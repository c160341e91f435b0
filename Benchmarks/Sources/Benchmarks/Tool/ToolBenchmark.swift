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
        let real = bench.corpora.filter { !$0.isSynthetic }
        let corpora = real.isEmpty ? Self.corpus(of: bench).map { [$0] } ?? [] : real
        var race = bench.race
        (race.duration, race.rounds) = (6, 5...15)
        var rows: [Row] = []
        for corpus in corpora {
            let project = try ToolProject(corpus, in: bench.scratch)
            rows += try cold(project, race)
            rows += try again(project, race)
        }
        return corpora.isEmpty ? [] : rows + (try start(bench.scratch, race))
    }

    /// The first real project, or the largest synthetic one of at most 10,000 images.
    static func corpus(of bench: Workbench) -> Corpus? {
        bench.corpora.first { !$0.isSynthetic } ?? bench.corpora.last { $0.imageNames.count <= 10_000 }
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
        /// - Parameters:
        ///   - target: of the clock's time.
        ///   - processor: the target of the processors' time.
        func compare(
            _ what: String, _ ours: Race.Side, _ peer: String, _ commands: [Command], _ target: Target = .none,
            processor: Target = .none
        ) throws {
            guard !commands.isEmpty else { return }
            let times = try race.run([ours, Race.Side(peer, commands, first: removeArchive)])
            rows.append(Row(what, on: project.name, ours: times[0], peer: times[1], target: target))
            let (ours, peers) = (times[0].ofProcessor, times[1].ofProcessor)
            rows.append(Row("\(what), CPU", on: project.name, ours: ours, peer: peers, target: processor))
        }
        try compare("build THEME, cold", themed, "zip -0", zip)
        // As CI builds pull requests.
        try compare(
            "build THEME --no-cache", try build([project.themeFolder, "--no-cache"]), "zip -0", zip, .ratio(0.95),
            processor: .ratio(1.75))
        try compare("build THEME, cold", themed, "bsdtar", tar)
        try compare("build THEME, cold", themed, "zip", deflating)
        if !checkBoth.isEmpty {
            try compare(
                "build, cold", everything, "pngcheck, zip -0", checkBoth + zip, .ratio(0.25), processor: .ratio(0.45))
        }
        try compare("build, cold", everything, "identify -ping", identify)
        let command = try Self.themepack(["verify", "-q", "--no-cache"], in: project.root)
        try compare(
            "verify", Race.Side("themepack verify", [command]), "pngcheck", checkBoth, .ratio(0.28),
            processor: .ratio(project.name == "scaled" ? 0.7 : 0.5))
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
            Row("build, one changed", on: project.name, ours: changed[0], peer: changed[1], target: .ratio(1.6)),
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
