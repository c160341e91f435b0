import TestSupport
import Testing
import ThemeModel

@testable import ThemeProject

@Suite("Lists of names")
struct NameListTests {
    /// Names near each other, and near a slash: `-` and `.` precede it, digits follow.
    private static func names(_ random: inout SeededRandom) -> [String] {
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
            (0..<Int.random(in: 1...4, using: &random)).map { _ in
                "aAbB-.0éÉ\u{212A}kK".randomElement(using: &random).map(String.init) ?? ""
            }.joined()
        }
    }

    private static func entries(_ names: [String], _ kind: (Int) -> FileKind) -> [FolderEntry] {
        names.enumerated().map { FolderEntry(name: Array($1.utf8), kind: kind($0)) }
    }

    @Test("A folder's entries have the order of the paths of all files in it")
    func order() {
        var random = SeededRandom(seed: 1)
        for _ in 0..<400 {
            let names = Array(Set(Self.names(&random)))
            let isFolder = names.map { _ in Bool.random(using: &random) }
            let order = NameList(of: Self.entries(names) { isFolder[$0] ? .folder : .file }).order()
            let paths = order.flatMap { isFolder[$0] ? ["\(names[$0])/a", "\(names[$0])/z"] : [names[$0]] }
            #expect(paths == paths.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
        }
    }

    @Test("Equal names keep their order, or have that of their ranks")
    func equal() {
        var names = NameList(count: 4, byteCount: 4)
        for name in ["b", "a", "b", "a"] { names.append(name.utf8) }
        #expect(names.order() == [1, 3, 0, 2])
        #expect(names.order(ranks: [4, 3, 2, 1]) == [3, 1, 2, 0])
    }

    @Test(
        "Names that a disk may take for one",
        arguments: [
            (["a", "A"], true), (["é", "e\u{301}"], true), (["k", "\u{212A}"], true), (["É", "e\u{301}"], true),
            (["a", "b"], false), (["A", "b"], false), (["a"], false), ([], false),
        ] as [([String], Bool)])
    func clash(_ names: [String], _ mayClash: Bool) {
        #expect(NameList(of: Self.entries(names) { _ in .file }).mayClash == mayClash)
        #expect(NameList(of: Self.entries(names) { _ in .folder }).mayClash == mayClash)
    }

    @Test("A tree without two such names in a folder has no clash")
    func everyClash() throws {
        var random = SeededRandom(seed: 2)
        var clashCount = 0
        for _ in 0..<600 {
            let folders = ["a", "A", "b", "É"].filter { _ in Bool.random(using: &random) }
            let lists = ([""] + folders.map { $0 + "/" }).map { folder in
                (folder, Set(Self.names(&random).filter { $0.last != "." }.map { ExactText($0) }))
            }
            // A file and a folder of one name cannot exist.
            guard !folders.contains(where: { lists[0].1.contains(ExactText($0)) }) else { continue }
            var check = ClashCheck()
            var clashes = 0
            for (folder, names) in lists {
                for name in names where check.clash(adding: try PortablePath(folder + name.string)) != nil {
                    clashes += 1
                }
            }
            let mayClash = lists.contains { folder, names in
                let files = Self.entries(names.map(\.string)) { _ in .file }
                return NameList(of: files + (folder.isEmpty ? Self.entries(folders) { _ in .folder } : [])).mayClash
            }
            clashCount += clashes > 0 ? 1 : 0
            #expect(clashes == 0 || mayClash)
        }
        #expect(clashCount > 100)
    }
}
