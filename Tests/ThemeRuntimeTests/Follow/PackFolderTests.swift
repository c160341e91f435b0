import Foundation
import TestSupport
import Testing
import ThemeModel

@testable import ThemeRuntime

@Suite("A folder of packs")
struct PackFolderTests {
    private let packs: VersionedPacks
    private let library = ThemeLibrary()
    private let (year, moon): (ThemeID, ThemeID)

    init() throws {
        packs = try VersionedPacks()
        (year, moon) = (ThemeID("year"), ThemeID("moon"))
    }

    private func sync() -> PackFolderReport { library.sync(folder: packs.folder) }

    @Test("The highest version of each theme is mounted, and vanished themes are dropped")
    func versions() throws {
        try packs.put(packs.build("default", "1.0.0", number: 7))
        for version in ["1.9.0", "1.10.0-beta.1"] { try packs.put(packs.build("year", version, number: 1)) }
        try packs.write(Array("notes".utf8), as: "README.md")
        try packs.write(Array("unfinished".utf8), as: ".year.themepack.zip")
        #expect(sync().changes.map(\.description) == ["default 0.0.0-0 -> 1.0.0", "year 1.10.0-beta.1 added"])
        #expect(try library.listing() == ["default 1.0.0 7", "year 1.10.0-beta.1 1"])
        #expect(sync().isEmpty)
        try packs.put(packs.build("year", "1.10.0", number: 2))
        try packs.put(packs.build("moon", "3.0.0", number: 3))
        #expect(sync().description == "moon 3.0.0 added\nyear 1.10.0-beta.1 -> 1.10.0")
        try packs.remove("year-1.10.0.themepack.zip")
        try packs.remove("moon-3.0.0.themepack.zip")
        #expect(sync().description == "moon 3.0.0 removed\nyear 1.10.0 -> 1.10.0-beta.1")
        #expect(try library.listing() == ["default 1.0.0 7", "year 1.10.0-beta.1 1"])
    }

    @Test(
        "A default theme of any version is mounted in an empty library", arguments: ["0.0.0-dev", "0.0.0-0", "0.0.0"])
    func lowestVersions(_ version: String) throws {
        try packs.put(packs.build("default", version, number: 7))
        #expect(try ThemeLibrary(folder: packs.folder).listing() == ["default \(version) 7"])
    }

    @Test("Packs in memory are not those of the current folder")
    func memory() throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: packs.build("year", "1.0.0", number: 1)))
        try library.add(ThemePack(copying: bytes, path: "year"))
        #expect(library.sync(folder: PackFolder(".")).isEmpty)
        #expect(library.ids == [.default, year])
    }

    @Test("Every mode mounts the same themes", arguments: MountMode.allCases)
    func modes(_ mode: MountMode) throws {
        let packs = try VersionedPacks(mode: mode)
        for version in ["1.0.0", "2.0.0"] { try packs.put(packs.build("year", version, number: 5)) }
        #expect(library.sync(folder: packs.folder).description == "year 2.0.0 added")
        #expect(library.theme(year)?.pack.mode == mode)
        #expect(try library.listing() == ["default 0.0.0-0 0", "year 2.0.0 5"])
        #expect(library.sync(folder: packs.folder).isEmpty)
    }

    @Test("A pack that was built again under the same version replaces the mounted one")
    func rebuilt() throws {
        try packs.put(packs.build("year", "1.0.0", number: 1))
        _ = sync()
        try packs.put(packs.build("year", "1.0.0", number: 2))
        #expect(
            sync().changes == [
                .replaced(year, from: .init(major: 1, minor: 0, patch: 0), to: .init(major: 1, minor: 0, patch: 0))
            ])
        #expect(try library.listing().last == "year 1.0.0 2")
    }

    /// Files that are no whole packs.
    private static let damage: [(name: String, spoil: @Sendable ([UInt8]) -> [UInt8])] = [
        ("empty", { _ in [] }),
        ("other bytes", { _ in Array("no pack".utf8) }),
        ("first half", { Array($0.prefix($0.count / 2)) }),
        (
            "second half not yet written",
            { $0.prefix($0.count / 2) + [UInt8](repeating: 0, count: $0.count - $0.count / 2) }
        ),
        (
            "one flipped bit in an image",
            { bytes in
                var bytes = bytes
                let png = bytes.indices.last { bytes[$0...].starts(with: Array("IDAT".utf8)) } ?? 0
                bytes[png + 6] ^= 1
                return bytes
            }
        ),
    ]

    @Test("A damaged or half-written pack is reported, and the old one stays", arguments: damage.map(\.name))
    func damaged(_ name: String) throws {
        let row = try #require(Self.damage.first { $0.name == name })
        let old = "year-1.0.0.themepack.zip"
        let new = "year-1.1.0.themepack.zip"
        try packs.put(packs.build("year", "0.9.0", number: 9))
        try packs.put(packs.build("year", "1.0.0", number: 1))
        _ = sync()
        let sound = try packs.build("year", "1.1.0", number: 2)
        try packs.write(row.spoil([UInt8](Data(contentsOf: URL(fileURLWithPath: sound)))), as: new)
        for step in ["beside the old one", "the old one's file is gone", "under the old one's name"] {
            if step.hasSuffix("gone") { try packs.remove(old) }
            if step.hasPrefix("under") {
                try #require(rename("\(packs.folder.path)/\(new)", "\(packs.folder.path)/\(old)") == 0)
            }
            let report = sync()
            #expect(report.changes.isEmpty && report.problems.count == 1, "\(step): \(report)")
            guard case .rejected(let path, let reason) = report.problems.first else {
                Issue.record("\(report)")
                return
            }
            #expect(path.hasSuffix(step.hasPrefix("under") ? old : new))
            #expect(try Sentences.mismatch(reason.reason, of: "a pack in a folder: \(name)", in: "runtime") == nil)
            #expect(report.description.hasPrefix(path) && report.problems.first?.hint != nil)
            #expect(try library.listing().last == "year 1.0.0 1", "\(step)")
        }
        // The rest arrives.
        try packs.put(sound)
        try packs.remove(old)
        #expect(sync().description == "year 1.0.0 -> 1.1.0")
        #expect(try library.listing().last == "year 1.1.0 2")
    }

    @Test("Packs that would close a cycle of themes are rejected; the others are mounted")
    func cycle() throws {
        try packs.put(packs.build("year", "1.0.0", number: 1))
        try packs.put(packs.build("moon", "1.0.0", number: 1, extends: "year"))
        _ = sync()
        try packs.put(packs.build("year", "2.0.0", number: 2, extends: "moon"))
        try packs.put(packs.build("other", "1.0.0", number: 3))
        let report = sync()
        #expect(report.changes.map(\.description) == ["other 1.0.0 added"])
        #expect(report.problems.map(\.path) == ["\(packs.folder.path)/year-2.0.0.themepack.zip"])
        #expect(report.problems.first?.reason.hasSuffix("in a cycle: moon -> year -> moon") == true)
        #expect(try library.listing() == ["default 0.0.0-0 0", "moon 1.0.0 1", "other 1.0.0 3", "year 1.0.0 1"])
    }

    @Test("Equal prefixes and different packs of one version are reported; equal packs are not")
    func ambiguous() throws {
        try packs.put(packs.build("year", "1.0.0", number: 1, prefix: "p_"))
        try packs.put(packs.build("year", "1.0.0", number: 1, prefix: "p_"), as: "copy.themepack.zip")
        try packs.put(packs.build("moon", "1.0.0", number: 1, prefix: "m_"))
        #expect(sync().problems.isEmpty)
        try packs.put(packs.build("year", "1.0.0", number: 2, prefix: "p_"), as: "z.themepack.zip")
        try packs.put(packs.build("moon", "1.1.0", number: 2, prefix: "p_"))
        let report = sync()
        let paths = [try #require(library.theme(year)?.pack.path), "\(packs.folder.path)/z.themepack.zip"]
        #expect(
            report.problems == [
                .sameVersion(year, .init(major: 1, minor: 0, patch: 0), paths: paths),
                .samePrefix(try ImagePrefix("p_"), [moon, year]),
            ])
        #expect(try library.listing().last == "year 1.0.0 1")
        #expect(report.problems.allSatisfy { $0.hint != nil })
    }

    @Test("A folder that never stays as it is, is reported; one that does at last is not", arguments: [1, 3, 10, 11])
    func neverQuiet(_ quietAfter: Int) throws {
        try packs.put(packs.build("year", "1.0.0", number: 0))
        var attempts = 0
        let report = library.sync(folder: packs.folder) { scan in
            attempts += 1
            #expect(throws: Never.self) {
                #expect(try scan.isCurrent())
                try packs.put(packs.build("year", "1.\(attempts).0", number: attempts))
                #expect(try !scan.isCurrent())
            }
            return attempts == quietAfter
        }
        let problem = PackFolderProblem.changedMeanwhile(path: packs.folder.path, attempts: 10)
        #expect(report.problems == (quietAfter > 10 ? [problem] : []))
        #expect(attempts == min(quietAfter, 10))
        // All swaps are reported, in their order.
        #expect(report.changes.map(\.description).first == "year 1.0.0 added")
        #expect(report.changes.count == attempts)
        #expect(try library.listing().last == "year 1.\(attempts - 1).0 \(attempts - 1)")
        #expect(problem.description.hasPrefix("\(packs.folder.path): ") && problem.description.contains("10"))
        #expect(problem.hint != nil && problem.mayPassWithoutChange)
        #expect(try Sentences.mismatch(problem.reason, of: "a folder that never stays as it is", in: "runtime") == nil)
        #expect(sync().problems.isEmpty)
    }

    #if os(Linux)
        @Test("Files whose names are two Unicode forms of a word are two packs")
        func forms() throws {
            try packs.put(packs.build("year", "1.0.0", number: 1), as: "\u{E9}.themepack.zip")
            try packs.put(packs.build("moon", "1.0.0", number: 2), as: "e\u{301}.themepack.zip")
            #expect(sync().changes.count == 2)
            #expect(sync().isEmpty)
            try packs.remove("\u{E9}.themepack.zip")
            #expect(sync().description == "year 1.0.0 removed")
        }
    #endif

    @Test("Themes from elsewhere stay; the default theme stays; an unreadable folder changes nothing")
    func stays() throws {
        let default1 = try packs.build("default", "1.0.0", number: 1)
        let library = try ThemeLibrary(default: ThemePack(mounting: default1))
        try library.add(ThemePack(mounting: packs.build("moon", "2.0.0", number: 2)))
        try packs.put(packs.build("moon", "1.0.0", number: 1))
        #expect(library.sync(folder: packs.folder).isEmpty)
        try packs.put(packs.build("moon", "2.0.1", number: 3))
        try packs.put(packs.build("default", "1.1.0", number: 4))
        #expect(library.sync(folder: packs.folder).changes.count == 2)
        for name in ["default-1.1.0", "moon-1.0.0", "moon-2.0.1"] { try packs.remove("\(name).themepack.zip") }
        let path = "\(packs.folder.path)/default-1.1.0.themepack.zip"
        #expect(
            library.sync(folder: packs.folder)
                == PackFolderReport(
                    [.removed(moon, .init(major: 2, minor: 0, patch: 1))], [.defaultVanished(path: path)]))
        #expect(try library.listing() == ["default 1.1.0 4"])
        let nowhere = PackFolder("\(packs.folder.path)/nowhere///")
        let reason = ThemeError.unreadable(path: "\(packs.folder.path)/nowhere", reason: "No such file or directory")
        #expect(library.sync(folder: nowhere).problems == [.unreadable(reason)])
        #expect(try library.listing() == ["default 1.1.0 4"])
    }
}

extension PackFolderReport {
    fileprivate init(_ changes: [Change], _ problems: [PackFolderProblem]) {
        self.init(problems: problems)
        self.changes = changes
    }
}
