import Foundation
import TestSupport
import Testing
import ThemeModel

struct DeltaCommandTests: ToolTests, SentenceTests {
    static let sentences = "commands-packs"
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        for (name, shade) in [("old", UInt8(1)), ("new", 2)] {
            var pack = try ForgedPack()
            for number in 0..<20 {
                let png = PNGFile(8, 8, shade: number == 3 ? shade : UInt8(100 + number)).bytes
                try pack.add(image: "common/image-\(number + 10)", png, size: PixelSize(width: 8, height: 8))
            }
            try sandbox.write("\(name).zip", try pack.bytes())
        }
    }

    @Test("TR9 delta and patch lead from one pack to another")
    func patches() throws {
        let made = try themepack("delta", "old.zip", "new.zip", "-o", "d")
        #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
        let count = try sandbox.read("d").count
        #expect(made.output.hasPrefix("d: \(count) bytes, "), "\(made.output)")
        #expect(count < 700)
        let patched = try themepack("patch", "old.zip", "d", "-o", "result.zip")
        #expect(patched.status == 0 && patched.output.hasPrefix("result.zip: "), "\(patched)")
        #expect(try sandbox.read("result.zip") == sandbox.read("new.zip"))
        // A file that exists is replaced.
        try sandbox.write("result.zip", "x")
        #expect(try themepack("patch", "old.zip", "d", "-o", "result.zip").status == 0)
        #expect(try sandbox.read("result.zip") == sandbox.read("new.zip"))
    }

    @Test("A delta that does not apply leaves no file and no other one")
    func unusableDelta() throws {
        #expect(try themepack("delta", "old.zip", "new.zip", "-o", "d").status == 0)
        let delta = try sandbox.read("d")
        try sandbox.write("cut", Array(delta.prefix(400)))
        try sandbox.write("result.zip", "before")
        let before = try sandbox.listing()
        for arguments in [("new.zip", "d"), ("old.zip", "cut"), ("old.zip", "new.zip"), ("d", "d"), ("absent", "d")] {
            let result = try themepack("patch", arguments.0, arguments.1, "-o", "result.zip")
            try expect(result, 2, "patch \(arguments.0) \(arguments.1)")
        }
        #expect(try sandbox.listing() == before)
        try expect(themepack("delta", "old.zip", "d", "-o", "e"), 2, "delta old.zip d")
        #expect(try sandbox.listing() == before)
    }

    @Test("A delta replaces neither pack", arguments: ["old.zip", "new.zip", "./sub/../new.zip", "link.zip"])
    func packsStay(output: String) throws {
        try sandbox.write("sub/file", "")
        try FileManager.default.createSymbolicLink(
            atPath: "\(sandbox.path)/link.zip", withDestinationPath: "new.zip")
        let before = try sandbox.listing()
        let result = try themepack("delta", "old.zip", "new.zip", "-o", output)
        try expect(result, 2, "delta old.zip new.zip -o \(output)")
        #expect(try sandbox.listing() == before)
    }

    @Test("A patch replaces neither its pack nor its delta", arguments: ["./d", "./old.zip"])
    func inputsStay(output: String) throws {
        try #require(themepack("delta", "old.zip", "new.zip", "-o", "d").status == 0)
        let before = try sandbox.listing()
        try expect(themepack("patch", "old.zip", "d", "-o", output), 2, "patch old.zip d -o \(output)")
        #expect(try sandbox.listing() == before)
    }

    @Test("Only a regular file is replaced", arguments: ["fifo", "folder", "broken"])
    func othersStay(output: String) throws {
        try #require(mkfifo("\(sandbox.path)/fifo", 0o600) == 0)
        try sandbox.write("folder/file", "")
        try FileManager.default.createSymbolicLink(atPath: "\(sandbox.path)/broken", withDestinationPath: "absent")
        func type() throws -> FileAttributeType? {
            try FileManager.default.attributesOfItem(atPath: "\(sandbox.path)/\(output)")[.type] as? FileAttributeType
        }
        let (before, names) = (try type(), try FileManager.default.contentsOfDirectory(atPath: sandbox.path))
        let result = try themepack("delta", "old.zip", "new.zip", "-o", output)
        try expect(result, 2, "delta old.zip new.zip -o \(output)")
        #expect(try type() == before)
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: sandbox.path)) == Set(names))
    }

    @Test("A link stays a link, and its target is replaced")
    func linkStays() throws {
        try sandbox.write("folder/file", "")
        try FileManager.default.createSymbolicLink(atPath: "\(sandbox.path)/link", withDestinationPath: "folder/file")
        #expect(try themepack("delta", "old.zip", "new.zip", "-o", "link").status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(sandbox.path)/link") == "folder/file")
        #expect(try !sandbox.read("folder/file").isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.path)/folder") == ["file"])
    }
}
