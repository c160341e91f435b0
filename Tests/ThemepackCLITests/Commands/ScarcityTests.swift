import Foundation
import TestSupport
import Testing

@Suite("Builds without room or permission")
struct ScarcityTests: ToolTests {
    let sandbox: Sandbox
    let old: [String: [UInt8]]

    init() throws {
        sandbox = try Self.builtProject()
        old = try sandbox.listing(of: "dist")
        try sandbox.write(
            "themes/year/theme.json",
            #"{"id": "year", "version": "1.2.0", "imageNamePrefix": "year_", "resources": ["*.bin"]}"#)
        try sandbox.write("themes/year/config.json", "{}")
        for name in 0..<4 { try sandbox.write("themes/year/\(name).bin", [UInt8](repeating: 7, count: 300_000)) }
    }

    /// - Parameter script: `$0` is the tool.
    private func shell(_ script: String, _ prefix: [String] = []) throws -> Tool.Result {
        let words = prefix + ["/bin/sh", "-c", script, Tool.themepack]
        return try Tool.run(words[0], Array(words.dropFirst()), in: sandbox.path)
    }

    private func expectRefusal(_ result: Tool.Result, _ says: String, at location: SourceLocation = #_sourceLocation) {
        #expect(result.status == 2, "\(result)", sourceLocation: location)
        #expect(
            result.errors.contains("error: ") && result.errors.contains(says) && result.errors.contains("hint: "),
            "\(result)", sourceLocation: location)
    }

    @Test("A limit of the file size is an error of writing, not a crash", arguments: [0, 1, 100, 500, 1100])
    func fileSize(_ kibibytes: Int) throws {
        // POSIX counts blocks of 512 bytes. The limit applies to the files of reports too.
        let result = try shell(
            "ulimit -f \(2 * kibibytes); \"$0\" build 2>&1 | cat; test -z \"$(ls -A dist | grep tmp)\"")
        if kibibytes > 0 {
            #expect(result.output.contains("File too large") && result.output.contains("hint: "), "\(result)")
        }
        #expect(result.status == 0)
        #expect(try sandbox.listing(of: "dist") == old)
    }

    @Test(
        "A disk without room gets no new file, and keeps SHA256SUMS", .enabled(if: !Tool.ownNamespace.isEmpty),
        arguments: [16, 60, 100, 500, 1000, 1240])
    func fullDisk(_ kibibytes: Int) throws {
        try sandbox.write("saved/SHA256SUMS", old["SHA256SUMS"] ?? [])
        let result = try shell(
            """
            mount -t tmpfs -o size=\(kibibytes)k none dist && cp saved/* dist && "$0" build
            status=$?
            cmp saved/SHA256SUMS dist/SHA256SUMS && ls -A dist && exit $status
            """, Tool.ownNamespace)
        expectRefusal(result, "No space left on device")
        #expect(result.output == "SHA256SUMS\n")
    }

    @Test(
        "If there is no room for the image layout, the message says what is written",
        .enabled(if: !Tool.ownNamespace.isEmpty), arguments: [0, 4, 12, 20, 600])
    func fullDiskOfLayout(_ kibibytes: Int) throws {
        let result = try shell(
            """
            mkdir layout && mount -t tmpfs -o size=\(kibibytes + 4)k none layout && "$0" build --oci layout
            status=$?
            cmp dist/SHA256SUMS /dev/null; find layout -type f; exit $status
            """, Tool.ownNamespace)
        expectRefusal(result, "No space left on device")
        #expect(!result.errors.contains("nothing was"), "\(result)")
        #expect(result.errors.contains("the packs are written, and the image layout is as it was: build again\n"))
        #expect(!result.output.contains("layout/"), "\(result)")
        let packs = try sandbox.listing(of: "dist")
        #expect(packs != old && packs.keys.contains("year-1.2.0.themepack.zip"))
        let again = try shell("\"$0\" build --oci layout")
        #expect(again.status == 0 && FileManager.default.fileExists(atPath: "\(sandbox.path)/layout/index.json"))
    }

    @Test(
        "A folder without permission is an error", .enabled(if: !Tool.ownNamespace.isEmpty), arguments: ["dist", "new"])
    func permission(_ folder: String) throws {
        // In a namespace without a mapped id root has no privileges, so the owner's permissions apply.
        let unshare = Array(Tool.ownNamespace.prefix(2))
        #expect(chmod(sandbox.path, 0o555) == 0 && chmod("\(sandbox.path)/dist", 0o555) == 0)
        defer { for path in ["", "/dist"] { chmod(sandbox.path + path, 0o755) } }
        let result = try shell("\"$0\" build -o \(folder)", unshare)
        expectRefusal(result, "\(folder): error: ")
        #expect(result.errors.contains("Permission denied"), "\(result)")
        #expect(try sandbox.listing(of: "dist") == old)
    }

    @Test("Unreadable checksums are an error", .enabled(if: !Tool.ownNamespace.isEmpty))
    func unreadableChecksums() throws {
        let sums = "\(sandbox.path)/dist/SHA256SUMS"
        #expect(chmod(sums, 0o200) == 0)
        let result = try shell("\"$0\" build --no-cache", Array(Tool.ownNamespace.prefix(2)))
        expectRefusal(result, "dist/SHA256SUMS: error: cannot be read: permission denied")
        #expect(chmod(sums, 0o644) == 0)
        #expect(try sandbox.listing(of: "dist") == old)
    }

    /// strace can make one system call of a program fail.
    static let strace: String? = {
        guard let strace = Tool.path(of: "strace") else { return nil }
        let result = try? Tool.run(strace, ["-e", "inject=mmap:error=ENOMEM:when=9999", "/bin/true"])
        return result?.status == 0 ? strace : nil
    }()

    /// The first mappings are the dynamic loader's, before the tool's first instruction. If the very first one fails,
    /// glibc's loader ends with SIGSEGV; if a later one fails, with status 127. No program can prevent that.
    @Test("A mapping that fails is an error, once the tool runs", .enabled(if: strace != nil))
    func mappings() throws {
        let strace = try #require(Self.strace)
        #expect(try Tool.themepack("build", "default", "--no-cache", "-o", "packs", in: sandbox.path).status == 0)
        for command in [["verify", "--no-cache"], ["verify", "packs/default-1.0.0.themepack.zip"]] {
            let all = try Tool.run(strace, ["-e", "trace=mmap", Tool.themepack] + command, in: sandbox.path)
            #expect(all.status == 0, "\(all)")
            let calls = all.errors.split(separator: "\n").filter { $0.hasPrefix("mmap(") }
            // The loader maps no stacks and shares no mapping.
            let first = try #require(calls.firstIndex { $0.contains("MAP_STACK") || $0.contains("MAP_SHARED") })
            var refused = 0
            for number in first + 1...calls.count {
                let inject = "inject=mmap:error=ENOMEM:when=\(number)"
                let result = try Tool.run(
                    strace, ["-o", "/dev/null", "-e", inject, Tool.themepack] + command, in: sandbox.path)
                #expect(result.status == 0 || result.status == 2 && result.errors.contains("error: "), "\(result)")
                if result.status == 2 { refused += 1 }
            }
            #expect(refused > 0)
        }
    }

    @Test("64 open files suffice for many themes, images and threads")
    func openFiles() throws {
        for theme in 0..<80 {
            try sandbox.write("themes/t\(theme)/theme.json", "{\"id\": \"t\(theme)\", \"version\": \"1.0.0\"}")
            for scale in ["", "@2x", "@3x"] {
                let factor = scale.isEmpty ? 1 : Int(scale.dropFirst().prefix(1)) ?? 1
                try sandbox.write(
                    "themes/t\(theme)/common/button\(scale).png",
                    PNGFile(44 * factor, 22 * factor, shade: UInt8(theme + 65)).bytes)
            }
        }
        let result = try shell("ulimit -n 64 && exec \"$0\" build --jobs 64")
        #expect(result.status == 0, "\(result)")
        #expect(try sandbox.listing(of: "dist").count == 83)
        #expect(try shell("ulimit -n 64 && exec \"$0\" verify --jobs 64 dist/*.zip").status == 0)
    }
}
