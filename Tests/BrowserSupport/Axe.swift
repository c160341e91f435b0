import Foundation
import TestSupport

/// https://github.com/dequelabs/axe-core, as a Python package contains it.
public enum Axe {
    /// `nil` if it is not installed.
    public static let script: String? = {
        let folders = FileManager.default.enumerator(atPath: Tool.repository + "/.build-python")
        let path = folders?.lazy.compactMap { $0 as? String }.first { $0.hasSuffix("/axe.min.js") }
        return path.flatMap { try? String(contentsOfFile: Tool.repository + "/.build-python/" + $0, encoding: .utf8) }
    }()

    public static let isMissing = "there is no axe-core: make setup-tests installs it"
}
