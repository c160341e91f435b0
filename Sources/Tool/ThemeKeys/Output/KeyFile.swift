package import ThemeProject

// See docs/decisions/27-typed-keys.md.
/// A generated Swift file with the keys of a default theme.
///
/// ``KeySource`` reads names and types from a project, ``KeyTree`` arranges them and gives each a Swift identifier, and
/// ``SwiftCode`` writes them. Every name gets an identifier that compiles, and two names never get the same.
package struct KeyFile: Sendable {
    package let text: String

    /// - Throws: ``UserError`` with all mistakes: two names with one identifier, rules that are wrong or match nothing.
    package init(of source: KeySource, access: KeyAccess) throws(UserError) {
        let rules = source.rules
        var mistakes = KeyTree.mistakes(inNamesOf: rules)
        var types = SettingTypes(rules, source.colorOrder, source.budget)
        var trees: [KeyTree] = []
        for kind in KeyKind.allCases {
            var tree = KeyTree(kind, rules: rules)
            for name in Self.names(kind, of: source, &types) {
                mistakes.collect { () throws(UserError) in try tree.add(name) }
            }
            trees.append(tree)
            if kind == .setting { mistakes += types.mistakes }
        }
        let newNames = Dictionary(rules.renamed.map { ($0.subject, $0.value) }) { first, _ in first }
        lazy var known = Set(trees.flatMap(\.paths)).sorted()
        func suggestion(for name: String) -> String {
            Self.suggestion(for: name, among: known, source.budget.suggestions)
        }
        for rule in rules.renamed {
            let indices = trees.indices.filter { trees[$0].has(rule.value) }
            if indices.isEmpty {
                mistakes.append(
                    rules.error(
                        rule, "there is no '\(rule.value)'",
                        hint: newNames[rule.value].map { "it is an old name itself: write '\($0)' here, too" }
                            ?? suggestion(for: rule.value)))
            }
            for index in indices {
                mistakes.collect { () throws(UserError) in try trees[index].add(renamed: rule) }
            }
        }
        for rule in rules.names where !trees.contains(where: { $0.knows(rule.subject) }) {
            mistakes.append(
                rules.error(rule, "there is no '\(rule.subject)'", hint: suggestion(for: rule.subject)))
        }
        if let error = UserError(mistakes) { throw error }
        text = SwiftCode(of: trees, access: access).text
    }

    private static func suggestion(for name: String, among known: [String], _ misses: NearMiss) -> String {
        var near: [String] = []
        while near.count < 3 {
            let found = near
            guard let next = misses.suggestion(for: name, among: known.lazy.filter { !found.contains($0) }) else {
                break
            }
            near.append(next)
        }
        return near.isEmpty
            ? "expected the name of an image, a setting, a resource, a theme or an axis; a folder ends with '/'"
            : "did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
    }

    private static func names(
        _ kind: KeyKind, of source: KeySource, _ types: inout SettingTypes
    ) -> [KeyTree.Name] {
        switch kind {
        case .image:
            source.images.map { image in
                .init(
                    components: components(of: image.name.path), path: image.name.description,
                    summary: summary(of: image))
            }
        case .setting:
            types.leaves(of: source.settings).map { leaf in
                .init(
                    components: leaf.path.keys, path: leaf.path.description,
                    summary: leaf.isSet ? "" : ", which the default theme does not set", type: leaf.type.generatedName)
            }
        case .resource: source.resources.map { .init(components: components(of: $0), path: $0.string) }
        case .theme:
            source.themes.map { id, axis, members in
                let members = members.map { "`\($0)`" }.joined(separator: " and ")
                let place = axis.map { ", on the axis `\($0)`" } ?? (members.isEmpty ? "" : ", for \(members)")
                return .init(components: [id.string], path: id.string, summary: place)
            }
        case .axis:
            source.axes.map { axis in
                let themes = source.themes.filter { $0.axis == axis }.map { "`\($0.id)`" }.joined(separator: ", ")
                return .init(components: [axis.string], path: axis.string, summary: themes.isEmpty ? "" : ": \(themes)")
            }
        }
    }

    private static func components(of path: PortablePath) -> [String] {
        path.string.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    }

    private static func summary(of image: KeySource.Image) -> String {
        let scales = image.scales.map(\.description).joined(separator: " ")
        guard let (pixels, scale) = image.size else { return ": \(scales)" }
        let size = [pixels.width, pixels.height].map { points(Double($0) / Double(scale.factor)) }
        return ": \(size.joined(separator: " x ")) points, \(scales)"
    }

    private static func points(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String((number * 100).rounded() / 100)
    }
}

extension KeyType {
    /// The name of the key's type in generated code.
    fileprivate var generatedName: String { "__\(self == .url ? "URL" : rawValue.firstUppercased)Setting" }
}

extension KeyFile {
    /// Returns whether a file has exactly this text.
    package func isCurrent(at path: String) -> Bool {
        (try? Data(contentsOf: URL(fileURLWithPath: path)))?.elementsEqual(text.utf8) ?? false
    }

    /// Writes the file in one step, unless it has this text already. An unchanged file is not compiled again.
    ///
    /// - Returns: whether the file was written.
    @discardableResult
    package func write(to place: OutputPlace) throws(UserError) -> Bool {
        if isCurrent(at: place.target) { return false }
        try place.write(Array(text.utf8))
        return true
    }
}

extension UserError {
    /// All errors with their hints as lines, in the form that Xcode and SwiftPM recognize.
    package var report: String {
        ([self] + others).map { error in
            let position = error.position.map { ":\($0.line):\($0.column)" } ?? ""
            let location = error.path.map { "\(SwiftText.comment($0))\(position): " } ?? ""
            let hint = error.hint.map { "\(location)note: \(SwiftText.comment($0))\n" } ?? ""
            return "\(location)error: \(SwiftText.comment(error.message))\n\(hint)"
        }.joined()
    }
}
