import ThemeModel
import Foundation
import TestSupport
import Testing
import ThemeRuntime

@testable import ThemeTrust

@Suite("Signed packs")
struct SignedPackTests {
    static let signer = TestSigner()

    let sandbox: Sandbox
    let pack: String
    let signers: TrustedSigners

    init() throws {
        let project = try TestProject()
        try project.image("assets/a.png")
        try project.theme("default")
        sandbox = try Sandbox()
        pack = try #require(try project.build(to: sandbox.path)["default"])
        signers = try TrustedSigners(allowedSigners: Self.signer.line())
        try Data(Self.signer.sign(bytes()).utf8).write(to: URL(fileURLWithPath: pack + ".sig"))
    }

    func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: pack))) }

    @Test("TR4 A signed pack mounts, and serves its images")
    func mounts() throws {
        let mounted = try ThemePack(mounting: pack, trusting: signers)
        #expect(mounted.theme.id == .default && mounted.mode == .resident)
        #expect(try ThemeLibrary(default: mounted).defaultTheme.image("a", scale: .one)?.bytes().count ?? 0 > 0)
        let elsewhere = "\(sandbox.path)/elsewhere.sig"
        try FileManager.default.moveItem(atPath: pack + ".sig", toPath: elsewhere)
        _ = try ThemePack(mounting: pack, signature: elsewhere, trusting: signers)
        #expect(throws: TrustError.missingSignature(path: pack + ".sig")) {
            try ThemePack(mounting: pack, trusting: signers)
        }
    }

    @Test("File URLs name packs, signatures and lists as paths do")
    func urls() throws {
        func url(_ path: String) -> URL { URL(fileURLWithPath: path) }
        try sandbox.write("allowed", Self.signer.line())
        let signers = try TrustedSigners(contentsOf: url("\(sandbox.path)/allowed"))
        #expect(try ThemePack(mounting: url(pack), trusting: signers).path == pack)
        let signature = url("\(sandbox.path)/elsewhere.sig")
        try FileManager.default.moveItem(at: url(pack + ".sig"), to: signature)
        _ = try ThemePack(mounting: url(pack), signature: signature, trusting: signers)
        _ = try VerifiedPack(reading: url(pack), signature: signature, trusting: signers)
        try sandbox.write("revoked", Self.signer.line().split(separator: " ").suffix(2).joined(separator: " "))
        let none = try TrustedSigners(
            contentsOf: url("\(sandbox.path)/allowed"), revoked: url("\(sandbox.path)/revoked"))
        #expect(throws: TrustError.self) {
            try ThemePack(mounting: url(pack), signature: signature, trusting: none)
        }
    }

    @Test("TR2 A signature of another key, for another purpose or for other bytes mounts nothing")
    func refused() throws {
        let others = [
            try TestSigner().sign(bytes()), try Self.signer.sign(bytes(), namespace: "themepack-feed"),
            try Self.signer.sign(bytes().dropLast()), "",
        ]
        for text in others {
            try Data(text.utf8).write(to: URL(fileURLWithPath: pack + ".sig"))
            #expect(throws: TrustError.self) { try ThemePack(mounting: pack, trusting: signers) }
        }
    }

    /// A file is hashed in parts while it is read.
    @Test("TR4 A changed byte in any part of a large file is found")
    func largeFile() throws {
        var bytes = (0..<PackMemory.partLength * 5 / 2).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let path = "\(sandbox.path)/large"
        try sandbox.write("large.sig", try Self.signer.sign(bytes))
        for position in [nil, 0, PackMemory.partLength - 1, PackMemory.partLength, bytes.count - 1] {
            if let position { bytes[position] ^= 1 }
            try sandbox.write("large", bytes)
            if position == nil {
                #expect(try VerifiedPack(reading: path, trusting: signers).digest == ContentDigest(of: bytes))
            } else {
                #expect(throws: TrustError.self) { try VerifiedPack(reading: path, trusting: signers) }
            }
            if let position { bytes[position] ^= 1 }
        }
    }

    #if os(Linux)
        @Test("TR4 A pack is read once to verify and mount it")
        func readOnce() throws {
            let watch = inotify_init1(Int32(IN_NONBLOCK))
            defer { close(watch) }
            #expect(inotify_add_watch(watch, pack, UInt32(IN_OPEN)) >= 0)
            _ = try ThemePack(mounting: pack, trusting: signers)
            var events = [UInt8](repeating: 0, count: 4096)
            // An event without a name has 16 bytes.
            #expect(read(watch, &events, events.count) == 16)
        }
    #endif

    @Test("A signed file that is no pack is refused")
    func signedNonsense() throws {
        let path = "\(sandbox.path)/nonsense.zip"
        try sandbox.write("nonsense.zip", "nonsense")
        try sandbox.write("nonsense.zip.sig", try Self.signer.sign("nonsense".utf8))
        let error = #expect(throws: TrustError.self) { try ThemePack(mounting: path, trusting: signers) }
        guard case .invalidPack = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(throws: TrustError.self) {
            try VerifiedPack(reading: path, trusting: signers).install(at: "\(sandbox.path)/installed.zip")
        }
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/installed.zip"))
    }

    @Test("TR4 The verified bytes are the mounted and the installed ones, whatever happens to the file")
    func changedAfterwards() throws {
        let sound = try bytes()
        let verified = try VerifiedPack(reading: pack, trusting: signers)
        // In place, so that a mapping of the file would change too.
        let file = try #require(FileHandle(forWritingAtPath: pack))
        try file.write(contentsOf: Data(repeating: 0, count: sound.count))
        try file.close()
        _ = try verified.mount()
        let installed = "\(sandbox.path)/installed.zip"
        try verified.install(at: installed)
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: installed))) == sound)
        #expect(try ThemePack(mounting: installed, mode: .trusted).theme.id == .default)
        #expect(throws: TrustError.self) { try ThemePack(mounting: pack, trusting: signers) }
    }

    @Test("An installation that fails leaves the former file")
    func failedInstallation() throws {
        let verified = try VerifiedPack(reading: pack, trusting: signers)
        let folder = "\(sandbox.path)/folder"
        try sandbox.write("folder/file", "x")
        for path in ["\(sandbox.path)/absent/x.zip", folder] {
            let error = #expect(throws: TrustError.self) { try verified.install(at: path) }
            guard case .unwritable(path, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        #expect(try sandbox.listing().keys.allSatisfy { !$0.hasSuffix(".tmp") })
    }
}
