#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import ThemeSystem
import ThemeModel

/// The temporary folders and the processes of conversions. Call ``end()`` before ending the process early. Thread-safe.
package final class RunningConversions: Sendable {
    private struct State {
        var folders: Set<String> = []
        var processes: [ObjectIdentifier: ChildProcess] = [:]
        var isEnded = false
        var slowSources: Set<String> = []
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

    /// A source that took too long is not tried at other scales.
    func addSlow(_ source: String) { state.withLock { _ = $0.slowSources.insert(source) } }

    func isSlow(_ source: String) -> Bool { state.withLock { $0.slowSources.contains(source) } }

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

    func start(_ program: Program) throws(ProgramError) -> ChildProcess {
        try state.withLock { state throws(ProgramError) in
            guard !state.isEnded else { throw ProgramError(code: EINTR) }
            let process = try ChildProcess(program)
            state.processes[ObjectIdentifier(process)] = process
            return process
        }
    }

    func remove(_ process: ChildProcess) {
        state.withLock { state in state.processes[ObjectIdentifier(process)] = nil }
    }
}
