import SystemCalls

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The environment of the process.
enum ProcessEnvironment {
    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The current folder, as an absolute path.
    static var currentFolder: String { FileManager.default.currentDirectoryPath }

    static var processorCount: Int { ProcessInfo.processInfo.activeProcessorCount }
}
