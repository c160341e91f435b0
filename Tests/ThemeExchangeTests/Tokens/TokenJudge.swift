import Foundation

/// Judges files by the text of the standard alone: https://www.designtokens.org/TR/2025.10/format/ and
/// https://www.designtokens.org/TR/2025.10/resolver/. Shares no code with the import and the export.
struct TokenJudge {
    private(set) var problems: [String] = []

    /// - Parameter files: the bytes by name. Names that end in `.resolver.json` are resolver documents.
    init(_ files: [String: [UInt8]]) {
        for (name, bytes) in files {
            guard let json = (try? JSONDecoder().decode(Value.self, from: Data(bytes)))?.any as? [String: Any] else {
                problems.append("\(name): no object")
                continue
            }
            if name.hasSuffix(".resolver.json") {
                judge(resolver: json, name, files: Set(files.keys))
            } else {
                judge(group: json, name, type: nil, isRoot: true)
            }
        }
    }

    // MARK: Format, sections 5 to 9

    private static let types: Set = [
        "color", "dimension", "fontFamily", "fontWeight", "duration", "cubicBezier", "number", "strokeStyle", "border",
        "transition", "shadow", "gradient", "typography",
    ]

    private mutating func judge(group: [String: Any], _ path: String, type: String?, isRoot: Bool = false) {
        let own: Set = ["$type", "$description", "$extensions", "$extends", "$deprecated", "$root"]
        let type = group["$type"] as? String ?? type
        for (key, value) in group {
            let path = "\(path)/\(key)"
            if key.hasPrefix("$") {
                guard own.contains(key) || isRoot && key == "$schema" else {
                    problems.append("\(path): not a member of groups")
                    continue
                }
                if key != "$root" { continue }
            } else if key.isEmpty || key.contains(where: { "{}.".contains($0) }) {
                problems.append("\(path): not a name")
            }
            guard let member = value as? [String: Any] else {
                problems.append("\(path): neither a group nor a token")
                continue
            }
            if member["$value"] == nil, member["$ref"] == nil {
                judge(group: member, path, type: type)
            } else {
                judge(token: member, path, type: type)
            }
        }
    }

    private mutating func judge(token: [String: Any], _ path: String, type: String?) {
        let own: Set = ["$value", "$ref", "$type", "$description", "$extensions", "$deprecated"]
        for key in token.keys where !own.contains(key) { problems.append("\(path)/\(key): not a member of tokens") }
        guard let value = token["$value"], token["$ref"] == nil else {
            return problems.append("\(path): a reference, which no export has")
        }
        guard let type = token["$type"] as? String ?? type, Self.types.contains(type) else {
            return problems.append("\(path): no type")
        }
        switch type {
        case "color": judge(color: value, path)
        case "number": if !(value is Double) { problems.append("\(path): no number") }
        case "fontFamily":
            let names = (value as? String).map { [$0] } ?? value as? [String] ?? []
            if names.isEmpty || names.contains("") { problems.append("\(path): no names of fonts") }
        default: problems.append("\(path): the type \(type), which no export has")
        }
    }

    private mutating func judge(color: Any, _ path: String) {
        guard let color = color as? [String: Any] else { return problems.append("\(path): a color is an object") }
        let own: Set = ["colorSpace", "components", "alpha", "hex"]
        for key in color.keys where !own.contains(key) { problems.append("\(path)/\(key): not a member of colors") }
        if color["colorSpace"] as? String != "srgb" { problems.append("\(path): not sRGB, which exports have") }
        let components = color["components"] as? [Any] ?? []
        if components.count != 3 || !components.allSatisfy({ Self.isNumber($0, in: 0...1) }) {
            problems.append("\(path): not three components from 0 to 1")
        }
        if let alpha = color["alpha"], !Self.isNumber(alpha, in: 0...1) { problems.append("\(path): alpha") }
        if let hex = color["hex"] {
            let text = hex as? String ?? ""
            if text.count != 7 || !text.hasPrefix("#") || !text.dropFirst().allSatisfy(\.isHexDigit) {
                problems.append("\(path): hex has not six digits")
            }
        }
    }

    private static func isNumber(_ value: Any, in range: ClosedRange<Double>) -> Bool {
        (value as? Double).map(range.contains) ?? false
    }

    /// A value as Swift's own types. Those of `JSONSerialization` do not tell `true` from 1.
    private struct Value: Decodable {
        let any: Any

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let members = try? container.decode([String: Value].self) {
                any = members.mapValues(\.any)
            } else if let items = try? container.decode([Value].self) {
                any = items.map(\.any)
            } else if let flag = try? container.decode(Bool.self) {
                any = flag
            } else if let number = try? container.decode(Double.self) {
                any = number
            } else {
                any = try container.decode(String.self)
            }
        }
    }

    // MARK: Resolver, section 4

    private mutating func judge(resolver: [String: Any], _ name: String, files: Set<String>) {
        let own: Set = ["$schema", "name", "version", "description", "sets", "modifiers", "resolutionOrder", "$defs"]
        for key in resolver.keys where !own.contains(key) { problems.append("\(name)/\(key): not a member") }
        if resolver["version"] as? String != "2025.10" { problems.append("\(name): version") }
        let sets = resolver["sets"] as? [String: Any] ?? [:]
        let modifiers = resolver["modifiers"] as? [String: Any] ?? [:]
        for (key, set) in sets {
            let set = set as? [String: Any] ?? [:]
            if !Set(set.keys).isSubset(of: ["description", "sources", "$extensions"]) {
                problems.append("\(name)/sets/\(key): a member that sets do not have")
            }
            judge(sources: set["sources"], "\(name)/sets/\(key)", files)
        }
        for (key, modifier) in modifiers {
            let path = "\(name)/modifiers/\(key)"
            let modifier = modifier as? [String: Any] ?? [:]
            if !Set(modifier.keys).isSubset(of: ["description", "contexts", "default", "$extensions"]) {
                problems.append("\(path): a member that modifiers do not have")
            }
            let contexts = modifier["contexts"] as? [String: Any] ?? [:]
            if contexts.count < 2 { problems.append("\(path): fewer than two contexts") }
            if let standard = modifier["default"] as? String, contexts[standard] == nil {
                problems.append("\(path): default")
            }
            for (context, sources) in contexts { judge(sources: sources, "\(path)/\(context)", files) }
        }
        let order = resolver["resolutionOrder"] as? [[String: Any]] ?? []
        if order.isEmpty { problems.append("\(name): no resolutionOrder") }
        for entry in order {
            let reference = (entry["$ref"] as? String ?? "").components(separatedBy: "/")
            let isKnown =
                reference.count == 3 && reference[0] == "#"
                && (reference[1] == "sets" ? sets : reference[1] == "modifiers" ? modifiers : [:])[reference[2]] != nil
            if !isKnown { problems.append("\(name): resolutionOrder names nothing: \(entry)") }
        }
    }

    private mutating func judge(sources: Any?, _ path: String, _ files: Set<String>) {
        guard let sources = sources as? [[String: Any]] else { return problems.append("\(path): no sources") }
        for source in sources where !files.contains(source["$ref"] as? String ?? "") {
            problems.append("\(path): no such file: \(source)")
        }
    }
}
