import Foundation
import TestSupport
import Testing

/// Drives every command against every way in which an output can leave its place.
@Suite("Every command, every way out")
struct OutputTableTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        let copied = try Tool.run("/bin/cp", ["-a", "\(Self.template.get().path)/.", sandbox.path])
        try #require(copied.status == 0, "\(copied)")
    }

    /// A way in which a command writes.
    struct Way: Sendable, CustomTestStringConvertible {
        enum Kind { case file, folder }

        let command: String
        let kind: Kind
        /// `OUT` is the place.
        let words: String
        /// The name of the argument that is the place; empty if an option has it.
        var argument = ""
        /// The end of the place's name.
        var suffix = ""
        /// Whether a device or a pipe is a place to send bytes to.
        var acceptsStreams = false
        /// Whether the command writes in a folder that has packs already.
        var needsPacks = false
        /// The exit status of a run that writes.
        var status: Int32 = 0
        /// The file in `kept` that the output may replace.
        var replaced = ""

        var testDescription: String { words }

        /// The option before the place.
        var option: String {
            let words = words.split(separator: " ").map(String.init)
            return zip(words, words.dropFirst()).first { $1.contains("OUT") }?.0 ?? ""
        }

        func arguments(_ place: String) -> [String] {
            words.split(separator: " ").map { String($0).replacing("OUT", with: place) }
        }
    }

    static let ways = [
        Way(command: "verify", kind: .file, words: "verify --report sarif=OUT", acceptsStreams: true),
        Way(
            command: "verify", kind: .file, words: "verify --write-baseline OUT", acceptsStreams: true,
            replaced: "baseline"),
        Way(command: "build", kind: .folder, words: "build -o OUT"),
        Way(command: "build", kind: .folder, words: "build -o built --oci OUT"),
        Way(command: "build", kind: .file, words: "build -o built --report json=OUT", acceptsStreams: true),
        Way(command: "report", kind: .file, words: "report -o OUT", suffix: ".html"),
        Way(command: "report", kind: .folder, words: "report -o OUT"),
        Way(command: "report", kind: .file, words: "report packs/year-1.2.0.themepack.zip -o OUT", suffix: ".html"),
        Way(command: "report", kind: .folder, words: "report packs/year-1.2.0.themepack.zip -o OUT"),
        Way(
            command: "resolve", kind: .file, words: "resolve common/button themes/year -o OUT", acceptsStreams: true,
            replaced: "image"),
        Way(
            command: "diff", kind: .file,
            words: "diff packs/year-1.2.0.themepack.zip packs/year-1.3.0.themepack.zip --report json=OUT",
            acceptsStreams: true, status: 1),
        Way(
            command: "diff", kind: .folder,
            words: "diff packs/year-1.2.0.themepack.zip packs/year-1.3.0.themepack.zip --pictures OUT=https://a.b/c",
            status: 1),
        Way(command: "keys", kind: .file, words: "keys -o OUT", replaced: "keys"),
        Way(
            command: "keys", kind: .file, words: "keys --from packs/default-1.0.0.themepack.zip -o OUT",
            replaced: "keys"),
        Way(command: "clean", kind: .folder, words: "clean --packs -o OUT", needsPacks: true),
        Way(command: "init", kind: .folder, words: "init OUT", argument: "folder"),
        Way(command: "import", kind: .folder, words: "import tokens in.tokens.json --into OUT"),
        Way(command: "export", kind: .folder, words: "export css default year -o OUT --force"),
        Way(command: "export", kind: .folder, words: "export tokens default year -o OUT --force"),
        Way(command: "export", kind: .folder, words: "export android default -o OUT --force"),
        Way(command: "export", kind: .folder, words: "export xcassets default -o OUT --force", suffix: ".xcassets"),
        Way(
            command: "delta", kind: .file,
            words: "delta packs/year-1.2.0.themepack.zip packs/year-1.3.0.themepack.zip -o OUT", replaced: "delta"),
        Way(
            command: "patch", kind: .file, words: "patch packs/year-1.2.0.themepack.zip year.delta -o OUT",
            replaced: "pack"),
        Way(
            command: "sign", kind: .folder, words: "sign -f ../key OUT/year-1.2.0.themepack.zip",
            argument: "files", needsPacks: true),
        Way(
            command: "feed", kind: .folder, words: "feed OUT --first --base-url https://example.com/",
            argument: "folder", needsPacks: true),
        Way(
            command: "feed", kind: .file, words: "feed packs --first --base-url https://example.com/ -o OUT",
            suffix: ".json", replaced: "feed"),
    ]

    /// The options and arguments that name what is read, or sources that are edited where they are.
    static let others: Set = [
        "verify themes-and-packs", "verify --signed-by", "verify --revoked", "verify --against", "build themes",
        "build --against", "keys --from", "report themes-and-packs", "preview themes", "diff old", "diff new",
        "diff --theme", "list themes", "resolve name", "resolve pack-or-folder", "resolve --theme", "explain name",
        "explain pack-or-folder", "explain --theme", "inspect pack", "import source", "import --themes",
        "export theme-or-pack", "export --themes", "bump themes", "bump --base", "sign --key", "feed --previous",
        "feed --withdraw", "feed --signed-by", "feed --revoked", "delta old", "delta new", "patch old", "patch delta",
    ]

    @Test("Each option and argument that can name a file or a folder to write has a row")
    func rows() throws {
        let named = try Tool.commandArguments().filter { !$0.isClosed && !$0.spellings.contains("-C") }
        var written: Set<String> = []
        for way in Self.ways {
            let spelling = way.argument.isEmpty ? way.option : way.argument
            let argument = named.first { $0.command == way.command && $0.spellings.contains(spelling) }
            written.insert(try #require(argument, "\(way)").description)
        }
        #expect(written.isDisjoint(with: Self.others))
        #expect(written.union(Self.others) == Set(named.map(\.description)))
    }

    enum WayOut: String, CaseIterable {
        case assets, cache, image, theme, linkToThemes, configuration, otherCase
        case link, linkToNothing, linkedFolder, deepLink, linkWithBrokenConfiguration, linkWithoutConfiguration
        case assetsWithBrokenConfiguration, namedFolderWithBrokenConfiguration, linkInTheMiddle
        case fifo, device, socket, otherKind, unwritable
    }

    @Test("No way of writing leads where a project reads, out of it, or onto anything but a file", arguments: ways)
    func waysOut(_ way: Way) throws {
        for wayOut in WayOut.allCases {
            guard let place = try prepare(wayOut, for: way) else { continue }
            let before = try state()
            let words = ["600"] + (wayOut == .unwritable ? Tool.withinPermissions ?? [] : []) + [Tool.themepack]
            let result = try Tool.run(
                "/usr/bin/timeout", words + way.arguments(place), in: "\(sandbox.path)/project",
                environment: ["HOME": sandbox.path])
            #expect([1, 2, 64].contains(result.status), "\(wayOut) \(result)")
            #expect(!result.errors.isEmpty, "\(wayOut) \(result)")
            let after = try state()
            #expect(after == before, "\(wayOut) \(result) \(after.keys.filter { after[$0] != before[$0] })")
            try restore()
        }
    }

    /// Returns the place to write to; `nil` if this way of writing has no such way out.
    private func prepare(_ wayOut: WayOut, for way: Way) throws -> String? {
        let project = "\(sandbox.path)/project"
        func link(_ name: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(atPath: "\(project)/\(name)", withDestinationPath: target)
        }
        /// A file or a folder outside, where the link leads.
        let outside = way.kind == .file ? "../outside/file" : "../outside/packs"
        let name = "x" + way.suffix
        switch wayOut {
        case .assets, .assetsWithBrokenConfiguration:
            if wayOut == .assetsWithBrokenConfiguration { try sandbox.write("project/themepack.json", "{,") }
            if way.needsPacks { try copyPacks(to: "assets/\(name)") }
            return "assets/\(name)"
        case .cache:
            if way.needsPacks { try copyPacks(to: ".themepack/\(name)") }
            return ".themepack/\(name)"
        case .otherCase:
            if way.needsPacks { return nil }
            return "ASSETS/\(name)"
        case .image: return way.kind == .file && way.suffix.isEmpty ? "assets/common/button.png" : nil
        case .theme:
            if way.needsPacks { try copyPacks(to: "themes/year/\(name)") }
            return "themes/year/\(name)"
        case .linkToThemes:
            try link("pictures", to: "themes")
            if way.needsPacks { try copyPacks(to: "themes/year/\(name)") }
            return "pictures/year/\(name)"
        case .configuration: return way.suffix == ".html" || way.suffix == ".xcassets" ? nil : "themepack.json"
        case .link, .linkWithBrokenConfiguration, .linkWithoutConfiguration:
            try link(name, to: outside)
            if wayOut == .linkWithBrokenConfiguration { try sandbox.write("project/themepack.json", "{\"links\": [],") }
            if wayOut == .linkWithoutConfiguration {
                try FileManager.default.removeItem(atPath: "\(project)/themepack.json")
            }
            return name
        case .linkToNothing:
            try link(name, to: "../outside/none")
            return name
        case .linkedFolder:
            try link("linked", to: "../outside")
            if way.needsPacks { return "linked/packs" }
            return "linked/\(name)"
        case .deepLink:
            try FileManager.default.createDirectory(atPath: "\(project)/a/b", withIntermediateDirectories: true)
            try link("a/b/linked", to: "../../../outside")
            return way.needsPacks ? "a/b/linked/packs" : "a/b/linked/\(name)"
        case .linkInTheMiddle:
            try link("linked", to: "../outside")
            return way.needsPacks ? "linked/../outside/packs" : "linked/../outside/\(name)"
        case .namedFolderWithBrokenConfiguration:
            try sandbox.write("project/themepack.json", "{\"assets\": \"pictures\",")
            try sandbox.write("project/pictures/kept", "x")
            if way.needsPacks { try copyPacks(to: "pictures/\(name)") }
            return "pictures/\(name)"
        case .fifo:
            guard !way.needsPacks else { return nil }
            try #require(mkfifo("\(project)/\(name)", 0o600) == 0)
            return name
        case .device:
            // Root alone can create one.
            guard !way.acceptsStreams, !way.needsPacks, mknod("\(project)/\(name)", S_IFCHR | 0o600, 0x103) == 0 else {
                return nil
            }
            return name
        case .socket:
            guard !way.needsPacks else { return nil }
            try #require(mknod("\(project)/\(name)", S_IFSOCK | 0o600, 0) == 0)
            return name
        case .unwritable:
            guard Tool.withinPermissions != nil else { return nil }
            if way.kind == .file {
                try sandbox.write("project/\(name)", "")
            } else if way.needsPacks {
                try copyPacks(to: name)
            } else {
                try FileManager.default.createDirectory(
                    atPath: "\(project)/\(name)", withIntermediateDirectories: false)
            }
            try #require(chmod("\(project)/\(name)", way.kind == .file ? 0o400 : 0o500) == 0)
            return name
        case .otherKind:
            // A folder can be named like the page in it.
            guard !way.needsPacks, way.command != "report" || way.kind == .folder else { return nil }
            try sandbox.write(way.kind == .file ? "project/\(name)/kept" : "project/\(name)", "kept")
            return name
        }
    }

    private func copyPacks(to folder: String) throws {
        let script = "mkdir -p \"$1\" && cp packs/* \"$1\""
        let result = try Tool.run("/bin/sh", ["-c", script, "sh", folder], in: "\(sandbox.path)/project")
        try #require(result.status == 0, "\(result)")
    }

    /// The contents of everything that no command may change, and the temporary files anywhere.
    private func state() throws -> [String: [UInt8]] {
        var state: [String: [UInt8]] = [:]
        for folder in ["outside", "project/assets", "project/themes", "project/pictures"]
        where (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(sandbox.path)/\(folder)")) == nil
            && FileManager.default.fileExists(atPath: "\(sandbox.path)/\(folder)")
        {
            for (name, bytes) in try sandbox.listing(of: folder) { state["\(folder)/\(name)"] = bytes }
        }
        for name in try FileManager.default.subpathsOfDirectory(atPath: sandbox.path) where name.hasSuffix(".tmp") {
            state[name] = []
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.path)/project")
        where name.hasPrefix("x") {
            var status = stat()
            try #require(lstat("\(sandbox.path)/project/\(name)", &status) == 0)
            state["mode of \(name)"] = Array("\(status.st_mode)".utf8)
        }
        let configuration = "\(sandbox.path)/project/themepack.json"
        state["configuration"] = FileManager.default.contents(atPath: configuration).map(Array.init)
        return state
    }

    private func restore() throws {
        let script = "rm -rf ./* ./.[!.]* && cp -a \"$1/.\" ."
        let result = try Tool.run("/bin/sh", ["-c", script, "sh", try Self.template.get().path], in: sandbox.path)
        try #require(result.status == 0, "\(result)")
    }

    // MARK: Pipes

    @Test("A pipe gets all bytes, also if its reader starts late", arguments: ways.filter(\.acceptsStreams))
    func pipes(_ way: Way) throws {
        try #require(mkfifo("\(sandbox.path)/project/pipe", 0o600) == 0)
        let script = "{ sleep 0.3; cat pipe > got; } & timeout 600 \"$0\" \"$@\"; status=$?; wait; exit $status"
        for place in ["pipe", "file"] {
            let result = try Tool.run(
                "/bin/sh", ["-c", place == "pipe" ? script : "\"$0\" \"$@\"", Tool.themepack] + way.arguments(place),
                in: "\(sandbox.path)/project")
            #expect(result.status == way.status, "\(result)")
        }
        let got = try sandbox.text("project/got").replacing(/"seconds": [\d.]+/, with: "")
        #expect(try !got.isEmpty && got == sandbox.text("project/file").replacing(/"seconds": [\d.]+/, with: ""))
    }

    // MARK: Files of a project

    static let sourceWays = [
        "import tokens in.tokens.json --into PLACE", "import tokens in.tokens.json --into PLACE --force", "init PLACE",
        "bump year --base ../packs/year-1.2.0.themepack.zip -C PLACE", "verify --fix -C PLACE",
    ]

    @Test("Files of a project are not written through a link out of it, also before it is one", arguments: sourceWays)
    func sources(_ words: String) throws {
        for broken in [nil, "{}", "{\"links\": [\"other\"]}", "{,"] {
            for link in ["assets", "themes", "themes/year", "themes/year/theme.json", "themepack.json", "preview.json"]
            {
                try restore()
                let place = "\(sandbox.path)/project/new"
                try FileManager.default.createDirectory(
                    atPath: "\(place)/themes\(link.hasPrefix("themes/year/") ? "/year" : "")",
                    withIntermediateDirectories: true)
                if link == "themes" { try FileManager.default.removeItem(atPath: "\(place)/themes") }
                let depth = link.filter { $0 == "/" }.count
                let target =
                    String(repeating: "../", count: depth + 2) + "outside/" + (link.hasSuffix(".json") ? "file" : "")
                try FileManager.default.createSymbolicLink(atPath: "\(place)/\(link)", withDestinationPath: target)
                if let broken, link != "themepack.json" { try sandbox.write("project/new/themepack.json", broken) }
                let before = try state()
                let result = try Tool.run(
                    Tool.themepack, words.split(separator: " ").map { String($0).replacing("PLACE", with: "new") },
                    in: "\(sandbox.path)/project")
                #expect([0, 1, 2, 64].contains(result.status), "\(link) \(broken ?? "") \(result)")
                #expect(try state() == before, "\(link) \(broken ?? "") \(result)")
            }
        }
    }

    // MARK: Files with another purpose

    /// Names that commands give a meaning, whether the file exists or not.
    static let meantNames = [
        "x.themepack.zip", "x.json.sig", "feed.json", "SHA256SUMS", "theme.json", "themepack.json", "preview.json",
        "themepack-keys.json", "Feed.JSON",
    ]

    @Test("An output replaces no file of another kind, and takes no name of one", arguments: ways)
    func otherPurposes(_ way: Way) throws {
        guard way.kind == .file else { return }
        func run(_ place: String) throws -> Tool.Result {
            try Tool.run(Tool.themepack, way.arguments(place), in: "\(sandbox.path)/project")
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.path)/project/kept") {
            let place = "kept/x-\(name)\(way.suffix)"
            let before = try sandbox.read("project/kept/\(name)")
            try sandbox.write("project/\(place)", before)
            let result = try run(place)
            let isReplaced = name == "text" ? !["keys", "feed"].contains(way.command) : name == way.replaced
            #expect(result.status == (isReplaced ? way.status : 2), "\(name) \(result)")
            #expect(isReplaced || result.errors.contains("\(place): error: "), "\(name) \(result)")
            #expect(try isReplaced || sandbox.read("project/\(place)") == before, "\(name)")
        }
        for name in Self.meantNames where name.hasSuffix(way.suffix) {
            let owner = name.hasSuffix(".zip") ? "pack" : name.lowercased() == "feed.json" ? "feed" : ""
            guard owner != way.replaced || owner.isEmpty else { continue }
            let result = try run("kept/\(name)")
            #expect(result.status == 2 && result.errors.contains("has the name of"), "\(name) \(result)")
            #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/project/kept/\(name)"), "\(name)")
        }
        guard "list.json".hasSuffix(way.suffix), way.replaced != "baseline" else { return }
        try sandbox.write("project/themepack.json", #"{"baseline": "list.json"}"#)
        try #require(themepack("verify", "--write-baseline", "list.json").status == 0)
        let before = try sandbox.read("project/list.json")
        let result = try run("list.json")
        #expect(result.status == 2 && result.errors.contains("is the project's baseline"), "\(result)")
        #expect(try sandbox.read("project/list.json") == before)
    }

    private func themepack(_ arguments: String...) throws -> Tool.Result {
        try Tool.run(Tool.themepack, arguments, in: "\(sandbox.path)/project")
    }

    // MARK: Scarce disks

    @Test(
        "A disk that is full or read-only is an error, and no temporary file stays",
        .enabled(if: !Tool.ownNamespace.isEmpty), arguments: ways)
    func disks(_ way: Way) throws {
        guard !way.needsPacks else { return }
        for options in ["size=4k,nr_inodes=3", "size=8k", "ro"] {
            try FileManager.default.createDirectory(
                atPath: "\(sandbox.path)/project/disk", withIntermediateDirectories: true)
            let script = """
                disk=disk; mount -t tmpfs -o \(options) none $disk && "$0" "$@"; status=$?
                find $disk -name '.themepack-*' | grep . && exit 99; exit $status
                """
            let words = Tool.ownNamespace + ["/bin/sh", "-c", script, Tool.themepack]
            let result = try Tool.run(
                words[0], Array(words.dropFirst()) + way.arguments("disk/x\(way.suffix)"),
                in: "\(sandbox.path)/project")
            // A small result can fit.
            #expect(result.status == 2 || result.status == way.status && options != "ro", "\(options) \(result)")
            let says = options == "ro" ? "Read-only file system" : "No space left on device"
            #expect(
                result.status == way.status || result.errors.contains(says) && result.errors.contains("hint: "),
                "\(options) \(result)")
        }
    }

    private struct Unprepared: Error {
        let result: Tool.Result
    }

    /// A project with packs of two versions, and the inputs of all commands.
    private static let template = Result { () throws -> Sandbox in
        let sandbox = try Sandbox.untilExit()
        let project = try Sandbox()
        try ProjectFiles.sound.write(to: project)
        let root = "\(sandbox.path)/project"
        try FileManager.default.copyItem(atPath: project.path, toPath: root)
        func run(_ words: String...) throws {
            let result = try Tool.run(words[0], Array(words.dropFirst()), in: root)
            if result.status != 0 { throw Unprepared(result: result) }
        }
        try sandbox.write("project/themepack.json", "{}")
        try run(Tool.themepack, "build", "-o", "packs")
        let manifest = try sandbox.text("project/themes/year/theme.json")
        try sandbox.write("project/themes/year/theme.json", manifest.replacing("1.2.0", with: "1.3.0"))
        try sandbox.write("project/themes/year/config.json", #"{"Color": {"title": "123456"}}"#)
        try run(Tool.themepack, "build", "-o", "packs")
        try run(
            Tool.themepack, "delta", "packs/year-1.2.0.themepack.zip", "packs/year-1.3.0.themepack.zip", "-o",
            "year.delta")
        try run("/usr/bin/ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "../key")
        try sandbox.write(
            "project/in.tokens.json", #"{"accent": {"$type": "color", "$value": "\#u{23}1f5fc4"}}"#)
        try run(
            Tool.themepack, "feed", "packs", "--first", "--base-url", "https://example.com/", "-o", "site/feed.json")
        let copies = """
            mkdir kept && cp packs/year-1.2.0.themepack.zip kept/pack && cp year.delta kept/delta
            cp assets/common/button.png kept/image && cp site/feed.json kept/feed && cp ../key kept/key
            cp ../key.pub kept/public && { printf 'ci ' && cat ../key.pub; } > kept/signers
            cp packs/*.sig kept/signature && printf '\\1\\0\\2' > kept/binary && echo text > kept/text
            """
        try run(Tool.themepack, "sign", "-f", "../key", "packs/year-1.2.0.themepack.zip")
        try run("/bin/sh", "-ec", copies)
        try run("/bin/rm", "packs/year-1.2.0.themepack.zip.sig")
        try run(Tool.themepack, "keys", "-o", "kept/keys")
        try sandbox.write("outside/file", "kept")
        try run("/bin/cp", "-r", "packs", "../outside/packs")
        try run("/bin/rm", "-rf", ".themepack")
        return sandbox
    }
}
