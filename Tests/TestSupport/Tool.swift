public import Foundation

public enum Tool {
    public struct Result: Sendable {
        public var status: Int32
        public var output: String
        public var errors: String
    }

    /// Adds `environment` to the test's own; an empty value unsets a variable.
    public static func run(
        _ executable: String, _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:]
    ) throws -> Result {
        try start(executable, arguments, in: folder, environment: environment).result()
    }

    public final class Running {
        public let process = Process()
        fileprivate let paths: [String]

        fileprivate init(_ paths: [String]) { self.paths = paths }

        deinit { for path in paths { try? FileManager.default.removeItem(atPath: path) } }

        public func result() throws -> Result {
            process.waitForEnd()
            let texts = try paths.map {
                String(decoding: try Data(contentsOf: URL(fileURLWithPath: $0)), as: UTF8.self)
            }
            return Result(status: process.terminationStatus, output: texts[0], errors: texts[1])
        }
    }

    public static func start(
        _ executable: String, _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:]
    ) throws -> Running {
        // Files need no reader while the program runs, unlike pipes.
        let id = "\(NSTemporaryDirectory())/themepack-tool-\(UUID().uuidString)"
        let paths = ["\(id).out", "\(id).err"]
        let running = Running(paths)
        let process = running.process
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        var variables = ProcessInfo.processInfo.environment
        let inherited = [
            "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_HYPERLINK", "GITHUB_STEP_SUMMARY",
            "GITHUB_WORKSPACE", "CI_PROJECT_DIR", "SOURCE_DATE_EPOCH",
        ]
        for name in inherited { variables[name] = nil }
        for (name, value) in environment { variables[name] = value.isEmpty ? nil : value }
        process.environment = variables
        for path in paths { _ = FileManager.default.createFile(atPath: path, contents: nil) }
        let files = paths.map { FileHandle(forWritingAtPath: $0) }
        // `Process` never closes its handles. With some 1,400 open files, its `run` crashes: it lists them, and reads
        // past the end of the list.
        defer { for file in files { try? file?.close() } }
        process.standardOutput = files[0]
        process.standardError = files[1]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return running
    }

    public static func path(of name: String) -> String? {
        if name.contains("/") { return FileManager.default.isExecutableFile(atPath: name) ? name : nil }
        return ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"].split(separator: ":")
            .map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
    }

    public static let themepack: String = {
        // A script that runs the tests in the background ignores SIGINT, and nohup ignores SIGHUP. Programs inherit
        // that, and tests send them both.
        signal(SIGINT, SIG_DFL)
        signal(SIGHUP, SIG_DFL)
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        while folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
            let candidate = folder.appendingPathComponent("themepack").path
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder), !isFolder.boolValue {
                return candidate
            }
        }
        return "themepack"
    }()

    public static func themepack(
        _ arguments: String..., in folder: String, environment: [String: String] = [:]
    ) throws -> Result {
        try run(themepack, arguments, in: folder, environment: environment)
    }

    /// The words before a command that make it run without root's permissions; empty if that is not possible.
    public static let asNobody: [String] = {
        guard let setpriv = path(of: "setpriv") else { return [] }
        let words = [setpriv, "--reuid=65534", "--clear-groups"]
        let result = try? run(words[0], Array(words.dropFirst()) + [themepack, "--version"])
        return result?.status == 0 ? words : []
    }()

    /// The words before a command that let it mount a small disk without root; empty if that is not possible.
    public static let ownNamespace: [String] = {
        guard let unshare = path(of: "unshare") else { return [] }
        let words = [unshare, "--user", "--map-root-user", "--mount"]
        let mount = ["/bin/sh", "-c", "mount -t tmpfs none /mnt"]
        return (try? run(words[0], Array(words.dropFirst()) + mount))?.status == 0 ? words : []
    }()

    /// The words before a command that make the permissions of files count for root as well; empty for other users,
    /// `nil` if that is not possible.
    public static let withinPermissions: [String]? = {
        if geteuid() != 0 { return [] }
        guard let setpriv = path(of: "setpriv") else { return nil }
        let dropped = "-dac_override,-dac_read_search"
        let words = [setpriv, "--inh-caps=\(dropped)", "--bounding-set=\(dropped)"]
        return (try? run(words[0], Array(words.dropFirst()) + ["true"]))?.status == 0 ? words : nil
    }()

    /// The Python of the tests: `THEMEPACK_PYTHON`, else `python3`; `nil` if there is none.
    public static let python: String? = path(of: ProcessInfo.processInfo.environment["THEMEPACK_PYTHON"] ?? "python3")

    public static func pythonHas(_ module: String) -> Bool {
        guard let python else { return false }
        return (try? run(python, ["-c", "import \(module)"]).status) == 0
    }

    public static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
}

extension Process {
    /// Waits for the end. `waitUntilExit` keeps a processor busy unless the thread has started the process.
    public func waitForEnd() { while isRunning { usleep(1000) } }
}
