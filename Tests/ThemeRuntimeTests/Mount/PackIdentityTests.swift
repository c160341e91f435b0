import Foundation
import TestSupport
import Testing
import ThemeModel

@testable import ThemeRuntime

@Suite("Digests of packs, and locations of bytes in their files")
struct PackIdentityTests {
    private let packs: VersionedPacks

    init() throws { packs = try VersionedPacks() }

    private func mount(_ path: String, _ mode: MountMode = .checkedWhenRead) throws -> ThemePack {
        try ThemePack(mounting: path, mode: mode)
    }

    @Test("Packs with the same contents have the same digest, in every mode and at every path")
    func equalDigests() throws {
        let path = try packs.build("year", "1.0.0", number: 1)
        let other = try packs.build("year", "1.0.0", number: 1)
        let digest = try mount(path).digest
        for mode in MountMode.allCases { #expect(try mount(other, mode).digest == digest) }
        #expect(try ThemePack(copying: Data(contentsOf: URL(fileURLWithPath: path)), path: "memory").digest == digest)
    }

    @Test("A change of any part changes the digest")
    func differentDigests() throws {
        let paths = try [
            packs.build("year", "1.0.0", number: 1), packs.build("year", "1.0.1", number: 1),
            packs.build("year", "1.0.0", number: 2), packs.build("moon", "1.0.0", number: 1),
            packs.build("year", "1.0.0", number: 1, prefix: "y_"),
            packs.build("year", "1.0.0", number: 1, extends: "moon"),
        ]
        #expect(try Set(paths.map { try mount($0).digest }).count == paths.count)
    }

    @Test("The digest of a theme changes with every pack of its chain")
    func themeDigest() throws {
        let library = try ThemeLibrary(default: mount(packs.build("default", "1.0.0", number: 1)))
        try library.add(mount(packs.build("year", "1.0.0", number: 1)))
        let year = ThemeID("year")
        let (first, defaults) = (library.theme(year)?.digest, library.defaultTheme.digest)
        try library.replace(mount(packs.build("default", "1.0.0", number: 1)))
        #expect(library.theme(year)?.digest == first && library.defaultTheme.digest == defaults)
        try library.replace(mount(packs.build("default", "1.0.0", number: 2)))
        #expect(library.theme(year)?.digest != first && library.defaultTheme.digest != defaults)
        #expect(library.theme(year)?.digest != library.defaultTheme.digest)
    }

    private func image(_ path: String, _ mode: MountMode = .checkedWhenRead) throws -> ThemeImage {
        try #require(try ThemeLibrary(default: mount(path, mode)).defaultTheme.image("a", scale: .one))
    }

    private func read(_ place: FileLocation) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: place.length)
        try #require(pread(place.descriptor, &bytes, place.length, off_t(place.offset)) == place.length)
        return bytes
    }

    @Test("A location leads to the bytes of the image in the file, also after the file was replaced or deleted")
    func location() throws {
        let path = try packs.put(packs.build("default", "1.0.0", number: 1), as: "default.themepack.zip")
        let image = try image(path)
        let expected = try image.bytes().withUnsafeBytes { Array($0) }
        let place = try #require(try image.location())
        #expect(place.path == path && place.digest == image.digest && place.length == image.byteCount)
        let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(Array(file[place.offset..<place.offset + place.length]) == expected)
        try packs.put(packs.build("default", "1.0.0", number: 2), as: "default.themepack.zip")
        #expect(try read(place) == expected)
        try packs.remove("default.themepack.zip")
        #expect(try read(#require(try image.location())) == expected)
    }

    @Test("A location of a file that was replaced before the first call is an error, and opens nothing")
    func replacedBefore() throws {
        let path = try packs.put(packs.build("default", "1.0.0", number: 1), as: "default.themepack.zip")
        let image = try image(path)
        try packs.put(packs.build("default", "1.0.0", number: 2), as: "default.themepack.zip")
        let replaced = #expect(throws: ThemeError.self) { _ = try image.location() }
        #expect(replaced?.path == path)
        #expect(
            try Sentences.mismatch(replaced?.reason, of: "a pack that was replaced since it was mounted", in: "runtime")
                == nil)
        try packs.remove("default.themepack.zip")
        #expect(throws: ThemeError.unreadable(path: path, reason: "No such file or directory")) {
            _ = try image.location()
        }
        #expect(try image.bytes().count == image.byteCount)
    }

    @Test("Bytes that are not in a mapped file have no location; wrong bytes have none either")
    func noLocation() throws {
        let path = try packs.build("default", "1.0.0", number: 1)
        #expect(try image(path, .resident).location() == nil)
        #expect(try image(path, .trusted).location() != nil)
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let copied = try ThemePack(copying: bytes, path: "memory")
        #expect(try ThemeLibrary(default: copied).defaultTheme.image("a", scale: .one)?.location() == nil)
        let place = try #require(try image(path).location())
        bytes[place.offset + 20] ^= 1
        try packs.write(bytes, as: "wrong.themepack.zip")
        let wrong = try image("\(packs.folder.path)/wrong.themepack.zip")
        #expect(throws: ThemeError.self) { _ = try wrong.location() }
    }

    @Test("Locations share one descriptor for each pack, which is closed with the pack")
    func descriptors() throws {
        let path = try packs.build("default", "1.0.0", number: 1)
        var descriptor: Int32 = -1
        do {
            let image = try image(path)
            let place = try #require(try image.location())
            descriptor = place.descriptor
            #expect(try image.location()?.descriptor == descriptor)
            #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        }
        var status = stat()
        let other = stat(path, &status) == 0 ? (status.st_dev, status.st_ino) : (0, 0)
        // Another test can have opened another file under the same number.
        #expect(fstat(descriptor, &status) != 0 || (status.st_dev, status.st_ino) != other)
    }

    @Test("A misspelled image name gets a suggestion from the whole chain")
    func suggestion() throws {
        let sample = try TestProject()
        try sample.image("assets/common/buttonImage.png")
        try sample.theme("default")
        let library = try ThemeLibrary(default: mount(#require(try sample.build()["default"])))
        try library.add(mount(packs.build("year", "1.0.0", number: 1)))
        let theme = try #require(library.theme("year"))
        for (name, near) in [
            ("comon/buttonImage", "common/buttonImage"), ("b", "a"), ("nothing/like/it", nil),
            ("assets/common/buttonImage@2x.png", "common/buttonImage"), ("common/buttonImage@3x", "common/buttonImage"),
            ("buttonImage", "common/buttonImage"), ("common/buttonImage.PNG", "common/buttonImage"),
        ] {
            #expect(theme.suggestion(forImageNamed: name) == near)
        }
    }
}
