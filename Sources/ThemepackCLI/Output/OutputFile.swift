import Foundation

/// A file that a command was told to write.
struct OutputFile {
    let path: String

    var type: FileAttributeType? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    }

    /// A device, a pipe or a link is written to; only a file is replaced, in one step.
    var isReplaced: Bool { type == nil || type == .typeRegular }

    func write(_ bytes: Data) throws {
        try bytes.write(to: URL(fileURLWithPath: path), options: isReplaced ? .atomic : [])
    }
}
