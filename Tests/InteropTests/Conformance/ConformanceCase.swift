import Foundation
import PackFormat
import TestSupport
import ThemeManagement
import ThemeModel
import ThemeRuntime

/// Packs that are mounted together, a selection, and what is asked.
struct ConformanceCase: Sendable {
    enum Question: Sendable {
        case image(String, scale: Int)
        case resource(String)
        case setting(String, Kind)
        /// A moment in UTC.
        case season(String)
    }

    /// The types that `answers.py` and `answers.mjs` read a setting as.
    enum Kind: String, CaseIterable, Sendable {
        case value, string, number, boolean, object, color, font, size, insets
    }

    var name: String
    /// The names of the files. The last one is the case's own.
    var packs: [String]
    var selected: [String]
    var questions: [Question]

    /// The case as JSON, with the answers of the runtime for the packs of a folder.
    func json(in folder: String) -> SettingValue {
        var members: [String: SettingValue] = ["name": .string(name), "packs": .list(packs.map { .string($0) })]
        do throws(ThemeError) {
            let library = try library(in: folder)
            members["select"] = .list(selected.map { .string($0) })
            let theme = try theme(in: library)
            members["chain"] = .list(theme.chain.map { .string($0.string) })
            members["answers"] = .list(questions.map { $0.json(theme, library) })
        } catch {
            members["refused"] = .boolean(true)
        }
        return .object(members)
    }

    private func library(in folder: String) throws(ThemeError) -> ThemeLibrary {
        var mounted: [ThemePack] = []
        for pack in packs { mounted.append(try ThemePack(mounting: "\(folder)/\(pack)")) }
        guard let defaults = mounted.first(where: { $0.theme.id == .default }) else {
            throw .defaultRequired(found: nil)
        }
        let library = try ThemeLibrary(default: defaults)
        for pack in mounted where pack !== defaults { try library.add(pack) }
        return library
    }

    private func theme(in library: ThemeLibrary) throws(ThemeError) -> Theme {
        let ids = selected.compactMap { try? ThemeID($0) }
        if ids.count == 1 { return library.theme(ids[0]) ?? library.defaultTheme }
        return try library.snapshot.theme(selecting: ids) ?? library.defaultTheme
    }
}

extension ConformanceCase.Question {
    fileprivate func json(_ theme: Theme, _ library: ThemeLibrary) -> SettingValue {
        var members = question
        do throws(ThemeError) {
            members["answer"] = try answer(theme, library) ?? .null
        } catch .wrongType {
            members["error"] = .string("wrongType")
        } catch {
            members["error"] = .string("damaged")
        }
        return .object(members)
    }

    private var question: [String: SettingValue] {
        switch self {
        case .image(let name, let scale): ["image": .string(name), "scale": .number(Double(scale))]
        case .resource(let path): ["resource": .string(path)]
        case .setting(let path, let kind): ["setting": .string(path), "as": .string(kind.rawValue)]
        case .season(let moment): ["season": .string(moment)]
        }
    }

    fileprivate static func channels(of color: ThemeColor) -> [SettingValue] {
        [color.red, color.green, color.blue, color.alpha].map { .number(Double($0)) }
    }

    private func answer(_ theme: Theme, _ library: ThemeLibrary) throws(ThemeError) -> SettingValue? {
        switch self {
        case .image(let name, let scale):
            guard let image = try theme.image(ImageKey(name), scale: Scale(scale) ?? .one) else { return nil }
            let data = try image.bytes().data
            var members: [String: SettingValue] = [
                "theme": .string(image.origin.theme.string), "entry": .string(image.origin.entry),
                "scale": .number(Double(image.scale.factor)), "width": .number(Double(image.pixelSize.width)),
                "height": .number(Double(image.pixelSize.height)),
                "sha256": .string("\(ContentDigest(of: Array(data)))"),
            ]
            if case .template(let color) = try image.rendering {
                members["template"] = .list(color.map(Self.channels) ?? [])
            }
            return .object(members)
        case .resource(let path):
            guard let resource = try theme.resource(ResourceKey(path)) else { return nil }
            let data = try resource.bytes().data
            return .object([
                "theme": .string(resource.origin.theme.string), "entry": .string(resource.origin.entry),
                "sha256": .string("\(ContentDigest(of: Array(data)))"),
            ])
        case .setting(let path, let kind):
            return try kind.read(SettingKey(path), from: theme)
        case .season(let moment):
            let seconds = (try? Moment(moment))?.secondsSince1970 ?? 0
            let date = Date(timeIntervalSince1970: Double(seconds))
            return library.snapshot.idInSeason(at: date).map { .string($0.string) }
        }
    }
}

extension ConformanceCase.Kind {
    fileprivate func read(_ key: SettingKey, from theme: Theme) throws(ThemeError) -> SettingValue? {
        func numbers(_ values: [Double]) -> SettingValue { .list(values.map { .number($0) }) }
        switch self {
        case .value: return try theme.value(key)
        case .string: return try theme.string(key).map { .string($0) }
        case .number: return try theme.number(key).map { .number($0) }
        case .boolean: return try theme.boolean(key).map { .boolean($0) }
        case .object: return try theme.object(key).map { .object($0) }
        case .color:
            return try theme.color(key).map { .list(ConformanceCase.Question.channels(of: $0)) }
        case .font:
            guard let font = try theme.font(key) else { return nil }
            return .list([font.name.map { .string($0) } ?? .null, .number(font.size)])
        case .size: return try theme.size(key).map { numbers([$0.width, $0.height]) }
        case .insets: return try theme.capInsets(key).map { numbers([$0.top, $0.left, $0.bottom, $0.right]) }
        }
    }
}
