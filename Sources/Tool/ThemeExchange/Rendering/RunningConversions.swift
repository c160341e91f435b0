import ThemeProject

/// The temporary folders and the processes of conversions. Call ``end()`` before ending the process early. Thread-safe.
package final class RunningConversions: Sendable {
    private struct State {
        var folders: Set<String> = []
        var processes: [ObjectIdentifier: ChildProcess] = [:]
        var isEnded = false
    }

    private let state = Lock(State())

    package init() {}

    /// Ends all processes and deletes all folders. No other can start afterwards.
    package func end() {
        state.withLock { state in
            state.isEnded = true
            for process in state.processes.values { process.end() }
            for folder in state.folders { try? FileManager.default.removeItem(atPath: folder) }
            state.folders = []
        }
    }

    /// Returns `nil` and sets `errno` if no folder can be created.
    func createFolder(in parent: String) -> String? {
        var template = Array("\(parent)/themepack-XXXXXX".utf8CString)
        return state.withLock { state in
            guard !state.isEnded else {
                errno = EINTR
                return nil
            }
            guard mkdtemp(&template) != nil else { return nil }
            let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            state.folders.insert(path)
            return path
        }
    }

    func delete(_ folder: String) {
        state.withLock { state in
            if state.folders.remove(folder) != nil { try? FileManager.default.removeItem(atPath: folder) }
        }
    }

    func start(_ program: Program) throws(SystemError) -> ChildProcess {
        try state.withLock { state throws(SystemError) in
            guard !state.isEnded else { throw SystemError(code: EINTR) }
            let process = try ChildProcess(program)
            state.processes[ObjectIdentifier(process)] = process
            return process
        }
    }

    func remove(_ process: ChildProcess) {
        state.withLock { state in state.processes[ObjectIdentifier(process)] = nil }
    }
}

/// Runs a program in a folder of its own, which is also its home, with limits of time, memory and file size.
struct BoundedProcess {
    /// Of the processor. A vector image of a million pixels takes less than one.
    var processorSeconds = 10
    /// Of the clock: a busy machine gives a program a tenth of a processor.
    static let clockSeconds = 100
    /// The virtual memory of the process, in bytes.
    var memory = 1 << 30
    /// The end of a message about a limit: the scale, and how to do without it.
    var scaleHint = ""

    let folder: String
    let fileBytes: Int
    let running: RunningConversions
    var clockSeconds = Self.clockSeconds

    /// Sets limits for an image of a size. An effect such as a blur has a dozen layers of four bytes per pixel.
    mutating func fit(_ pixels: Int, _ zoom: Int) {
        processorSeconds += pixels >> 20
        memory += pixels * 64
        scaleHint =
            " at @\(zoom)x, a limit of imports; save it as PNGs, or leave out the scale: --scales without \(zoom)"
    }

    /// Returns the first 4 KiB of what the program printed.
    @discardableResult
    func run(
        _ path: String, _ arguments: [String]
    ) throws(ImageConverter.Failure) -> (output: [UInt8], messages: [UInt8]) {
        func failure(_ words: String, _ cause: ImageConverter.Failure.Cause) -> ImageConverter.Failure {
            ImageConverter.Failure("cannot be converted: \(path.lastPathComponent) \(words)", cause)
        }
        var program = Program(path, arguments, environment: ["HOME": folder, "LC_ALL": "C"])
        program.output = .pipe
        program.confinement = Confinement(
            folder: folder, cpuSeconds: processorSeconds, memory: memory, fileBytes: fileBytes)
        let process = try rethrow(as: { failure("cannot be started: \($0.reason)", .image) }) {
            () throws(SystemError) in
            try running.start(program)
        }
        let result = process.finish(keeping: 4096, within: .seconds(clockSeconds))
        running.remove(process)
        guard let status = result.status else { throw failure("waited too long", .clockTime) }
        // The limit of the processor's time ends a program by one of two signals.
        guard status != 128 + SIGXCPU, status != 128 + SIGKILL else {
            throw failure("took more than \(processorSeconds) seconds of the processor\(scaleHint)", .processorTime)
        }
        guard status == 0 else {
            let line = String(repairing: result.messages).split(separator: "\n").last ?? ""
            let words = String(line.prefix(200))
            if words.contains("emory") || words.contains("bad_alloc") {
                throw failure("needs more than \(memory >> 20) MiB of memory\(scaleHint)", .refusal)
            }
            throw failure(words.isEmpty ? "failed with status \(status)" : "failed: \(words)", .refusal)
        }
        return (result.output, result.messages)
    }
}
