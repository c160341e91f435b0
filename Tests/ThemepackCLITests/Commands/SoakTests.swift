import Foundation
import TestSupport
import Testing

@Suite("Large projects", .enabled(if: Soak.isOn), .serialized)
struct SoakTests {
    private func build(_ sandbox: Sandbox, _ arguments: String...) throws -> Tool.Result {
        // The limit of addresses is far above the use. A build that allocates by a file's claims fails here.
        let script = "ulimit -v 8000000; exec \"$0\" build \"$@\""
        return try Tool.run("/bin/sh", ["-c", script, Tool.themepack] + arguments, in: sandbox.path)
    }

    @Test("A theme of a hundred thousand images is built and verified")
    func manyImages() throws {
        let sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox)
        let (plain, themed) = (PNGFile(2, 2, shade: 1).bytes, PNGFile(2, 2, shade: 2).bytes)
        for number in 0..<100_000 {
            try sandbox.write("assets/\(number % 100)/\(number).png", plain)
            try sandbox.write("themes/year/\(number % 100)/year_\(number).png", themed)
        }
        let result = try build(sandbox, "year")
        #expect(result.status == 0, "\(result)")
        let pack = "dist/year-1.2.0.themepack.zip"
        let verified = try Tool.themepack("verify", pack, in: sandbox.path)
        #expect(verified.status == 0 && verified.errors.hasPrefix("verified 100003 images of 1 theme"), "\(verified)")
    }

    /// 8,192 x 8,192 pixels of 32 bits. Stored without compression it has 256 MiB, so the limit of bytes is raised.
    @Test("An image of the largest allowed size is packed, one more row is rejected")
    func largestImage() throws {
        let sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox)
        func image(_ height: Int, shade: UInt8) -> [UInt8] { PNGFile(8192, height, shade: shade).bytes }
        try sandbox.write("themepack.json", #"{"limits": {"imageBytes": 268435456, "imagePixels": 67100672}}"#)
        try sandbox.write("assets/large.png", image(8191, shade: 1))
        try sandbox.write("themes/year/year_large.png", image(8191, shade: 2))
        let result = try build(sandbox)
        #expect(result.status == 0, "\(result)")
        #expect(try Tool.themepack("verify", "dist/year-1.2.0.themepack.zip", in: sandbox.path).status == 0)
        try sandbox.write("themes/year/year_large.png", image(8192, shade: 2))
        let refused = try build(sandbox)
        #expect(refused.status == 1 && refused.errors.contains("[image-limits]"), "\(refused)")
    }

    @Test("A theme of more than four gigabytes is rejected, and no file stays")
    func tooLarge() throws {
        let sandbox = try Sandbox()
        try ProjectFiles.writeLarge(4, to: sandbox)
        let result = try build(sandbox, "year")
        #expect(result.status == 1 && result.errors.contains(" 4294967294 "), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/dist"))
    }
}
