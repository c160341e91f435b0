import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemePackager

@Suite("Near misses")
struct NearMissTests {
    struct Name: Sendable, CustomTestStringConvertible {
        let written: String
        /// The name that is proposed, and whether `--fix` gives it.
        let meant: String
        var isRenamed = true
        var testDescription: String { written }
    }

    /// Names of a themed image at @2x without its prefix.
    static let names: [Name] =
        [
            Name(written: "button@2X.png", meant: "button@2x.png"),
            Name(written: "button@x2.png", meant: "button@2x.png"),
            Name(written: "button_2x.png", meant: "button@2x.png"),
            Name(written: "button-2X.png", meant: "button@2x.png"),
            Name(written: "button@2.png", meant: "button@2x.png"),
            Name(written: "button@1.5x.png", meant: "button@2x.png", isRenamed: false),
            Name(written: "button@2x@2.png", meant: "button@2x.png"),
            Name(written: "button@3x@2.png", meant: "button@2x.png", isRenamed: false),
            Name(written: "button@10x.png", meant: "button.png", isRenamed: false),
            Name(written: "button~ipad.png", meant: "button.png", isRenamed: false),
            Name(written: "button@2x~iphone.png", meant: "button@2x.png", isRenamed: false),
            Name(written: "button@2x (1).png", meant: "button@2x.png"),
            Name(written: "button(12).png", meant: "button.png"),
            Name(written: "button (1)@2x.png", meant: "button@2x.png"),
            Name(written: "button@2x copy.png", meant: "button@2x.png"),
            Name(written: "button@ 2x.png", meant: "button@2x.png"),
            Name(written: "button@2 x.png", meant: "button@2x.png"),
            Name(written: "button@2x copy 2.png", meant: "button@2x.png"),
            Name(written: "button@2x 2.png", meant: "button@2x.png"),
            Name(written: "button - Copy.png", meant: "button.png"),
            Name(written: "button@2x.png.png", meant: "button@2x.png"),
            Name(written: "button@2x.ios.png", meant: "button@2x.png", isRenamed: false),
            Name(written: "button@2x-fs8.png", meant: "button@2x.png", isRenamed: false),
            Name(written: "button_2x copy.png", meant: "button@2x.png"),
            Name(written: "button@2@2x.png", meant: "button@2x.png"),
            Name(written: "button@2x\u{202F}.png", meant: "button@2x.png"),
            Name(written: "but\u{AD}ton@2x.png", meant: "button@2x.png"),
            Name(written: "button@2xx.png", meant: "button@2x.png"),
        ] + twins.map { Name(written: $0, meant: "button@2x.png") }
        + copies.map { Name(written: $0, meant: "button.png") }

    /// Names with letters and signs of other alphabets: a times sign, full width, Cyrillic, Greek.
    static let twins = [
        "button@2\u{D7}.png", "button\u{FF20}\u{FF12}x.png", "button@2\u{445}.png", "butt\u{43E}n@2x.png",
        "butt\u{3BF}n@2x.png",
    ]

    /// Names of copies by desktops, browsers and programs that synchronize folders.
    static let copies = [
        "button (copy).png", "button (another copy).png", "button (3rd copy).png", "button (Kopie).png",
        "button (копия).png", "button - Kopie.png", "button - Kopie (2).png", "button - Copy (2).png",
        "button – Kopie.png", "Copy of button.png", "Kopie von button.png", "button copie 2.png", "button のコピー.png",
        "buttonのコピー.png", "button - 副本.png", "button的副本.png", "button 복사본.png",
        "button (Ann's conflicted copy 2026-01-02).png", "button (conflicted copy 2026-01-02 101112).png",
        "button.sync-conflict-20260102-101112-ABCDEFG.png", "button_conflict-20260102-101112.png",
        "button.Conflict.png", "button[Conflict].png", "button (SFConflict ann@example.org 2026-01-02).png",
        "button_LOCAL_1234.png", "button.orig.png", "button.bak.png", "button.BAK.png", "button.backup.png",
        "button.old.png", "button-conflict-1.png", "button_base_1.png", "button_backup_1.png", "button_remote_1.png",
    ]

    private func check(_ finding: Finding?, _ name: String) throws {
        #expect(try Sentences.mismatch(finding?.sentence ?? "", of: name, in: "near-misses") == nil)
    }

    @Test("RR4 The finding about a themed image with a misspelled name has the right name", arguments: names)
    func themed(_ name: Name) throws {
        let path = "themes/year/common/year_\(name.written)"
        let findings = try ProjectFiles.sound.with {
            $0.files["themes/year/common/year_\(name.meant)"] = nil
            $0.files[path] = PNGFile(88, 44).bytes
        }.verify(.folders(["year"])).filter { $0.severity == .error }
        #expect(findings.map(\.rule) == [.imageDefaultMissing], "\(findings.map(\.line))")
        let finding = try #require(findings.first)
        try check(finding, "\(name.written), themed")
        let target = "themes/year/common/year_\(name.meant)"
        #expect(finding.remedy == (name.isRenamed ? .rename(to: target) : nil))
    }

    @Test("The expected name of a misspelled image is the right one, not a default with the misspelled name")
    func expectedName() throws {
        let finding = try #require(
            try ProjectFiles.sound.with {
                $0.files["themes/year/common/year_buttno@2x.png"] =
                    $0.files.removeValue(forKey: "themes/year/common/year_button@2x.png")
            }.verify(.folders(["year"])).first { $0.rule == .imageDefaultMissing })
        #expect((finding.expected, finding.actual) == ("year_button@2x.png", "year_buttno@2x.png"))
        try check(finding, "another name than the default's")
    }

    @Test("A name in another Unicode form than the default's is shown by its code points")
    func unicodeForm() throws {
        let finding = try #require(
            try ProjectFiles.sound.with {
                $0.files["assets/common/e\u{301}.png"] = PNGFile(1, 1).bytes
                $0.files["themes/year/common/year_\u{E9}.png"] = PNGFile(1, 1, shade: 9).bytes
            }.verify().first { $0.rule == .imageDefaultMissing })
        try check(finding, "another Unicode form than the default's")
    }

    @Test(
        "An image with the name of another image of its theme and a short suffix may be a copy",
        arguments: ["button_2", "button-1", "button.v2"])
    func copy(_ name: String) throws {
        let finding = try #require(
            try ProjectFiles.sound.with {
                $0.files["themes/year/common/year_\(name)@2x.png"] = PNGFile(88, 44, shade: 9).bytes
            }.verify().first { $0.rule == .imageDefaultMissing })
        #expect(finding.hint?.hasPrefix("is it a copy of 'year_button@2x.png'? remove one of the two, ") == true)
    }

    @Test("The hint on a theme's image among the defaults has the near name, and that the prefix can be wrong")
    func besideDefaults() throws {
        let finding = try #require(
            try ProjectFiles.sound.with { $0.files["assets/common/year_buttno@2x.png"] = PNGFile(88, 44).bytes }
                .verify().first { $0.rule == .imageDefaultMissing })
        try check(finding, "another name than the default's, among the defaults")
    }

    @Test(
        "A misspelled scale after a prefix that is missing, misspelled or unknown: the finding has the right name",
        arguments: ["button@2.png", "yaer_button_2x.png", "xmas_button@x2.png"])
    func prefixAndScale(_ name: String) throws {
        let findings = try ProjectFiles.sound.with {
            $0.files["themes/year/common/\(name)"] = $0.files.removeValue(forKey: BadInput.imagePath)
        }.verify().filter { $0.severity == .error }
        #expect(findings.map(\.rule) == [.namePrefix] && findings.first?.expected == "year_button@2x.png")
        #expect((findings.first?.remedy != nil) == !name.hasPrefix("xmas_"))
        try check(findings.first, "\(name), in a theme with a prefix")
    }

    @Test(
        "A file that is not the image itself is not renamed, also if its prefix is misspelled",
        arguments: ["yaer_button@1.5x.png", "yaer_button@2x~ipad.png", ".year_button@2x.png", ".yaer_button@2x.png"])
    func notRenamed(_ name: String) throws {
        let findings = try ProjectFiles.sound.with {
            let image = "themes/year/common/year_button@2x.png"
            $0.files["themes/year/common/\(name)"] = $0.files.removeValue(forKey: image)
        }.verify().filter { $0.severity == .error }
        #expect(findings.map(\.rule) == [.namePrefix] && findings.first?.expected == "year_button@2x.png")
        #expect(findings.first?.remedy == nil)
        try check(findings.first, "\(name), in a theme with a prefix")
    }

    @Test(
        "If the right name is taken, the hint says so",
        arguments: [
            ("assets/common/button", "button@2x.png"), ("themes/year/common/year_button", "year_button@2x.png"),
        ])
    func taken(_ path: String, _ name: String) throws {
        let findings = try ProjectFiles.sound.with { $0.files["\(path)@x2.png"] = PNGFile(88, 44, shade: 9).bytes }
            .verify().filter { $0.path == "\(path)@x2.png" && $0.remedy != nil }
        #expect(findings.count == 1)
        try check(findings.first, "a misspelled name beside '\(name)'")
    }

    @Test("A default with a misspelled name is a warning, because it would be a default of its own", arguments: names)
    func defaults(_ name: Name) throws {
        let path = "assets/common/\(name.written)"
        let findings = try ProjectFiles.sound.with {
            $0.files["assets/common/\(name.meant)"] = nil
            $0.files[path] = PNGFile(88, 44).bytes
        }.verify()
        let found = findings.filter { $0.path == path && $0.rule != .imageScale }
        #expect(found.map(\.rule) == [.nameNearMiss], "\(findings.map(\.line))")
        try check(found.first, "\(name.written), default")
        #expect(found.first?.severity == .warning)
        #expect(found.first?.remedy == (name.isRenamed ? .rename(to: "assets/common/\(name.meant)") : nil))
    }

    @Test(
        "A hidden image is a warning, and those of a hidden folder are one",
        arguments: ["common/.button", "common/.old", ".trash/b", "common/.old/.a/b", ".\u{301}old/b"])
    func hidden(_ name: String) throws {
        let findings = try ProjectFiles.sound.with { project in
            project.files["assets/\(name).png"] = PNGFile(4, 4).bytes
            if !name.contains("common/.") { project.files["assets/\(name)2.png"] = PNGFile(4, 4, shade: 9).bytes }
        }.verify()
        #expect(findings.map(\.rule) == [.nameNearMiss] && findings.first?.path == "assets/\(name).png")
        #expect(findings.first?.remedy == nil)
        try check(findings.first, name)
    }

    @Test(
        "A themed image is found whose dot has a combining mark",
        arguments: ["common/year_.\u{301}button", "common/.\u{301}old/year_button"])
    func hiddenThemed(_ name: String) throws {
        let path = "themes/year/\(name).png"
        let findings = try ProjectFiles.sound.with { $0.files[path] = PNGFile(4, 4).bytes }.verify()
        #expect(findings.map(\.path) == [path])
        try check(findings.first, name)
    }

    @Test("Looking for mistakes ends for every name", .timeLimit(.minutes(5)), arguments: [false, true])
    func ends(_ isKnown: Bool) {
        let parts = [
            ".", "/", "@", "2", "x", "X", " ", "(", ")", "[", "~", "_", "-", "a", "png", "copy", "ipad", "xhdpi",
            "\u{301}", "\u{200B}", "\u{A0}", "\u{D7}", "\u{430}", "\u{2010}",
        ]
        var random = SeededRandom(seed: 7)
        for _ in 0..<1000 {
            let count = Int.random(in: 1...9, using: &random)
            let name = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            // A rest that is longer than the name ends the search only if it is known.
            let found = MisspelledName(name, .one) { isKnown && $0.utf8.count > name.utf8.count }
            #expect(found.map { $0.name.utf8.elementsEqual(name.utf8) } != true, "\(name.debugDescription)")
        }
    }

    @Test(
        "Other names are left alone",
        arguments: [
            "icon_2x", "icon-3x", "icon (1)", "icon copy", "icon copy 3", "button 2", "user@home", "mail@inf", "page_2",
            "box-x", "x", "@2x3",
            "map.2x", "Copy of icon", "icon.old", "icon (Kopie)", "buttonConflict", "photo_base_2", "map_local_1",
            "n\u{200D}m", "\u{421}\u{421}\u{421}\u{420}@2x", "10\u{D7}10", "2x/icon", "drawable-xhdpi/icon",
            "home_year", "button_\u{301}year", "vitamin-x2", "buttonx2", "a@", "photocopy",
            "v1.5x",
        ])
    func unusual(_ name: String) throws {
        let findings = try ProjectFiles.sound.with { $0.files["assets/common/\(name).png"] = PNGFile(4, 4).bytes }
            .verify()
        #expect(findings.map(\.line) == [])
    }

    @Test(
        "A folder that is named like a scale is one finding",
        arguments: [
            ("", "2.0x"), ("", "2x"), ("", "@2x"), ("drawable", "drawable-xhdpi"), ("drawable-mdpi", "drawable-xhdpi"),
            ("1x", "2x"), ("icons", "icons@2x"), ("Icons", "Icons@2X"), ("drawable", "drawable-XHDPI"),
        ])
    func scaleFolders(_ base: String, _ folder: String) throws {
        let findings = try ProjectFiles.sound.with { project in
            for name in ["a", "b"] {
                project.files["assets/img/\(base.isEmpty ? "" : base + "/")\(name).png"] = PNGFile(4, 4).bytes
                project.files["assets/img/\(folder)/\(name).png"] = PNGFile(8, 8).bytes
            }
        }.verify()
        #expect(findings.map(\.rule) == [.nameNearMiss] && findings.first?.path == "assets/img/\(folder)/a.png")
        try check(findings.first, "'\(folder)' beside '\(base)'")
    }

    @Test(
        "A theme's prefix or id at the end of a name is reported with the right name",
        arguments: ["themes/year/common/", "assets/common/"],
        ["button_year", "button-year", "button@2x_year", "button_Year@2x"])
    func suffix(_ root: String, _ name: String) throws {
        let path = "\(root)\(name).png"
        let scale = name.contains("@2x") ? 2 : 1
        let meant = "year_button\(scale == 1 ? "" : "@2x").png"
        let findings = try ProjectFiles.sound.with {
            $0.files["themes/year/common/\(meant)"] = nil
            $0.files[path] = PNGFile(44 * scale, 22 * scale, shade: 9).bytes
        }.verify().filter { $0.path == path }
        #expect(findings.map(\.rule) == [root.hasPrefix("a") ? .nameNearMiss : .namePrefix])
        #expect(findings.first?.expected == meant)
        try check(findings.first, path)
    }

    @Test(
        "Files that desktops, disks and editors add stop no pack",
        arguments: [
            ".directory", "Icon\r", ".localized", "@eaDir/x.png", ".AppleDouble/x.png", "Thumbs.db", "thumbs.db",
            "desktop.ini", ".button.png.swp", "button.png~", ".idea/x.xml", ".nfs0001", "$RECYCLE.BIN/x", "._a.png",
            "CVS/Entries", ".svn/x",
        ])
    func desktops(_ name: String) throws {
        let project = ProjectFiles.sound.with {
            $0.files["assets/common/\(name)"] = [1]
            $0.files["themes/year/common/\(name)"] = [1]
            $0["themes/year/theme.json"] =
                #"{"id": "year", "version": "1.2.0", "imageNamePrefix": "year_", "resources": ["**"]}"#
        }
        #expect(try project.verify().filter { $0.rule != .exemptionUnused }.map(\.line) == [])
    }

    @Test(
        "Files that a pattern with wildcards should not pack are reported",
        arguments: [".env", ".npmrc", "key.pem", "a.psd", "a.crdownload", "#a#"])
    func secrets(_ name: String) throws {
        func findings(_ pattern: String) throws -> [Finding] {
            try ProjectFiles.sound.with {
                $0["themes/year/\(name)"] = "x"
                $0["themes/year/theme.json"] =
                    "{\"id\": \"year\", \"version\": \"1.2.0\", \"imageNamePrefix\": \"year_\", "
                    + "\"resources\": [\"\(pattern)\"]}"
            }.verify()
        }
        let found = try findings("**")
        #expect(found.map(\.rule) == [.resourceContent])
        try check(found.first, name)
        #expect(try findings(name).isEmpty)
    }

    @Test(
        "A file with settings that is not read is named as such",
        arguments: ["config.yaml", "config.jsonc", "config.plist", "colors.json"])
    func settings(_ name: String) throws {
        for hasConfig in [true, false] where hasConfig || name != "config.plist" {
            let findings = try ProjectFiles.sound.with {
                $0["themes/year/\(name)"] = "{}"
                guard !hasConfig else { return }
                $0["themes/year/config.json"] = nil
                $0["themes/year/theme.json"] = #"{"id": "year", "version": "1.2.0", "imageNamePrefix": "year_"}"#
            }.verify()
            #expect(findings.map(\.rule) == [.imageFormat])
            try check(findings.first, "\(name), \(hasConfig ? "beside" : "without") settings")
        }
    }

    @Test("A prefix that no theme has is reported if each of its images has the size of a default without it")
    func unknownPrefix() throws {
        func findings(_ names: [String], size: Int = 44) throws -> [Finding] {
            try ProjectFiles.sound.with { project in
                project.files["assets/common/badge.png"] = PNGFile(44, 22).bytes
                for name in names { project.files["assets/common/\(name).png"] = PNGFile(size, 22).bytes }
            }.verify()
        }
        let one = try findings(["xmas_button"])
        #expect(one.map(\.rule) == [.nameNearMiss] && one.first?.path == "assets/common/xmas_button.png")
        try check(one.first, "an unknown prefix of one default")
        let two = try findings(["yaer_button", "yaer_badge"])
        #expect(two.map(\.path) == ["assets/common/yaer_badge.png"])
        try check(two.first, "an unknown prefix of two defaults, near a known one")
        // Another size, or an image without a default: the names only begin alike.
        #expect(try findings(["big_button"], size: 88).isEmpty)
        #expect(try findings(["big_button", "big_window"]).isEmpty)
    }

    @Test("In a theme's folder, a prefix that no theme has and the prefix of another theme are different mistakes")
    func foreignPrefix() throws {
        func finding(_ path: String, _ change: (inout ProjectFiles) -> Void = { _ in }) throws -> Finding {
            let findings = try ProjectFiles.sound.with {
                $0.files[path] = PNGFile(44, 22, shade: 7).bytes
                $0["themes/plain/theme.json"] = #"{"id": "plain", "version": "1.0.0"}"#
                change(&$0)
            }.verify().filter { $0.path == path && $0.severity == .error }
            return try #require(findings.count == 1 ? findings.first : nil, "\(findings.map(\.line))")
        }
        let plain = try finding("themes/plain/common/xmas_button.png")
        #expect(plain.rule == .imageDefaultMissing)
        try check(plain, "an unknown prefix in a theme without one")
        let year = try finding("themes/year/common/xmas_button@2x.png")
        #expect(year.rule == .namePrefix && year.remedy == nil)
        try check(year, "an unknown prefix in a theme with another")
        let other = try finding("themes/year/common/xmas_button.png") {
            $0["themes/xmas/theme.json"] = #"{"id": "xmas", "version": "1.0.0", "imageNamePrefix": "xmas_"}"#
        }
        try check(other, "the prefix of another theme")
        for (path, prefix) in [("plain/common/xmas_button", "xmas_"), ("year/common/year_end_button", "year_end_")] {
            let owned = try finding("themes/\(path).png") {
                $0["themes/end/theme.json"] = #"{"id": "end", "version": "1.0.0", "imageNamePrefix": "\#(prefix)"}"#
            }
            #expect(owned.rule == .imageDefaultMissing)
            try check(owned, "the prefix '\(prefix)' of another theme, without a default")
        }
        let near = try finding("themes/year/common/yaer_button.png") { $0.files[BadInput.imagePath] = nil }
        #expect(near.remedy == .rename(to: BadInput.imagePath))
        try check(near, "nearly the theme's prefix")
    }

    @Test(
        "RR4 A file that is no PNG is named for what it is",
        arguments: [
            ("a Git LFS pointer", Array("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n".utf8)),
            ("HTML", Array("<!DOCTYPE html><html></html>".utf8)),
            ("a pointer of an early Git LFS", Array("version https://hawser.github.com/spec/v1\n".utf8)),
            ("a git-annex pointer", Array("/annex/objects/SHA256E-s9--00.png\n".utf8)),
            ("the text of a link", Array("year_button@2x.png".utf8)),
            ("the text of a link to another folder", Array("../../shared/button\n".utf8)),
            ("a link of Cygwin", Array("!<symlink>".utf8) + [0xFF, 0xFE, 0x78, 0, 0, 0]),
            ("a shortcut of Windows", [0x4C, 0, 0, 0, 1, 0x14, 2, 0, 0, 0, 0, 0, 0xC0]),
            ("an alias of the Finder", Array("book\0\0\0\0mark\0\0\0\08".utf8)),
            ("HTML after a byte order mark", Array("\u{FEFF}\n <HTML lang='en'>".utf8)),
            ("line ends of Unix", PNGFile(1, 1).bytes.filter { $0 != 13 }),
            ("line ends of DOS", Array(PNGFile(1, 1).bytes.map { $0 == 10 ? [13, 10] : [$0] }.joined())),
            ("converted to UTF-8", [0xC2] + PNGFile(1, 1).bytes),
            ("invalid UTF-8 replaced", [0xEF, 0xBF, 0xBD] + PNGFile(1, 1).bytes.dropFirst()),
            ("cut to seven bits", [0x09] + PNGFile(1, 1).bytes.dropFirst()),
        ] as [(String, [UInt8])])
    func kinds(_ name: String, _ bytes: [UInt8]) throws {
        let findings = try ProjectFiles.sound.with { $0.files[BadInput.imagePath] = bytes }.verify()
        #expect(findings.map(\.rule) == [.imageFormat], "\(findings.map(\.line))")
        try check(findings.first, name)
    }

    @Test("The folder that macOS adds to an archive is one finding, and can be ignored")
    func archiveFolder() throws {
        let project = ProjectFiles.sound.with {
            $0.files["assets/__MACOSX/common/button.png"] = [1]
            $0.files["assets/__MACOSX/more.txt"] = [1]
        }
        let findings = try project.verify()
        #expect(findings.map(\.path) == ["assets/__MACOSX"] && findings.first?.rule == .fileKind, "\(findings)")
        try check(findings.first, "the folder of an archive of macOS")
        let ignored = project.with { $0["themepack.json"] = #"{"ignore": ["**/__MACOSX"]}"# }
        #expect(try ignored.verify().isEmpty)
    }

    @Test("A placeholder of iCloud is recognized by the name of its file")
    func placeholder() throws {
        let path = "themes/year/common/.year_button.png.icloud"
        let findings = try ProjectFiles.sound.with {
            $0.files[BadInput.imagePath] = nil
            $0.files[path] = Array("bplist00".utf8)
        }.verify().filter { $0.severity == .error }
        #expect(findings.map(\.path) == [path] && findings.map(\.rule) == [.fileKind], "\(findings.map(\.line))")
        try check(findings.first, "a placeholder of iCloud")
    }

    @Test("The hint on a missing theme.json is the contents of a sound one", arguments: ["default", "year"])
    func missingManifest(theme: String) throws {
        let path = "themes/\(theme)/theme.json"
        let project = ProjectFiles.sound.with { $0[path] = nil }
        let finding = try #require(try project.verify().first { $0.path == path })
        let hint = try #require(finding.hint)
        #expect(hint.hasPrefix("create it: "))
        #expect(try project.with { $0[path] = String(hint.dropFirst(11)) }.verify().map(\.line) == [])
    }

    @Test("A theme that lies one folder too deep is found there")
    func tooDeep() throws {
        let findings = try ProjectFiles.sound.with { project in
            for (path, bytes) in project.files where path.hasPrefix("themes/year/") {
                project.files["themes/unpacked/" + path.dropFirst(7)] = bytes
                project.files[path] = nil
            }
        }.verify()
        #expect(findings.map(\.path) == ["themes/unpacked/theme.json"], "\(findings.map(\.line))")
        try check(findings.first, "a theme one folder too deep")
    }
}
