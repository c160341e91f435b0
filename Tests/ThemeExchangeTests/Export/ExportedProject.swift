import Foundation
import TestSupport
import ThemeDevelopment
import ThemeExchange
import ThemeModel
import ThemeProject
import ThemeRuntime

/// The themes of a project as an export sees them.
enum ExportedProject {
    static func themes(_ ids: String..., in project: String) throws -> [ExportedTheme] {
        try looks(ids, mounting: ids, in: project)
    }

    static func looks(_ ids: [String], mounting all: [String], in project: String) throws -> [ExportedTheme] {
        let packs = try (["default"] + all.filter { $0 != "default" }).map {
            try ThemePack(theme: ThemeID($0), inProject: project)
        }
        let library = try ThemeLibrary(default: packs[0])
        for pack in packs.dropFirst() { try library.add(pack) }
        return try ExportedTheme.looks(of: try ids.map { try ThemeID($0) }, in: library)
    }

    /// The names, pixels and settings of themes, for comparing.
    static func summary(_ themes: [ExportedTheme]) -> [String] {
        themes.flatMap { theme in
            theme.images.flatMap { image in
                image.variants.map { variant in
                    let insets = image.capInsets.map { " \($0.top) \($0.left) \($0.bottom) \($0.right)" } ?? ""
                    return "\(theme.label) \(image.name)\(variant.scale.suffix) \(variant.digest)\(insets)"
                }
            }
                + theme.settings.map { "\(theme.label) \($0.path) \($0.color?.description ?? $0.value.summary)" }
        }.sorted()
    }
}

extension Export {
    func text(_ path: String) -> String {
        files.first { $0.path == path }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    }

    var paths: [String] { files.map(\.path) }

    func write(to sandbox: Sandbox, _ folder: String) throws {
        for file in files { try sandbox.write("\(folder)/\(file.path)", file.bytes) }
    }
}
