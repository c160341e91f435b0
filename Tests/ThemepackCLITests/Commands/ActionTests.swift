import Foundation
import TestSupport
import Testing

/// Runs the scripts of `action.yml` with a release of the tool that a program named `curl` finds in a folder.
@Suite("The action for GitHub")
struct ActionTests: ToolTests, SentenceTests {
    static let sentences = "commands-report"
    let sandbox: Sandbox
    /// The scripts of the two steps.
    let scripts: [String]
    static let archive = "themepack-9.9.9-linux-x86_64.tar.gz"

    init() throws {
        sandbox = try Self.soundProject()
        scripts = try Self.scripts(of: String(contentsOfFile: "\(Tool.repository)/action.yml", encoding: .utf8))
        try #require(scripts.count == 2)
        try sandbox.write("release/tool/bin/themepack", "#!/bin/sh\nexec '\(Tool.themepack)' \"$@\"\n")
        try sandbox.write(
            "bin/curl",
            "#!/bin/sh\nwhile [ $# -gt 2 ]; do shift; done\necho \"$2\" >> \"$LOG\"\n"
                + "cp \"$RELEASE/$(basename \"$2\")\" \"$1\"\n")
        let release = """
            chmod +x bin/curl release/tool/bin/themepack && cd release && mv tool themepack-9.9.9-linux-x86_64 \
            && tar -czf \(Self.archive) themepack-9.9.9-linux-x86_64 && sha256sum *.tar.gz > SHA256SUMS
            """
        try #require(try Tool.run("/bin/sh", ["-c", release], in: sandbox.path).status == 0)
    }

    private static func scripts(of text: String, indentedBy count: Int = 8) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let indentation = String(repeating: " ", count: count)
        return lines.indices.filter { lines[$0].contains(" run: |") }.map { start in
            lines[(start + 1)...].prefix { $0.hasPrefix(indentation) }.map { $0.dropFirst(indentation.count) }
                .joined(separator: "\n")
        }
    }

    private func install(_ changes: [String: String] = [:]) throws -> Tool.Result {
        var environment = [
            "VERSION": "9.9.9", "SHA256": "", "REPOSITORY": "owner/themepack", "SERVER": "https://example.org",
            "RUNNER_OS": "Linux", "RUNNER_ARCH": "X64", "RUNNER_TEMP": "\(sandbox.path)/temporary",
            "GITHUB_OUTPUT": "\(sandbox.path)/outputs", "GITHUB_PATH": "\(sandbox.path)/path",
            "RELEASE": "\(sandbox.path)/release",
            "LOG": "\(sandbox.path)/log",
            "PATH": "\(sandbox.path)/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")",
        ]
        environment.merge(changes) { $1 }
        // The variables are also set if they are empty, unlike those of a process here.
        let words = environment.map { "\($0)=\($1)" } + ["bash", "-c", scripts[0]]
        return try Tool.run("/usr/bin/env", words, in: sandbox.path)
    }

    private var tool: String { "\(sandbox.path)/temporary/themepack/tool/bin/themepack" }

    @Test("RR10 It installs the release for the machine, compared with its SHA-256, and runs it")
    func runs() throws {
        let digest = try sandbox.text("release/SHA256SUMS").prefix(64)
        for sha256 in ["", String(digest)] {
            let installed = try install(["SHA256": sha256])
            #expect(installed.status == 0, "\(installed)")
        }
        #expect(try sandbox.text("outputs") == "tool=\(tool)\ntool=\(tool)\n")
        let address = "https://example.org/owner/themepack/releases/download/v9.9.9/"
        #expect(try sandbox.text("log").hasPrefix("\(address)\(Self.archive)\n\(address)SHA256SUMS\n"))
        #expect(try sandbox.text("path").hasPrefix("\(sandbox.path)/temporary/themepack/tool/bin\n"))
        try breakImage()
        let result = try run("verify --no-cache  --format github")
        #expect(result.status == 1 && result.output.hasPrefix("::error file=themes/year/"), "\(result)")
    }

    private func run(_ arguments: String) throws -> Tool.Result {
        try sandbox.write("outputs", "")
        return try Tool.run(
            "/usr/bin/env", ["bash", "-c", scripts[1]], in: sandbox.path,
            environment: ["TOOL": tool, "ARGUMENTS": arguments, "GITHUB_OUTPUT": "\(sandbox.path)/outputs"])
    }

    @Test("RR10 Arguments are a shell's words on any number of lines, and outputs name packs and report")
    func arguments() throws {
        try #require(try install().status == 0)
        for arguments in [
            "build -o 'a folder' --report json=out.json", "\nbuild\n-o\n\"a folder\"\n--report json=out.json\n",
            "build -o 'a folder' --report=json=out.json",
        ] {
            let result = try run(arguments)
            #expect(result.status == 0, "\(result)")
            let outputs = try sandbox.text("outputs")
            #expect(outputs.contains("report=out.json\n") && outputs.contains("\na folder/year-1.2.0.themepack.zip\n"))
            #expect(FileManager.default.fileExists(atPath: "\(sandbox.path)/a folder/year-1.2.0.themepack.zip"))
        }
        for arguments in ["\n", " \n ", "''"] {
            try expect(run(arguments), 64, "no command")
        }
        #expect(try run("verify 'unclosed").status != 0)
    }

    @Test("RR10 The output names the packs of a build that are as the project says, and no other lines")
    func packs() throws {
        try #require(try install().status == 0)
        try #require(Tool.themepack("build", "-q", "-o", "old", in: sandbox.path).status == 0)
        let pack = "old/year-1.2.0.themepack.zip"
        func outputs(_ arguments: String, _ status: Int32) throws -> [String] {
            let result = try run(arguments)
            #expect(result.status == status, "\(result)")
            let lines = try sandbox.text("outputs").split(separator: "\n").map(String.init)
            #expect(lines.first == "packs<<END_OF_PACKS" && lines.last == "END_OF_PACKS", "\(lines)")
            return Array(lines.dropFirst().dropLast())
        }
        try breakSettings()
        #expect(try outputs("verify", 1) == [])
        try sandbox.write("damaged.themepack.zip", Array(sandbox.read(pack).dropLast(9)))
        #expect(try outputs("verify damaged.themepack.zip", 1) == [])
        #expect(try outputs("build -o old", 1) == [])
        #expect(try outputs("build --nonsense", 64) == [])
        try ProjectFiles.sound.write(to: sandbox)
        try sandbox.write("themes/year/config.json", "{}")
        #expect(try outputs("build --check -o old", 1) == [])
        #expect(try outputs("build --check -o old --prune", 1) == [])
        let folder = "a \\ \"b\""
        #expect(try outputs("build year -o 'a \\ \"b\"'", 0) == ["\(folder)/year-1.2.0.themepack.zip"])
        #expect(try outputs("-C themes build -o ../old", 0).count == 2)
    }

    @Test("What the tool prints is seen while it runs")
    func streams() throws {
        try #require(try install().status == 0)
        try sandbox.write(
            "temporary/themepack/tool/bin/themepack",
            "#!/bin/sh\necho first\nwhile [ ! -e seen ]; do sleep 0.05; done\necho last\n")
        let words = ["bash", "-c", "(\(scripts[1])) | while read -r line; do echo \"$line\"; : > seen; done"]
        let result = try Tool.run(
            "/usr/bin/env", ["timeout", "300"] + words, in: sandbox.path,
            environment: ["TOOL": tool, "ARGUMENTS": "verify", "GITHUB_OUTPUT": "\(sandbox.path)/outputs"])
        #expect(result.status == 0 && result.output == "first\nlast\n", "\(result)")
    }

    @Test("Where gh is there, it verifies where the archive was built, unless a digest is named")
    func attestation() throws {
        try sandbox.write("bin/gh", "#!/bin/sh\necho \"$@\" >> \"$LOG.gh\"\nexit ${GH_STATUS:-0}\n")
        try #require(try Tool.run("/bin/chmod", ["+x", "bin/gh"], in: sandbox.path).status == 0)
        #expect(try install().status == 0)
        #expect(try sandbox.text("log.gh") == "attestation verify \(Self.archive) --repo owner/themepack\n")
        #expect(try install(["GH_STATUS": "1"]).status != 0)
        #expect(!FileManager.default.fileExists(atPath: tool))
        let digest = try sandbox.text("release/SHA256SUMS").prefix(64)
        #expect(try install(["GH_STATUS": "1", "SHA256": String(digest)]).status == 0)
    }

    @Test("A wrong digest, a damaged archive and a list without it install nothing")
    func damaged() throws {
        #expect(try install().status == 0)
        try #require(try install(["SHA256": String(repeating: "0", count: 64)]).status != 0)
        #expect(!FileManager.default.fileExists(atPath: tool), "an earlier tool stays in use")
        let sums = try sandbox.text("release/SHA256SUMS")
        try sandbox.write("release/SHA256SUMS", sums.replacing("x86_64", with: "arm64"))
        #expect(try install().status != 0)
        try sandbox.write("release/SHA256SUMS", sums)
        try sandbox.write("release/\(Self.archive)", Array(try sandbox.read("release/\(Self.archive)").dropLast()))
        #expect(try install().status != 0)
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/release/\(Self.archive)")
        #expect(try install().status != 0)
        #expect(!FileManager.default.fileExists(atPath: tool))
    }

    @Test("A system that is too old for the tool is an annotation")
    func tooOld() throws {
        let release = """
            rm *.tar.gz && echo 'exit 1' > themepack-9.9.9-linux-x86_64/bin/themepack \
            && tar -czf \(Self.archive) themepack-9.9.9-linux-x86_64 && sha256sum *.tar.gz > SHA256SUMS
            """
        try #require(try Tool.run("/bin/sh", ["-c", release], in: "\(sandbox.path)/release").status == 0)
        try expect(install(), 1, "a system that is too old for the tool")
        #expect(!FileManager.default.fileExists(atPath: tool))
    }

    @Test(
        "A machine without a release, and an action without a repository, are annotations",
        arguments: [["RUNNER_OS": "Windows"], ["REPOSITORY": ""]])
    func refused(_ environment: [String: String]) throws {
        try expect(install(environment), 1, "\(environment)")
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/log"))
    }

    @Test("The action, the release and the formula name the same platforms")
    func platforms() throws {
        func text(_ path: String) throws -> String {
            try String(contentsOfFile: "\(Tool.repository)/\(path)", encoding: .utf8)
        }
        let action = try text("action.yml").matches(of: /platform=([a-z]+-[a-z0-9_]+)/).map { String($0.1) }
        let release = try #require(try text("Scripts/finish_release.sh").firstMatch(of: /for platform in (.*); do/)?.1)
        let formula = try text("Packaging/themepack.rb").matches(of: /SHA256-([a-z]+-[a-z0-9_]+)/).map { String($0.1) }
        #expect(action.count == 4 && Set(action) == Set(release.split(separator: " ").map(String.init)))
        #expect(Set(formula) == Set(action))
    }

    /// In a container, the checkout belongs to another user, and git refuses it.
    @Test("Every job in a container declares the checkout safe before it runs anything there")
    func containers() throws {
        let folder = "\(Tool.repository)/.github/workflows"
        var jobs = 0
        for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
            let workflow = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            for job in workflow.split(separator: /\n  (?=[a-z]+:\n)/) where job.contains("\n    container:") {
                jobs += 1
                let steps = try #require(job.split(separator: "- uses: actions/checkout@").dropFirst().first)
                let first = Self.scripts(of: String(steps), indentedBy: 10).first ?? ""
                #expect(first.hasPrefix("git config --global --add safe.directory \"$PWD\"\n"), "\(file): \(job)")
            }
        }
        #expect(jobs > 4)
    }

    @Test(
        "RR10 The workflow for pull requests writes the changes of every theme as one comment",
        .enabled(if: Tool.path(of: "git") != nil))
    func comment() throws {
        let workflow = try String(
            contentsOfFile: "\(Tool.repository)/.github/workflows/themes.yml", encoding: .utf8)
        let script = try #require(Self.scripts(of: workflow, indentedBy: 10).last)
        // Lists the comment that it was given first, as the API would.
        try sandbox.write(
            "tools/gh",
            """
            #!/bin/sh
            case "$*" in
              *--paginate*) if [ -e comment.md ]; then echo 42; fi ;;
              *) echo "$@" >> gh.log; cp run/changes.md comment.md ;;
            esac

            """)
        try sandbox.write("tools/themepack", "#!/bin/sh\nexec '\(Tool.themepack)' \"$@\"\n")
        try #require(try Tool.run("/bin/chmod", ["+x", "tools/gh", "tools/themepack"], in: sandbox.path).status == 0)
        func git(_ arguments: String...) throws { try TestRepository.run(["-C", sandbox.path] + arguments) }
        try git("init", "-q", "-b", "main")
        try git("add", "--all")
        try git("commit", "-q", "-m", "before")
        try git("update-ref", "refs/remotes/origin/main", "HEAD")
        func run() throws -> Tool.Result {
            try? FileManager.default.removeItem(atPath: "\(sandbox.path)/run")
            try FileManager.default.createDirectory(atPath: "\(sandbox.path)/run", withIntermediateDirectories: true)
            let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            return try Tool.run(
                "/usr/bin/env", ["bash", "-c", script], in: sandbox.path,
                environment: [
                    "BASE": "origin/main", "PULL_REQUEST": "7", "RUNNER_TEMP": "\(sandbox.path)/run",
                    "REPOSITORY": "owner/themes",
                    "PATH": "\(sandbox.path)/tools:\(path)",
                ])
        }
        // A changed image, and a theme that the branch before does not have.
        try sandbox.write("themes/year/common/year_button.png", PNGFile(44, 22, shade: 77).bytes)
        try sandbox.write(
            "themes/new/theme.json", #"{"formatVersion": 1, "id": "new", "name": "New", "version": "1.0.0"}"#)
        let visible = try run()
        #expect(visible.status == 0, "\(visible)")
        let created = "pr comment 7 --body-file \(sandbox.path)/run/changes.md\n"
        #expect(try sandbox.text("gh.log") == created)
        let comment = try sandbox.text("comment.md")
        #expect(comment.contains("year") && comment.contains("common/button"), "\(comment)")
        #expect(comment.contains("| &#126; | <code>theme</code> | none -&#62; new |"), "\(comment)")
        try sandbox.write("themes/default/config.json", "{}")
        let breaking = try run()
        #expect(breaking.status == 1, "\(breaking)")
        let edited =
            "api --method PATCH repos/owner/themes/issues/comments/42 "
            + "--field body=@\(sandbox.path)/run/changes.md\n"
        #expect(try sandbox.text("gh.log") == created + edited)
        try git("checkout", "-q", "--", "themes/default")
        let year = try sandbox.text("themes/year/theme.json")
        try FileManager.default.moveItem(atPath: "\(sandbox.path)/themes/year", toPath: "\(sandbox.path)/year")
        let removed = try run()
        #expect(removed.status == 1, "\(removed)")
        #expect(try sandbox.text("comment.md").contains("| **breaking** &#126; | <code>theme</code> | year"))
        try FileManager.default.moveItem(atPath: "\(sandbox.path)/year", toPath: "\(sandbox.path)/themes/year")
        try sandbox.write("themes/year/theme.json", year)
        try sandbox.write("themes/year/theme.json", "{")
        #expect(try run().status == 2)
        try sandbox.write("themes/year/theme.json", year)
        // The branch before has no project.
        try git("checkout", "-q", "--orphan", "empty")
        try git("rm", "-rqf", "--cached", ".")
        try git("commit", "-q", "--allow-empty", "-m", "empty")
        try git("update-ref", "refs/remotes/origin/main", "HEAD")
        #expect(try run().status == 0)
        #expect(try sandbox.text("comment.md").contains("All themes are new."))
    }
}
