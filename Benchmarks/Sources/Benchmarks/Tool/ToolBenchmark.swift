import Foundation

/// The whole tool, compared with the programs that a script would use instead.
struct ToolBenchmark: Benchmark {
    let name = "tool"

    /// The executable of `make build`, or the one that the variable `THEMEPACK` names.
    static let executable =
        ProcessInfo.processInfo.environment["THEMEPACK"]
        ?? repository.appendingPathComponent(".build/release/themepack").path

    private static let repository =
        (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }

    func rows(_ bench: Workbench) throws -> [Row] {
        let real = bench.corpora.filter { !$0.isSynthetic }
        let corpora = real.isEmpty ? bench.usual.map { [$0] } ?? [] : real
        var race = bench.race
        (race.duration, race.rounds) = (10, 7...15)
        var rows: [Row] = []
        for corpus in corpora {
            let project = try bench.projects.project(of: corpus)
            rows += try packing(project, race) + checking(project, race)
            rows += try aboveFloor(project, race, bench.scratch)
            rows += try again(project, race)
        }
        return corpora.isEmpty ? [] : rows + (try start(bench.scratch, race))
    }

    static func themepack(_ arguments: [String], in folder: String) throws -> Command {
        guard let command = Command(executable, arguments, in: folder) else {
            throw BenchmarkFailure("there is no \(executable): run 'make build', or name another one in THEMEPACK")
        }
        return command
    }

    /// A build as in a fresh clone: there is no cache, and the run writes one, unless it gets other arguments.
    private func build(_ project: ToolProject, _ name: String, _ arguments: [String] = []) throws -> Race.Side {
        let command = try Self.themepack(["build", "-q"] + arguments, in: project.root)
        return Race.Side(name, [command], first: project.forget)
    }

    /// Returns `nil` if there is no such program.
    private func packer(_ project: ToolProject, _ name: String, _ command: [String]) -> Race.Side? {
        let archive = "\(project.root)/../peer.zip"
        let arguments = command.dropFirst() + [archive, project.themeFolder]
        func removeArchive() { try? FileManager.default.removeItem(atPath: archive) }
        return Command(command[0], Array(arguments), in: project.root).map {
            Race.Side(name, [$0], first: removeArchive)
        }
    }

    private static let zip = ["zip", "-0", "-q", "-X", "-r"]

    /// Builds of the theme alone, as zip packs only the theme.
    private func packing(_ project: ToolProject, _ race: Race) throws -> [Row] {
        let peers = [
            packer(project, "zip -0", Self.zip), packer(project, "bsdtar", ["bsdtar", "-cf"]),
            packer(project, "zip", ["zip", "-q", "-X", "-r"]),
        ].compactMap { $0 }
        let times = try race.run(
            [
                try build(project, "cold", [project.themeFolder]),
                // As CI builds pull requests.
                try build(project, "--no-cache", [project.themeFolder, "--no-cache"]),
            ] + peers)
        return times.dropFirst(2).flatMap { peer in
            let withoutCache = Self.rows(
                "build THEME --no-cache", project, times[1], peer, .ratio(0.95), processor: .ratio(1.75))
            return Self.rows("build THEME, cold", project, times[0], peer) + (peer.name == "zip -0" ? withoutCache : [])
        }
    }

    /// The peers check the defaults as well, and so do these builds.
    private func checking(_ project: ToolProject, _ race: Race) throws -> [Row] {
        let images = project.images.defaults + project.images.themed
        let check = project.each("pngcheck", ["-q"], images)
        let identify = project.each("identify", ["-ping"], images)
        let everything = try build(project, "themepack build")
        var rows: [Row] = []
        if let zip = packer(project, "zip -0", Self.zip), !check.isEmpty {
            let verify = try Self.themepack(["verify", "-q", "--no-cache"], in: project.root)
            let times = try race.run([
                everything, Race.Side("themepack verify", [verify]), Race.Side("pngcheck", check), zip,
            ])
            rows += Self.rows(
                "build, cold", project, times[0], times[2] + times[3], .ratio(0.25), processor: .ratio(0.45))
            rows += Self.rows(
                "verify", project, times[1], times[2], .ratio(0.28),
                processor: .ratio(project.name == "scaled" ? 0.7 : 0.5))
        }
        guard !identify.isEmpty else { return rows }
        var short = race
        (short.duration, short.rounds) = (3, 3...5)
        let times = try short.run([everything, Race.Side("identify -ping", identify)])
        return rows + Self.rows("build, cold", project, times[0], times[1])
    }

    /// Compares with `Peers/floor.c`, which does the least that a verified pack takes.
    private func aboveFloor(_ project: ToolProject, _ race: Race, _ scratch: String) throws -> [Row] {
        let source = Self.repository.appendingPathComponent("Benchmarks/Peers/floor.c").path
        let libraries = ["-ldeflate", "-lcrypto", "-lpthread"]
        try Command("cc", ["-O2", source, "-o", "\(scratch)/floor"] + libraries, in: scratch)?.run()
        func rows(
            _ ours: [String], _ work: [String], _ target: Target = .none, processor: Target
        ) throws -> [Row] {
            guard let floor = Command("\(scratch)/floor", work, in: project.root) else { return [] }
            let tool = try Self.themepack(ours + ["-q", "--no-cache"], in: project.root)
            let times = try race.run([
                Race.Side("themepack", [tool], first: project.forget), Race.Side("floor.c", [floor]),
            ])
            let what = (ours.count > 1 ? "build THEME" : ours[0]) + " --no-cache"
            return Self.rows(what, project, times[0], times[1], target, processor: processor)
        }
        let pack = ["-o", "../peer.zip"]
        let trees = ["assets", project.themeFolder]
        return try rows(["verify"], trees, .ratio(1.25), processor: .ratio(1.15))
            + rows(["build"], pack + trees, .ratio(1.3), processor: .ratio(1.2))
            + rows(["build", project.themeFolder], pack + [project.themeFolder], processor: .ratio(1.75))
    }

    /// Returns a row of the clock's time, and one of the processors' time.
    ///
    /// - Parameters:
    ///   - target: of the clock's time.
    ///   - processor: the target of the processors' time.
    private static func rows(
        _ what: String, _ project: ToolProject, _ ours: Timing, _ peer: Timing, _ target: Target = .none,
        processor: Target = .none
    ) -> [Row] {
        [
            Row(what, on: project.name, ours: ours, peer: peer, target: target),
            Row("\(what), CPU", on: project.name, ours: ours.ofProcessor, peer: peer.ofProcessor, target: processor),
        ]
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
            Race.Side("themepack", [build], first: project.change),
            Race.Side("git status, cp", [git, copy], first: project.change),
        ])
        return Self.rows("build again", project, same[0], same[1], .ratio(1))
            + Self.rows("build, one changed", project, changed[0], changed[1], .ratio(1.6))
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
