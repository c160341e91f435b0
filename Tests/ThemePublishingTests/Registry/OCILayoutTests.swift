import Foundation
import TestSupport
import Testing
import ThemeModel
import ThemeProject
import ThemeSystem
import ThemeTrust

@testable import ThemePublishing

@Suite("An image layout, whole or as before")
struct OCILayoutTests {
    let sandbox: Sandbox
    let paths: [String]

    init() throws {
        sandbox = try Sandbox()
        paths = try ["1.0.0", "1.1.0"].map { [sandbox] version in
            var pack = try ForgedPack("year")
            pack.theme.version = try SemanticVersion(version)
            let name = "year-\(version).themepack.zip"
            let bytes = try pack.bytes()
            try sandbox.write(name, bytes)
            try sandbox.write("\(name).sig", TestSigner().sign(bytes))
            return "\(sandbox.path)/\(name)"
        }
    }

    private func write(_ path: String, on disk: DiskCalls = DiskCalls()) throws {
        let place = try OutputPlace(folder: "\(sandbox.path)/layout", for: "an image layout")
        _ = try OCILayout(in: place, on: disk).write([path], ProjectLimits())
    }

    /// The bytes of everything that the layout leads to, by digests; `nil` if it has no index.
    private func blobs() throws -> [String: [UInt8]]? {
        let listing = try sandbox.listing(of: "layout")
        guard let index = listing["index.json"] else { return nil }
        #expect(listing["oci-layout"] != nil)
        var found: [String: [UInt8]] = [:]
        func visit(_ value: Any) throws {
            if let list = value as? [Any] { for item in list { try visit(item) } }
            guard let object = value as? [String: Any] else { return }
            if let digest = object["digest"] as? String {
                let hex = String(digest.dropFirst("sha256:".count))
                let bytes = try #require(listing["blobs/sha256/\(hex)"])
                #expect(ContentDigest(of: bytes).description == hex && bytes.count == object["size"] as? Int)
                found[hex] = bytes
                if (object["mediaType"] as? String)?.hasSuffix("manifest.v1+json") == true {
                    try visit(JSONSerialization.jsonObject(with: Data(bytes)))
                }
            }
            for member in object.values { try visit(member) }
        }
        try visit(JSONSerialization.jsonObject(with: Data(index)))
        return found
    }

    private func remove() throws {
        if FileManager.default.fileExists(atPath: "\(sandbox.path)/layout") {
            try FileManager.default.removeItem(atPath: "\(sandbox.path)/layout")
        }
    }

    @Test("TR7 After a failure of any call the layout is as it was, and a second attempt writes all of it")
    func failures() throws {
        for isUpdate in [false, true] {
            for number in 1... {
                try remove()
                if isUpdate { try write(paths[0]) }
                let before = try sandbox.listing()
                let disk = FaultyDisk(.error(ENOSPC), at: number)
                do {
                    try write(paths[1], on: disk.calls)
                } catch let error as UserError {
                    #expect(error.message.contains("No space left on device"), "\(error)")
                    #expect(error.hint?.contains("the image layout is as it was") == true, "\(error)")
                    #expect(try sandbox.listing() == before, "call \(number)")
                    try write(paths[1])
                }
                #expect(try blobs()?.count == 4, "call \(number)")
                guard disk.callCount < number else { continue }
                #expect(number > 20)
                break
            }
        }
    }

    @Test("A process that ends at any call leaves a whole layout or none, and the next build completes it")
    func ends() throws {
        for isUpdate in [false, true] {
            for number in 1... {
                try remove()
                if isUpdate { try write(paths[0]) }
                let disk = FaultyDisk(.stop, at: number)
                try? write(paths[1], on: disk.calls)
                #expect(try blobs().map { $0.count == 4 } ?? !isUpdate, "call \(number)")
                try write(paths[1])
                #expect(try blobs()?.count == 4, "call \(number)")
                #expect(try sandbox.listing().keys.allSatisfy { !$0.contains(TemporaryName.start) })
                if disk.callCount < number { break }
            }
        }
    }
}
