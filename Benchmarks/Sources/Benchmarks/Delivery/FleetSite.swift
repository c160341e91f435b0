import Foundation
import ThemeUpdates

/// A folder with feeds, as `themepack feed` writes it, and the packs that each device has at first.
struct FleetSite {
    /// The way in which a device gets the new version.
    enum Way: String, CaseIterable {
        case delta = "by delta"
        case ranges = "by ranges"
        case whole = "whole"

        /// The folder of the feed. One lists deltas, the other one does not.
        var folder: String { self == .delta ? "deltas" : "packs" }
    }

    let folder: String
    let port: Int
    let defaults: ThemePack
    let old: ThemePack
    let newVersion = "1.1.0"
    private let signers: TrustedSigners

    /// - Returns: `nil` if a program is missing.
    init?(in scratch: String) throws {
        folder = "\(scratch)/site"
        port = try Nginx.freePort()
        // Some 2.8 MB, of which 28 kB change.
        let project = try SyntheticProject(imageCount: 300, side: 48).make(below: scratch)
        try ToolBenchmark.themepack(["build", "-q", "--no-cache", "-o", "\(scratch)/old"], in: project).run()
        let defaultPack = "\(scratch)/old/default-1.0.0.themepack.zip"
        let oldPack = "year-1.0.0.themepack.zip"
        defaults = try ThemePack(mounting: defaultPack)
        old = try ThemePack(mounting: "\(scratch)/old/\(oldPack)")
        // The feed lists one theme alone.
        let listed = "\(scratch)/listed"
        try FileManager.default.createDirectory(atPath: listed, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: old.path, toPath: "\(listed)/\(oldPack)")
        guard let pair = try VersionPair(of: project, theme: "year", old: old.path, in: scratch),
            let keygen = Command("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", "key"], in: scratch)
        else { return nil }
        try keygen.run()
        let newFolder = URL(fileURLWithPath: pair.new).deletingLastPathComponent().path
        for (name, deltas) in [("deltas", "1"), ("packs", "0")] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
            let feed = "\(folder)/\(name)/feed.json"
            let base = "http://127.0.0.1:\(port)/\(name)/"
            for packs in [listed, newFolder] {
                let arguments = ["feed", packs, "--first", "--base-url", base, "--deltas", deltas, "-o", feed]
                try ToolBenchmark.themepack(arguments, in: scratch).run()
            }
            try ToolBenchmark.themepack(["sign", "-f", "key", feed], in: scratch).run()
            guard let gzip = Command("gzip", ["-9nk", feed], in: scratch) else { return nil }
            try gzip.run()
        }
        let key = try String(contentsOfFile: "\(scratch)/key.pub", encoding: .utf8)
        signers = try TrustedSigners(allowedSigners: "bench \(key)")
    }

    func source(_ way: Way) throws -> UpdateSource {
        var source = try UpdateSource(
            base: FeedBase("http://127.0.0.1:\(port)/\(way.folder)/"), channel: FeedChannel("stable"),
            signers: signers)
        source.allowsLoopback = true
        // All devices of the simulation share two cores, so one of them can wait long for its turn.
        source.limits.interval = .seconds(600)
        return source
    }
}
