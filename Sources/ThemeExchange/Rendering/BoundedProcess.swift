import ThemeSystem
import ThemeModel

/// Runs a program in a folder of its own, which is also its home, with limits of time, memory and file size.
struct BoundedProcess {
    /// Of the processor, and of the clock. A large drawing takes one.
    static let seconds = 10
    /// The virtual memory of the process. An image of 64 Mi pixels takes 256 MiB.
    static let memory = 1 << 30

    enum Failure: Error, Equatable {
        case cannotStart(ProgramError)
        case tookTooLong
        /// The exit status, or 128 plus the number of the signal, and the end of what the program printed.
        case failed(Int32, String)

        var explanation: String {
            switch self {
            case .cannotStart(let error): "cannot be started: \(error.reason)"
            case .tookTooLong: "took more than \(BoundedProcess.seconds) seconds"
            case .failed(let status, let words):
                words.isEmpty ? "failed with status \(status)" : "failed: \(words)"
            }
        }
    }

    let folder: String
    let fileBytes: Int
    let running: RunningConversions

    func run(_ path: String, _ arguments: [String]) throws(Failure) {
        var program = Program(path, arguments, environment: ["HOME": folder, "LC_ALL": "C"])
        program.output = .discarded
        program.confinement = Confinement(
            folder: folder, cpuSeconds: Self.seconds, memory: Self.memory, fileBytes: fileBytes)
        let process: ChildProcess
        do {
            process = try running.start(program)
        } catch {
            throw .cannotStart(error)
        }
        let result = process.finish(keeping: 4096, within: .seconds(Self.seconds))
        running.remove(process)
        // The limit of the processor's time ends a program by one of two signals.
        guard let status = result.status, status != 128 + SIGXCPU, status != 128 + SIGKILL else { throw .tookTooLong }
        guard status == 0 else { throw .failed(status, Self.lastLine(of: result.messages)) }
    }

    private static func lastLine(of messages: [UInt8]) -> String {
        let lines = String(repairing: messages).split(separator: "\n")
        return lines.last.map { String($0.prefix(200)) } ?? ""
    }
}
