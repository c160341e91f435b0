import Foundation
import TestSupport
import Testing
import ThemeModel
import ThemeRuntime

@Suite("Interrupted builds", .serialized)
struct InterruptionTests {
    private static let interrupted = "error: interrupted: unfinished files were removed\n"
    let sandbox: Sandbox
    let old: [String: [UInt8]]

    init() throws {
        sandbox = try Sandbox()
        try Self.project(1).write(to: sandbox)
        old = try Self.packs.get()
        for (name, bytes) in old { try sandbox.write("dist/\(name)", bytes) }
    }

    private static let packs = Result { try Tool.packs(of: project(1)) }

    private static func project(_ shade: UInt8) -> ProjectFiles {
        ProjectFiles.sound.with { project in
            project.files["assets/common/button.png"] = PNGFile(44, 22, shade: shade).bytes
            project["themes/year/theme.json"] =
                #"{"id": "year", "version": "1.2.0", "imageNamePrefix": "year_", "resources": ["*.bin"]}"#
            project["themes/year/config.json"] = nil
            for name in 0..<12 {
                project.files["themes/year/\(name).bin"] = [UInt8](repeating: shade, count: 1 << 20)
            }
        }
    }

    private func whole() throws -> [String: [UInt8]] {
        #expect(try Tool.themepack("build", "-o", "whole", in: sandbox.path).status == 0)
        return try sandbox.listing(of: "whole")
    }

    private func hasTemporary(_ folder: String = "dist") -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(sandbox.path)/\(folder)")) ?? []
        return names.contains { $0.hasSuffix(".tmp") }
    }

    @Test(
        "SIGINT, SIGTERM and SIGHUP remove unfinished files, say so if there were some, and exit as a shell expects",
        arguments: [SIGINT, SIGTERM, SIGHUP], ["dist", "new/er"])
    func signals(_ number: Int32, _ folder: String) throws {
        try Self.project(2).write(to: sandbox)
        let before = try sandbox.listing()
        var wasWriting = false
        for _ in 0..<20 where !wasWriting {
            let build = try Tool.start(Tool.themepack, ["build", "-o", folder], in: sandbox.path)
            while build.process.isRunning, !hasTemporary(folder) { usleep(500) }
            kill(build.process.processIdentifier, number)
            let result = try build.result()
            wasWriting = result.status == 128 + number
            guard wasWriting else { continue }
            #expect(result.errors.hasSuffix(Self.interrupted), "\(result)")
            #expect(try sandbox.listing() == before)
        }
        #expect(wasWriting)
    }

    @Test("A signal ends a command that writes only a report in the same way", arguments: [SIGINT, SIGTERM])
    func report(_ number: Int32) throws {
        #expect(mkfifo("\(sandbox.path)/pipe", 0o600) == 0)
        var isHandled = false
        for round in 0..<12 where !isHandled {
            // It waits until somebody reads the pipe.
            let verify = try Tool.start(Tool.themepack, ["verify", "--report", "text=pipe"], in: sandbox.path)
            usleep(50_000 << UInt32(round))
            kill(verify.process.processIdentifier, number)
            let result = try verify.result()
            isHandled = verify.process.terminationReason == .exit
            guard isHandled else { continue }
            #expect(result.status == 128 + number)
            // There were none.
            #expect(result.errors == "error: interrupted\n", "\(result)")
        }
        #expect(isHandled)
    }

    @Test("Signals that are ignored stay ignored, as under nohup")
    func ignored() throws {
        try Self.project(2).write(to: sandbox)
        let script = "trap '' HUP INT; exec \"$0\" build"
        let build = try Tool.start("/bin/sh", ["-c", script, Tool.themepack], in: sandbox.path)
        while build.process.isRunning, !hasTemporary() { usleep(500) }
        for number in [SIGHUP, SIGINT] { kill(build.process.processIdentifier, number) }
        #expect(try build.result().status == 0)
    }

    @Test("kill -9 leaves each file old or new, and the next build removes the rest")
    func killed() throws {
        try Self.project(2).write(to: sandbox)
        let new = try whole()
        let start = ContinuousClock.now
        _ = try whole()
        let duration = ContinuousClock.now - start
        var random = SeededRandom(seed: 5)
        var (killed, whileWriting) = (0, 0)
        for round in 0..<Soak.rounds(12, soaking: 200) {
            if round % 2 == 0 {
                try? FileManager.default.removeItem(atPath: "\(sandbox.path)/dist")
                for (name, bytes) in old { try sandbox.write("dist/\(name)", bytes) }
            }
            let build = try Tool.start(Tool.themepack, ["build"], in: sandbox.path)
            // Half of the signals arrive at any time, half while packs are written.
            if round % 4 < 2 { while build.process.isRunning, !hasTemporary() { usleep(200) } }
            let share = Double.random(in: 0...(round % 4 < 2 ? 0.5 : 1.1), using: &random)
            usleep(UInt32(Double(duration.components.attoseconds) / 1e12 * share))
            kill(build.process.processIdentifier, SIGKILL)
            build.process.waitForEnd()
            if build.process.terminationReason == .uncaughtSignal { killed += 1 }
            if hasTemporary() { whileWriting += 1 }
            let left = try sandbox.listing(of: "dist")
            let sums = String(decoding: left["SHA256SUMS"] ?? [], as: UTF8.self)
            for (name, bytes) in left where name.hasSuffix(".zip") {
                #expect(bytes == old[name] || bytes == new[name], "\(name) in round \(round)")
                let lines = [old, new].map { files in
                    String(decoding: files["SHA256SUMS"] ?? [], as: UTF8.self).split(separator: "\n")
                        .first { $0.hasSuffix(name) }
                }
                let wrongLine = bytes == old[name] ? lines[1] : lines[0]
                #expect(
                    wrongLine.map { sums.contains($0) } != true || old[name] == new[name], "\(name) in round \(round)")
            }
        }
        #expect(killed > 0 && whileWriting > 0)
        #expect(try Tool.themepack("build", in: sandbox.path).status == 0)
        #expect(try sandbox.listing(of: "dist") == new)
        if Soak.isOn { print("kill -9: \(killed) builds killed, \(whileWriting) of them while writing") }
    }

    @Test("Concurrent builds of one theme succeed, and the pack is that of one of them")
    func atOnce() throws {
        try Self.project(2).write(to: sandbox)
        let new = try whole()
        for _ in 0..<Soak.rounds(1, soaking: 10) {
            let builds = try ["year", "default", "year", "default", "year"].map {
                try Tool.start(Tool.themepack, ["build", $0], in: sandbox.path)
            }
            for build in builds { #expect(try build.result().status == 0) }
            #expect(try sandbox.listing(of: "dist") == new)
        }
    }

    @Test("A failed build does not remove a folder that another build waits for")
    func folderVanishes() throws {
        try Self.project(2).write(to: sandbox)
        for _ in 0..<Soak.rounds(2, soaking: 20) {
            try? FileManager.default.removeItem(atPath: "\(sandbox.path)/new")
            let first = try Tool.start(Tool.themepack, ["build", "-o", "new/er"], in: sandbox.path)
            while first.process.isRunning, !hasTemporary("new/er") { usleep(500) }
            let second = try Tool.start(Tool.themepack, ["build", "default", "-o", "new/er"], in: sandbox.path)
            usleep(100_000)
            kill(first.process.processIdentifier, SIGTERM)
            first.process.waitForEnd()
            let result = try second.result()
            #expect(result.status == 0, "\(result)")
        }
    }

    @Test("A mounted pack stays readable during a build, and new readers see the new pack")
    func reader() throws {
        let path = "\(sandbox.path)/dist/year-1.2.0.themepack.zip"
        let mounted = try ThemePack(mounting: path)
        try Self.project(2).write(to: sandbox)
        #expect(try Tool.themepack("build", in: sandbox.path).status == 0)
        func shade(_ pack: ThemePack, _ base: ThemePack) throws -> UInt8? {
            let library = try ThemeLibrary(default: base)
            try library.add(pack)
            return try library.theme("year")?.resource("3.bin")?.bytes().data.first
        }
        let base = try ThemePack(mounting: "\(sandbox.path)/dist/default-1.0.0.themepack.zip")
        #expect(try shade(mounted, base) == 1)
        #expect(try shade(ThemePack(mounting: path), base) == 2)
    }

    @Test("A pack that is cut while it is verified is an error, not a crash")
    func cutPack() throws {
        let pack = try sandbox.read("dist/year-1.2.0.themepack.zip")
        var statuses: Set<Int32> = []
        var whole = Duration.zero
        // The time before the cut is a share of a whole run's, so that some cuts come while the file is read.
        for round in 0..<100 where round < Soak.rounds(20, soaking: 100) || !statuses.contains(2) {
            try sandbox.write("cut.zip", pack)
            if round % 20 == 0 {
                let start = ContinuousClock.now
                #expect(try Tool.themepack("verify", "cut.zip", in: sandbox.path).status == 0)
                whole = .now - start
            }
            let verify = try Tool.start(Tool.themepack, ["verify", "cut.zip"], in: sandbox.path)
            usleep(UInt32((whole * (round % 20) / 20) / .microseconds(1)))
            truncate("\(sandbox.path)/cut.zip", 0)
            let result = try verify.result()
            #expect(verify.process.terminationReason == .exit, "\(result)")
            #expect(result.status != 2 || result.errors.hasPrefix("error: a file was cut"), "\(result)")
            statuses.insert(result.status)
        }
        #expect(statuses.isSubset(of: [0, 1, 2]) && statuses.contains(2), "\(statuses)")
    }

    @Test("While sources change, a build writes valid packs or names the changed file")
    func changingSources() throws {
        var (sound, refused) = (0, 0)
        for round in 0..<Soak.rounds(3, soaking: 40) {
            let build = try Tool.start(Tool.themepack, ["build"], in: sandbox.path)
            var shade = UInt8(truncatingIfNeeded: round)
            while build.process.isRunning {
                shade &+= 1
                let path = "\(sandbox.path)/themes/year/\(shade % 12).bin"
                // Written in place, so a concurrent reader sees parts of both.
                let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                for _ in 0..<8 { file.write(Data(repeating: shade, count: 1 << 18)) }
                try file.close()
            }
            let result = try build.result()
            switch result.status {
            case 0:
                sound += 1
                let packs = try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.path)/dist").filter {
                    $0.hasSuffix(".zip")
                }
                #expect(try Tool.run(Tool.themepack, ["verify"] + packs, in: "\(sandbox.path)/dist").status == 0)
            case 1, 2:
                refused += 1
                #expect(result.errors.contains("changed"), "\(result)")
            default: Issue.record("\(result)")
            }
            #expect(!hasTemporary())
        }
        if Soak.isOn { print("changing sources: \(sound) builds were sound, \(refused) were refused") }
    }
}
