#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import SystemCalls
import ThemeModel

/// The temporary folders and the processes of conversions. Call ``end()`` before ending the process early. Thread-safe.
package final class RunningConversions: Sendable {
    private struct State {
        var folders: Set<String> = []
        var processes: Set<pid_t> = []
        var isEnded = false
    }

    private let state = Lock(State())

    package init() {}

    /// Ends all processes and deletes all folders. No other can start afterwards.
    package func end() {
        state.withLock { state in
            state.isEnded = true
            for process in state.processes { kill(process, SIGKILL) }
            for folder in state.folders { try? FileManager.default.removeItem(atPath: folder) }
            state.folders = []
        }
    }

    var hasProcess: Bool { state.withLock { !$0.processes.isEmpty } }

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

    /// Starts a process.
    ///
    /// - Parameter spawn: returns 0 and sets the process's id, or returns the error.
    /// - Returns: the result of `spawn`.
    func start(_ process: inout pid_t, _ spawn: (inout pid_t) -> Int32) -> Int32 {
        state.withLock { state in
            guard !state.isEnded else { return EINTR }
            let code = spawn(&process)
            if code == 0 { state.processes.insert(process) }
            return code
        }
    }

    /// Returns the result of `waitpid`, which frees the id of a process that has ended.
    func wait(for process: pid_t, _ status: inout Int32, _ options: Int32) -> pid_t {
        state.withLock { state in
            let found = waitpid(process, &status, options)
            if found == process { state.processes.remove(process) }
            return found
        }
    }
}
