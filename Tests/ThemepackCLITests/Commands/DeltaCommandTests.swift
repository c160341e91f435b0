import Foundation
import TestSupport
import Testing
import ThemeModel

struct DeltaCommandTests: ToolTests {
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
        try sandbox.write("cut", Array(delta.dropLast(30)))
        try sandbox.write("result.zip", "before")
        let before = try sandbox.listing()
        for arguments in [("new.zip", "d"), ("old.zip", "cut"), ("old.zip", "new.zip"), ("d", "d"), ("absent", "d")] {
            let result = try themepack("patch", arguments.0, arguments.1, "-o", "result.zip")
            #expect(result.status == 2 && result.errors.contains("error: "), "\(result)")
        }
        #expect(try sandbox.listing() == before)
        let wrong = try themepack("patch", "new.zip", "d", "-o", "result.zip")
        #expect(wrong.errors.contains("d: error: was made for another pack than 'new.zip'"), "\(wrong.errors)")
        #expect(try themepack("delta", "old.zip", "d", "-o", "e").status == 2)
        #expect(try sandbox.listing() == before)
    }

    @Test("A delta replaces neither pack", arguments: ["old.zip", "new.zip", "./sub/../new.zip", "link.zip"])
    func packsStay(output: String) throws {
        try sandbox.write("sub/file", "")
        try FileManager.default.createSymbolicLink(
            atPath: "\(sandbox.path)/link.zip", withDestinationPath: "new.zip")
        let before = try sandbox.listing()
        let result = try themepack("delta", "old.zip", "new.zip", "-o", output)
        #expect(result.status == 2 && result.output.isEmpty, "\(result)")
        #expect(result.errors.contains("\(output): error: is read, and is not replaced"), "\(result.errors)")
        #expect(try sandbox.listing() == before)
    }

    @Test("A patch replaces neither its pack nor its delta", arguments: ["./d", "./old.zip"])
    func inputsStay(output: String) throws {
        try #require(themepack("delta", "old.zip", "new.zip", "-o", "d").status == 0)
        let before = try sandbox.listing()
        let result = try themepack("patch", "old.zip", "d", "-o", output)
        #expect(result.status == 2 && result.errors.contains("\(output): error: is read, and is not replaced"))
        #expect(try sandbox.listing() == before)
    }

    @Test(
        "Only a regular file is replaced",
        arguments: [
            ("fifo", "is a FIFO, where a file is to be written"),
            ("folder", "is a folder, where a file is to be written"), ("broken", "is a link that leads nowhere"),
        ])
    func othersStay(output: String, problem: String) throws {
        try #require(mkfifo("\(sandbox.path)/fifo", 0o600) == 0)
        try sandbox.write("folder/file", "")
        try FileManager.default.createSymbolicLink(atPath: "\(sandbox.path)/broken", withDestinationPath: "absent")
        func type() throws -> FileAttributeType? {
            try FileManager.default.attributesOfItem(atPath: "\(sandbox.path)/\(output)")[.type] as? FileAttributeType
        }
        let (before, names) = (try type(), try FileManager.default.contentsOfDirectory(atPath: sandbox.path))
        let result = try themepack("delta", "old.zip", "new.zip", "-o", output)
        #expect(result.status == 2 && result.errors.hasPrefix("\(output): error: \(problem)\nhint: "), "\(result)")
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
