import Foundation

/// A file that a command was told to write.
struct OutputFile {
    let path: String
    /// What messages call it in front of its path: "the report".
    var noun: String?
    /// How to mend it if it cannot be written.
    let hint: String

    var type: FileAttributeType? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    }

    /// A device, a pipe or a link is written to; only a file is replaced, in one step.
    var isReplaced: Bool { type == nil || type == .typeRegular }

    func write(_ bytes: Data) throws(Failure) {
        do {
            try bytes.write(to: URL(fileURLWithPath: path), options: isReplaced ? .atomic : [])
        } catch {
            throw failure(error)
        }
    }

    /// - Parameter error: Foundation's. Its own words are codes; the system's reason lies below.
    func failure(_ error: any Error) -> Failure {
        failure(((error as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError)?.code.rawValue)
    }

    /// - Parameter code: what `errno` has.
    func failure(_ code: Int32?) -> Failure {
        let file = (noun.map { $0 + " " } ?? "") + "'\(path)'"
        let reason = code.map { ": " + String(cString: strerror($0)) } ?? ""
        return Failure("\(file) cannot be written\(reason)", hint: hint)
    }
}
