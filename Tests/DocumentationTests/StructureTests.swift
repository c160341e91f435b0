import Foundation
import TestSupport
import Testing

/// Compares ARCHITECTURE.md with Package.swift and the folders of `Sources/`.
@Suite("The structure")
struct StructureTests {
    let architecture: String
    /// The targets of the package that are no tests, with the targets that they use.
    let targets: [String: Set<String>]

    init() throws {
        architecture = try Self.text(of: "ARCHITECTURE.md")
        let manifest = try Self.text(of: "Package.swift")
        let declarations = manifest.matches(
            of: /\.(target|executableTarget|plugin|systemLibrary|testTarget)\(\s*name: "(\w+)"/)
        var targets: [String: Set<String>] = [:]
        for (index, declaration) in declarations.enumerated() {
            let end = index + 1 < declarations.count ? declarations[index + 1].range.lowerBound : manifest.endIndex
            let text = manifest[declaration.range.upperBound..<end]
            guard declaration.1 != "testTarget", !text.contains("path: \"") else { continue }
            let list = text.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1 ?? ""
            let names = list.replacing(/\.product\([^)]*\)/, with: "").matches(of: /"(\w+)"/).map { String($0.1) }
            targets[String(declaration.2), default: []].formUnion(names)
        }
        self.targets = targets
    }

    @Test("The table of modules lists every target with all of its folders")
    func modules() throws {
        try #require(targets.count > 20)
        var folders: [String: Set<String>] = [:]
        for match in architecture.matches(of: /`(\w+)(?:\/\{([\w,]+)\})?`/) {
            folders[String(match.1), default: []].formUnion((match.2 ?? "").split(separator: ",").map(String.init))
        }
        let plugins = folders.removeValue(forKey: "Plugins") ?? []
        for target in targets.keys.sorted() where !plugins.contains(target) {
            let path = "\(Tool.repository)/\(Self.folder(of: target))"
            let children = try FileManager.default.contentsOfDirectory(atPath: path)
            var present = Set(
                children.filter { name in
                    var isFolder: ObjCBool = false
                    return FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder)
                        && isFolder.boolValue && !name.hasSuffix(".docc")
                })
            present.remove("include")
            #expect(folders[target] == present, "\(target)")
        }
    }

    @Test("A target uses only floors below its own, and targets of its floor that come before it")
    func floors() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: "\(Tool.repository)/Sources")
        #expect(Set(folders) == Set(Self.floors.map(\.name)))
        var below: Set<String> = []
        for target in Self.floors.flatMap(\.targets) {
            let used = try #require(targets[target], "'\(target)' is not a target")
            #expect(used.isSubset(of: below), "\(target): \(used.subtracting(below).sorted())")
            below.insert(target)
        }
        #expect(Set(targets.keys).subtracting(below) == ["ThemeKeysPlugin", "ThemeKeysCommand"])
    }

    @Test("The picture and the table show the floors and their targets in the order of Package.swift")
    func picture() {
        let drawn = architecture.matches(of: /│ (\w+) +│/).map { String($0.1) }
        #expect(drawn == Self.floors.map(\.name).reversed())
        for (floor, targets) in Self.floors {
            let rows = architecture.split(separator: "\n").filter { $0.hasPrefix("| \(floor) |") }
            let listed = Set(rows.flatMap { $0.split(separator: "|")[1].matches(of: /`(\w+)/).map { String($0.1) } })
            #expect(listed.subtracting(["Plugins"]) == Set(targets), "\(floor)")
        }
    }

    /// The floors of `Package.swift` with their targets, from the bottom.
    static let floors: [(name: String, targets: [String])] = {
        guard let manifest = try? text(of: "Package.swift"),
            let list = manifest.firstMatch(of: /let floors = \[\n(.*?)\n\]/.dotMatchesNewlines())
        else { return [] }
        return list.1.matches(of: /"(\w+)",\s*\[([^\]]*)\]/).map { floor in
            (String(floor.1), floor.2.matches(of: /"(\w+)"/).map { String($0.1) })
        }
    }()

    /// The folder of a target, from the root.
    static func folder(of target: String) -> String {
        "Sources/\(floors.first { $0.targets.contains(target) }?.name ?? "")/\(target)"
    }

    @Test("A folder uses only the folders of its module that stand before it in the table")
    func folders() throws {
        var orders: [String: [String]] = [:]
        for match in architecture.matches(of: /`(\w+)\/\{([\w,]+)\}`/) where targets[String(match.1)] != nil {
            orders[String(match.1), default: []] += match.2.split(separator: ",").map(String.init)
        }
        try #require(orders.count > 12)
        for (module, order) in orders {
            var places: [Substring: Int] = [:]
            var words: [[String: Set<Substring>]] = []
            for (place, folder) in order.enumerated() {
                var used: [String: Set<Substring>] = [:]
                let path = "\(Tool.repository)/\(Self.folder(of: module))/\(folder)"
                for file in try FileManager.default.contentsOfDirectory(atPath: path) where file.hasSuffix(".swift") {
                    let text = try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
                        .replacing(/\/\/.*/, with: "")
                    for type in text.matches(of: Self.type) { places[type.1] = place }
                    used[file] = Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
                }
                words.append(used)
            }
            for (place, files) in words.enumerated() {
                for (file, used) in files {
                    let later = used.filter { places[$0].map { $0 > place } ?? false }
                    #expect(later.isEmpty, "\(module)/\(order[place])/\(file): \(later.sorted())")
                }
            }
        }
    }

    @Test("The code of the rule that extending.md shows is that of the files that it names")
    func shownRule() throws {
        let page = try Self.text(of: "docs/extending.md").replacing("../", with: "")
        let steps = page.matches(
            of: /\]\(([^)]+\.swift)\)[^`]*(?:`[^`]+`[^`]*)*\n   ```swift\n(.*?)   ```/.dotMatchesNewlines())
        #expect(steps.count == 3)
        func lines(_ text: some StringProtocol) -> String {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
        }
        for step in steps {
            #expect(lines(try Self.text(of: String(step.1))).contains(lines(step.2)), "\(step.1)")
        }
    }

    /// Apps that follow no feed link no networking.
    @Test("No library uses ThemeUpdates, which alone opens connections")
    func networking() {
        for (target, used) in targets { #expect(!used.contains("ThemeUpdates"), "\(target)") }
    }

    @Test("The images of the documents have at most 100 kB each")
    func images() throws {
        let folder = "\(Tool.repository)/docs/images"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names == ["diff.png", "preview.png", "report.png"])
        for name in names {
            #expect(FileManager.default.contents(atPath: "\(folder)/\(name)")?.count ?? .max <= 100_000)
        }
    }

    @Test(
        "The types that the documents name exist",
        arguments: ["ARCHITECTURE.md", "SECURITY.md", "docs/invariants.md", "docs/extending.md"])
    func namedTypes(document: String) throws {
        let known = Self.words.union(targets.keys).union(["CSHA256"])
        let named = Self.typeNames(in: try Self.text(of: document))
        #expect(named.count > 5 && named.subtracting(known).isEmpty, "\(named.subtracting(known).sorted())")
    }

    /// The words in code spans that look like names of types.
    static func typeNames(in text: String) -> Set<String> {
        Set(text.matches(of: /`([A-Z][a-z]\w*[A-Z]\w*)/).map { String($0.1) })
    }

    /// The words of all files in Swift and JavaScript that begin with a capital letter.
    static let words: Set<String> = {
        var words: Set<String> = []
        for folder in ["Sources", "Tests", "Plugins", "Examples"] {
            let path = "\(Tool.repository)/\(folder)"
            for file in FileManager.default.enumerator(atPath: path)?.compactMap({ $0 as? String }) ?? []
            where file.hasSuffix(".swift") || file.hasSuffix(".js") {
                let text = FileManager.default.contents(atPath: "\(path)/\(file)") ?? Data()
                let all = text.split { byte in
                    !(0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == 0x5F)
                }
                words.formUnion(
                    Set(all.filter { 0x41...0x5A ~= $0[$0.startIndex] }).map { String(decoding: $0, as: UTF8.self) })
            }
        }
        return words
    }()

    @Test("No two types have the same name")
    func names() throws {
        var places: [String: [String]] = [:]
        for target in targets.keys {
            let folder = "\(Tool.repository)/\(Self.folder(of: target))"
            for file in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) ?? []
            where file.hasSuffix(".swift") {
                let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
                for type in text.matches(of: Self.type) {
                    places[String(type.1), default: []].append("\(target)/\(file)")
                }
            }
        }
        try #require(places.count > 500)
        for (name, files) in places where files.count > 1 { Issue.record("\(name): \(files.sorted())") }
    }

    /// The declaration of a type that is not in another one.
    private static var type: Regex<(Substring, Substring)> {
        /(?m)^(?:@\w+ |[a-z]+ )*?(?:struct|class|enum|actor|protocol) (\w+)/
    }

    private static func text(of path: String) throws -> String {
        try String(contentsOfFile: "\(Tool.repository)/\(path)", encoding: .utf8)
    }
}
