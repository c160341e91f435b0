#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import SystemCalls
import ThemeProject

struct OutputFile {
    let path: String
    /// The words before the path in messages, for example "the report".
    var noun: String?
    let hint: String

    var type: FileAttributeType? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    }

    /// Devices, pipes and links are written to; any other file is replaced in one step.
    var isReplaced: Bool { type == nil || type == .typeRegular }

    func write(_ bytes: Data) throws(UserError) {
        do {
            try bytes.write(to: URL(fileURLWithPath: path), options: isReplaced ? .atomic : [])
        } catch {
            throw failure(error)
        }
    }

    /// Only the underlying error of Foundation's error has the system's reason.
    func failure(_ error: any Error) -> UserError {
        failure(((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue)
    }

    func failure(_ code: Int32?) -> UserError {
        let file = (noun.map { $0 + " " } ?? "") + "'\(path)'"
        let reason = code.map { ": " + systemReason(of: $0) } ?? ""
        return UserError("\(file) cannot be written\(reason)", hint: hint)
    }
}
