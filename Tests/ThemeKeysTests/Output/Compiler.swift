import Foundation
import TestSupport

/// The Swift compiler of this toolchain.
enum Compiler {
    static let path = Tool.path(of: "swiftc")

    /// The options for the modules that the tests were built with; `nil` if they are not where SwiftPM's native build
    /// system puts them.
    static let modules: [String]? = {
        let products = URL(fileURLWithPath: Tool.themepack).deletingLastPathComponent().path
        // ThemeRuntime imports these modules of C.
        let cModules = ["CThemeSystem", "CSHA256"]
        let folders = ["\(products)/Modules"] + cModules.map { "\(products)/\($0).build" }
        guard folders.allSatisfy(FileManager.default.fileExists) else { return nil }
        return folders.flatMap { ["-I", $0] }
    }()

    /// Options of a strict app.
    static let strict = [
        "-swift-version", "6", "-warnings-as-errors", "-package-name", "app",
        "-enable-upcoming-feature", "InternalImportsByDefault", "-enable-upcoming-feature", "MemberImportVisibility",
        "-enable-upcoming-feature", "ExistentialAny",
    ]

    static func run(_ arguments: [String], in folder: Sandbox) throws -> Tool.Result {
        try Tool.run(path ?? "swiftc", arguments, in: folder.path)
    }

    /// Types with the names and initializers that generated code uses. They print their parts.
    static let stub = """
        public struct __ImageKey: Sendable { public let text: String; public init(_ name: String, hash: UInt64) {
            text = name; printKey(name, hash) } }
        public struct __ResourceKey: Sendable { public let text: String; public init(_ path: String, hash: UInt64) {
            text = path; printKey(path, hash) } }
        public struct __SettingKey: Sendable {}
        public struct __Setting<Value>: Sendable { public let text: String; public init(_ path: String, hash: UInt64) {
            text = path; printKey(path, hash) } }
        public struct __ThemeID: Sendable, ExpressibleByStringLiteral { public let text: String
            public init(stringLiteral: StaticString) { text = stringLiteral.description; printKey(text, 0) } }
        public struct __ThemeAxis: Sendable, ExpressibleByStringLiteral { public let text: String
            public init(stringLiteral: StaticString) { text = stringLiteral.description; printKey(text, 0) } }
        public typealias __StringSetting = __Setting<String>
        public typealias __NumberSetting = __Setting<Double>
        public typealias __BooleanSetting = __Setting<Bool>
        public typealias __ColorSetting = __Setting<UInt32>
        public typealias __ValueSetting = __Setting<Any>
        public typealias __ListSetting = __Setting<[Any]>
        public typealias __ObjectSetting = __Setting<[String: Any]>
        private func printKey(_ text: String, _ hash: UInt64) {
            print(text.utf8.map { String($0, radix: 16) }.joined(separator: " "), hash)
        }
        """

    /// Returns statements that use every key of a generated file as an app does: a chain that starts with a dot.
    static func uses(of text: String) -> String {
        var scopes: [Substring] = []
        var uses: [String] = []
        for line in text.split(separator: "\n").map({ line in line.drop { $0 == " " } }) {
            let words = line.split(separator: " ")
            if line.hasSuffix(" {") {
                scopes.append(words[words.count - 2])
            } else if line == "}" {
                scopes.removeLast()
            } else if let index = words.firstIndex(of: "var") {
                let path = scopes.dropFirst() + [words[index + 1].dropLast()]
                uses.append("let _: \(words[index + 2]) = .\(path.joined(separator: "."))")
            }
        }
        return uses.joined(separator: "\n") + "\n"
    }
}
