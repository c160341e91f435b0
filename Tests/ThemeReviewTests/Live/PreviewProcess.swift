import Foundation
import TestSupport

/// The real tool, previewing a project until this is freed.
final class PreviewProcess {
    let address: String
    let process = Process()

    init(of root: String, _ arguments: String..., environment: [String: String] = [:]) throws {
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: Tool.themepack)
        process.arguments = ["preview", "-C", root] + arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        try process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let piece = output.fileHandleForReading.availableData
            guard !piece.isEmpty else { break }
            line += piece
        }
        address = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    deinit { end() }

    var port: UInt16 { URL(string: address)?.port.flatMap { UInt16(exactly: $0) } ?? 0 }

    /// Ends it as Ctrl-C does. Returns the exit status.
    @discardableResult
    func end() -> Int32 {
        if process.isRunning { kill(process.processIdentifier, SIGINT) }
        process.waitForEnd()
        return process.terminationStatus
    }
}
