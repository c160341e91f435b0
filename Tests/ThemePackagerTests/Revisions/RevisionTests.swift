import Foundation
import TestSupport
import Testing
import ThemeModel
import ThemeProject
import ThemePackager

@Suite("Projects at git revisions", .enabled(if: Tool.path(of: "git") != nil, "git is not installed"))
struct RevisionTests {
    let repository: TestRepository

    init() throws { repository = try TestRepository() }

    private var git: GitCommand {
        get throws { try GitCommand(environment: ProcessInfo.processInfo.environment) }
    }

    private func fileSystem(_ revision: String, in folder: String = "") throws -> RevisionFileSystem {
        let project = try GitRepository(containing: repository.path + folder, git: git)
        return try project.fileSystem(at: revision)
    }

    @Test("A revision has the files of its commit, whatever the folder has now", arguments: ["", "/apps/é x"])
    func files(_ folder: String) throws {
        let place = folder.isEmpty ? "" : folder.dropFirst() + "/"
        let image = [UInt8](repeating: 7, count: 200_000)
        try repository.write("\(place)assets/a.png", image)
        try repository.write("\(place)assets/sub/b.txt", Array("b\n".utf8))
        try repository.write("other.txt", [1])
        try repository.commit("v1")
        try repository.write("\(place)assets/a.png", [1, 2, 3])
        try repository.git("rm", "-q", "--", "\(place)assets/sub/b.txt")
        try repository.commit("v2")
        let root = repository.path + folder
        let (old, new) = (try fileSystem("v1", in: folder), try fileSystem("HEAD", in: folder))
        #expect(try old.read("\(root)/assets/a.png", limit: 1 << 20) == image)
        #expect(try old.read("\(root)/assets/sub/b.txt", limit: 100) == Array("b\n".utf8))
        #expect(try new.read("\(root)/assets/a.png", limit: 100) == [1, 2, 3])
        #expect(throws: FileError.missing) { try new.read("\(root)/assets/sub/b.txt", limit: 100) }
        #expect(throws: FileError.tooLarge(bytes: 200_000, limit: 9)) {
            try old.read("\(root)/assets/a.png", limit: 9)
        }
        #expect(try old.read("\(root)/assets/a.png", first: 5, limit: 1 << 20).bytes.count == 5)
        #expect(old.kind(of: "\(root)/assets/sub") == .folder && new.kind(of: "\(root)/assets/sub") == nil)
        #expect(old.kind(of: "\(root)/assets/a.png") == .file && old.kind(of: root) == .folder)
        #expect(Set(try old.entries(of: "\(root)/assets").map(\.name)) == [Array("a.png".utf8), Array("sub".utf8)])
        #expect(throws: FileError.missing) { try old.entries(of: "\(root)/nothing") }
        #expect(throws: FileError.missing) { try old.read("/etc/passwd", limit: 1 << 20) }
    }

    @Test("Links lead to files of the project, never to the machine's")
    func links() throws {
        try repository.write("assets/a.png", [1])
        for (name, target) in [
            ("near", "a.png"), ("up", "../assets/a.png"), ("out", "/etc/passwd"), ("above", "../../x"),
            ("loop", "loop"),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(repository.path)/assets/\(name)", withDestinationPath: target)
        }
        try repository.commit("v1")
        let (files, root) = (try fileSystem("v1"), repository.path)
        #expect(try files.destination(of: "\(root)/assets/near") == "\(root)/assets/a.png")
        #expect(try files.destination(of: "\(root)/assets/up") == "\(root)/assets/a.png")
        #expect(throws: FileError.missing) { try files.destination(of: "\(root)/assets/out") }
        #expect(throws: FileError.missing) { try files.destination(of: "\(root)/assets/above") }
        #expect(throws: FileError.linkLoop) { try files.destination(of: "\(root)/assets/loop") }
        #expect(throws: FileError.notRegular("a link")) { try files.read("\(root)/assets/near", limit: 9) }
        #expect(try files.entries(of: "\(root)/assets").first { $0.name == Array("near".utf8) }?.kind == .link)
    }

    @Test("A project is surveyed at a revision as in a folder")
    func survey() throws {
        for (path, bytes) in ProjectFiles.sound.files { try repository.write(path, bytes) }
        try repository.commit("v1")
        let disk = try ProjectSurvey(of: Project(at: repository.path), .everything, jobs: 2)
        let past = try Project(at: repository.path, in: fileSystem("v1"))
        let survey = try ProjectSurvey(of: past, .everything, jobs: 2)
        #expect(survey.findings == disk.findings && survey.images.files.count == disk.images.files.count)
        #expect(survey.themes.map(\.manifest) == disk.themes.map(\.manifest))
    }

    @Test("A pointer of Git LFS is an error that says so")
    func largeFiles() throws {
        let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "a", count: 64))\n"
        try repository.write("assets/a.png", Array("\(pointer)size 12345\n".utf8))
        try repository.commit("v1")
        #expect(throws: FileError.largeFilePointer) {
            _ = try fileSystem("v1").read("\(repository.path)/assets/a.png", limit: 999)
        }
    }

    @Test(
        "A revision that does not exist is an error for people",
        arguments: [
            "nope", "v9", "HEAD~99", "", "--help", "-n", "--output=/tmp/x", "HEAD:assets",
            "a b", "$(id)", "HEAD\n",
        ])
    func unknown(_ revision: String) throws {
        try repository.write("assets/a.png", [1])
        try repository.commit("v1")
        let project = try GitRepository(containing: repository.path, git: git)
        let error = #expect(throws: UserError.self) { _ = try project.commit(revision) }
        #expect(error?.message.contains("revision") == true && error?.hint != nil)
        #expect(try project.commit("v1") == project.commit("HEAD"))
    }

    @Test(
        "The reason why git fails is shown, not a warning before it",
        arguments: [
            ("warning: a\nfatal: b\nc\n", "b"), ("error: a\nfatal: b\n", "a"),
            ("warning: a\nwarning: b\n", "warning: a"),
        ])
    func reasons(_ messages: String, _ reason: String) throws {
        let folder = try Sandbox()
        try folder.writeProgram("git", "#!/bin/sh\nprintf '\(messages)' >&2\nexit 128\n")
        let error = #expect(throws: UserError.self) {
            _ = try GitRepository(containing: folder.path, git: GitCommand(environment: ["PATH": folder.path]))
        }
        #expect(error?.message.hasSuffix(": \(reason)") == true)
        #expect(try Sentences.mismatch(error?.sentence, of: "git says: \(messages)", in: "project-tree") == nil)
    }

    @Test("A shallow clone is named as the reason")
    func shallow() throws {
        for name in ["v1", "v2"] {
            try repository.write("assets/a.png", Array(name.utf8))
            try repository.commit(name)
        }
        let clone = try Sandbox()
        try TestRepository.run(["clone", "-q", "--depth", "1", "file://\(repository.path)", clone.path + "/c"])
        let project = try GitRepository(containing: clone.path + "/c", git: git)
        let error = #expect(throws: UserError.self) { _ = try project.commit("HEAD~1") }
        #expect(error?.hint?.contains("shallow") == true)
        let release = #expect(throws: UserError.self) { _ = try project.newestTag(of: "year") }
        #expect(release?.hint?.contains("shallow") == true && release?.hint?.contains("--base") == true)
        try TestRepository.run(["-C", clone.path + "/c", "tag", "year-1.0.0"])
        #expect(try project.newestTag(of: "year") == "year-1.0.0")
    }

    @Test("No repository, no git and an empty revision are errors for people")
    func missing() throws {
        let folder = try Sandbox()
        let outside = #expect(throws: UserError.self) {
            _ = try GitRepository(containing: folder.path, git: git)
        }
        for path in ["", "/nowhere", ".:bin"] {
            let error = #expect(throws: UserError.self) { _ = try GitCommand(environment: ["PATH": path]) }
            #expect(error?.message.contains("git") == true && error?.hint != nil)
        }
        try repository.write("elsewhere/x", [1])
        try repository.commit("v1")
        try repository.write("app/assets/a.png", [1])
        let error = #expect(throws: UserError.self) { _ = try fileSystem("v1", in: "/app") }
        let sentences = [outside, error].map { $0?.sentence ?? "" }.joined(separator: "\n")
        #expect(try Sentences.mismatch(sentences, of: "no repository and no folder", in: "project-tree") == nil)
    }

    @Test("The repository's configuration runs no program, and another git's variables do not matter")
    func configuration() throws {
        try repository.write("assets/a.png", [1])
        try repository.commit("v1")
        let trace = "\(repository.path)/trace"
        let script = "\(repository.path)/hook"
        try repository.write("hook", Array("#!/bin/sh\ntouch '\(trace)'\n".utf8))
        chmod(script, 0o755)
        for key in ["core.fsmonitor", "core.pager", "core.sshCommand", "pager.ls-tree", "core.editor", "diff.external"]
        {
            try repository.git("config", key, script)
        }
        var environment = ProcessInfo.processInfo.environment
        for (name, value) in [("GIT_DIR", "/nowhere"), ("GIT_WORK_TREE", "/"), ("GIT_PAGER", script)] {
            environment[name] = value
        }
        let project = try GitRepository(containing: repository.path, git: GitCommand(environment: environment))
        let files = try project.fileSystem(at: "HEAD")
        #expect(try files.read("\(repository.path)/assets/a.png", limit: 9) == [1])
        #expect(!FileManager.default.fileExists(atPath: trace))
    }

    @Test("The newest tag is the nearest one of the theme, else of a version, that the commit contains")
    func newestTag() throws {
        try repository.write("assets/a.png", [1])
        try repository.git("add", "--all")
        try repository.git("commit", "-q", "-m", "first")
        let project = try GitRepository(containing: repository.path, git: git)
        #expect(try project.newestTag(of: "year") == nil)
        let found = [
            ("nightly", nil), ("v1", nil), ("v1.0.0", "v1.0.0"), ("2.0.0", "2.0.0"), ("dark-3.0.0", "2.0.0"),
            ("year-1.1.0", "year-1.1.0"), ("v3.0.0", "year-1.1.0"), ("newyear-9.0.0", "year-1.1.0"),
            ("year/1.2.0", "year/1.2.0"), ("year-next", "year/1.2.0"), ("year-end-1.0.0", "year/1.2.0"),
            ("year-v1.2.1-beta.1", "year-v1.2.1-beta.1"),
        ]
        for (name, newest) in found {
            try repository.write("assets/a.png", Array(name.utf8))
            try repository.commit(name)
            #expect(try project.newestTag(of: "year") == newest, "after \(name)")
        }
        for tag in ["year-1.10.0", "year-1.9.0", "year-end-9.0.0"] { try repository.git("tag", tag) }
        #expect(try project.newestTag(of: "year") == "year-1.10.0", "the highest version of one commit")
        #expect(try project.newestTag(of: "y*") == "v3.0.0")
        try repository.git("checkout", "-q", "v1.0.0")
        #expect(try project.newestTag(of: "year") == "v1.0.0")
    }

    @Test("The newest tag is found among more tags than a command line has room for")
    func manyTags() throws {
        for name in ["first", "second"] {
            try repository.write("assets/a.png", Array(name.utf8))
            try repository.commit(name)
        }
        // Tags are asked for in the order of their commits' seconds.
        let amended = try Tool.run(
            try #require(Tool.path(of: "git")),
            ["-c", "user.name=T", "-c", "user.email=t@example.com", "commit", "--amend", "-q", "--no-edit"],
            in: repository.path, environment: ["GIT_COMMITTER_DATE": "2090-01-01T00:00:00Z"])
        try #require(amended.status == 0, "\(amended)")
        let ids = try ["HEAD~1", "HEAD"].map { try repository.git("rev-parse", $0).prefix { $0 != "\n" } }
        let filler = String(repeating: "a", count: 50)
        let tags = (10_000...50_000).map { "\(ids[0]) refs/tags/year-1.0.0-\(filler).\($0)\n" }
        try repository.write(
            ".git/packed-refs",
            Array(("# pack-refs with: sorted \n" + tags.joined() + "\(ids[1]) refs/tags/year-1.0.0-beta\n").utf8))
        let project = try GitRepository(containing: repository.path, git: git)
        #expect(try project.newestTag(of: "year") == "year-1.0.0-beta")
        try repository.git("checkout", "-q", "HEAD~1")
        #expect(try project.newestTag(of: "year") == "year-1.0.0-\(filler).50000")
    }

    @Test("A file that vanishes from the repository is an error, and the next file is read")
    func incomplete() throws {
        try repository.write("assets/a.png", [1])
        try repository.write("assets/b.png", [2])
        try repository.commit("v1")
        let files = try fileSystem("v1")
        let id = try repository.git("rev-parse", "HEAD:assets/a.png").trimmingCharacters(in: .newlines)
        try FileManager.default.removeItem(atPath: "\(repository.path)/.git/objects/\(id.prefix(2))/\(id.dropFirst(2))")
        #expect(throws: FileError.self) { try files.read("\(repository.path)/assets/a.png", limit: 9) }
        #expect(try files.read("\(repository.path)/assets/b.png", limit: 9) == [2])
    }
}
