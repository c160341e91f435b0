import Foundation
import TestSupport
import Testing
import ThemeSystem
import ThemeModel
import ThemeProject

@Suite("New files, all or none")
struct OutputFilesTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func write(on disk: FaultyDisk) throws {
        let folder = try OutputPlace(folder: "\(sandbox.path)/new", for: "files")
        let files = try ["a.json", "x/b.json", "x/y/c.png"].map { (try folder.file($0), [UInt8](1...3)) }
        try OutputFiles.write(files, on: disk.calls)
    }

    @Test("After a failure of any call nothing is there, and a second attempt writes everything")
    func failures() throws {
        try sandbox.write("new/kept", "x")
        let before = try sandbox.listing()
        let probe = FaultyDisk(.error(ENOSPC), at: 0)
        try write(on: probe)
        let whole = try sandbox.listing()
        #expect(whole.count { !$0.value.isEmpty } == 4 && probe.callCount >= 12)
        for number in 1...probe.callCount {
            for name in ["a.json", "x"] { try FileManager.default.removeItem(atPath: "\(sandbox.path)/new/\(name)") }
            let error = #expect(throws: UserError.self) { try write(on: FaultyDisk(.error(ENOSPC), at: number)) }
            #expect(error?.message.contains("No space left on device") == true && error?.hint != nil)
            #expect(try sandbox.listing() == before, "call \(number)")
            try write(on: FaultyDisk(.error(ENOSPC), at: 0))
            #expect(try sandbox.listing() == whole)
        }
    }
}
