import Foundation
import TestSupport

/// The family that a browser has instead of all families of the machine.
public enum FontFamily: String, CaseIterable, Sendable {
    /// Wider than the families of most systems.
    case wide = "DejaVu Sans"
    /// Narrower than all of them.
    case narrow = "Liberation Sans Narrow"

    /// The folder with the family's files by its name; a family that is not installed is absent.
    static let folders: [FontFamily: String] = {
        var folders: [FontFamily: String] = [:]
        let unpacked = "\(Tool.repository)/.build-programs/root/usr/share/fonts"
        for root in ["/usr/share/fonts", "/usr/local/share/fonts", unpacked] {
            for case let path as String in FileManager.default.enumerator(atPath: root) ?? .init() {
                for family in allCases where (path as NSString).lastPathComponent == family.fileName {
                    folders[family] = (root + "/" + path as NSString).deletingLastPathComponent
                }
            }
        }
        return folders
    }()

    private var fileName: String {
        switch self {
        case .wide: "DejaVuSans.ttf"
        case .narrow: "LiberationSansNarrow-Regular.ttf"
        }
    }

    /// The family that is used for the name "monospace".
    private var monospaced: String {
        switch self {
        case .wide: "DejaVu Sans Mono"
        case .narrow: "Liberation Mono"
        }
    }

    /// Returns a configuration of https://fontconfig.org in which this is the family of all text.
    ///
    /// - Parameter cache: a folder for fontconfig's cache.
    func configuration(cache: String) -> String {
        // A pattern without a family passes a test of "all" families.
        let rules = [("any", "contains", monospaced), ("all", "not_contains", rawValue)].map { which, how, family in
            """
              <match target="pattern">
                <test name="family" qual="\(which)" compare="\(how)"><string>mono</string></test>
                <edit name="family" mode="append"><string>\(family)</string></edit>
              </match>
            """
        }
        return """
            <?xml version="1.0"?>
            <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
            <fontconfig>
              <dir>\(Self.folders[self] ?? "")</dir>
              <cachedir>\(cache)</cachedir>
            \(rules.joined(separator: "\n"))
            </fontconfig>

            """
    }
}
