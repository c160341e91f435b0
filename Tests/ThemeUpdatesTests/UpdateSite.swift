import ThemeSystem
import ThemeModel
import Foundation
import TestSupport
import ThemeManagement
import ThemeTrust

@testable import PackFormat
@testable import ThemeUpdates

/// A feed with its files on a ``TestServer``, and the store of an app that follows it.
final class UpdateSite {
    static let channel = "stable"
    /// 2026-07-01.
    static let today: TimeInterval = 1_782_864_000

    let server: TestServer
    let signer: TestSigner
    let sandbox: Sandbox
    private(set) var sequence: UInt64 = 0

    init() throws { (server, signer, sandbox) = (try TestServer(), TestSigner(), try Sandbox()) }

    var base: String { "http://127.0.0.1:\(server.port)/app/" }
    /// The name of the store's folder. Another one is an app that was just installed.
    var storeName = "store"
    var storeFolder: String { "\(sandbox.path)/\(storeName)" }

    /// A pack of a theme. The first images depend on its version, `step` apart.
    static func pack(
        _ id: String = "year", _ version: String = "1.0.0", changed: Int = 1, step: Int = 1, count: Int = 12,
        side: Int = 16, contract: ContentDigest = contract, extends parent: String = "default"
    ) throws -> [UInt8] {
        var pack = try ForgedPack(id, extends: id == "default" ? nil : parent)
        pack.contract = contract
        pack.theme.version = try SemanticVersion(version)
        for number in 0..<count {
            let shade = UInt8(
                truncatingIfNeeded: number < changed * step && number % step == 0
                    ? version.utf8.reduce(0) { $0 &+ $1 } : UInt8(number))
            let png = PNGFile(side, side, shade: shade).bytes
            try pack.add(
                image: "common/image-\(number + 100)", png,
                size: PixelSize(width: UInt32(side), height: UInt32(side)))
        }
        return try pack.bytes()
    }

    /// The contract of all packs of ``pack(_:_:changed:step:count:side:)``.
    static let contract = ContentDigest(of: [])

    static func entry(
        _ pack: [UInt8], deltas: [FeedDelta] = [],
        change: (inout (version: String, minimumReader: UInt16)) -> Void = { _ in }
    ) throws -> FeedEntry {
        let index = try pack.withUnsafeBytes { try PackIndex(of: $0) }
        var facts = (version: index.theme.version.description, minimumReader: UInt16(1))
        change(&facts)
        return try FeedEntry(
            version: try SemanticVersion(facts.version), pack: file(pack), minimumReader: facts.minimumReader,
            deltas: deltas)
    }

    /// A release of these packs.
    static func release(
        _ packs: [String: [UInt8]], contract: ContentDigest = contract, rollout: Int = 100,
        minimumReader: UInt16 = 1
    ) throws -> FeedRelease {
        var themes: [ThemeID: FeedEntry] = [:]
        for (id, pack) in packs { themes[try ThemeID(id)] = try entry(pack) { $0.minimumReader = minimumReader } }
        return try FeedRelease(contract: contract, rollout: rollout, themes: themes)
    }

    static func file(_ bytes: [UInt8]) throws -> FeedFile {
        guard let file = FeedFile(digest: ContentDigest(of: bytes), byteCount: Int64(bytes.count)) else {
            throw CocoaError(.fileReadUnknown)
        }
        return file
    }

    static func delta(from old: [UInt8], to new: [UInt8]) throws -> [UInt8] {
        var delta: [UInt8] = []
        let (old, new) = (BytesInMemory(old, path: "old"), BytesInMemory(new, path: "new"))
        try DeltaMaker.make(from: IndexedPack(old), to: IndexedPack(new)) { delta += $0 }
        return delta
    }

    struct Publication {
        var entries: [String: FeedEntry] = [:]
        var contract = UpdateSite.contract
        var rollout = 100
        /// The releases of the channel; `nil` for one release of the entries.
        var releases: [FeedRelease]?
        var base: String?
        var sequence: UInt64?
        var expires = Moment(secondsSince1970: Int64(UpdateSite.today) + 30 * 86_400)
        var withdrawn: Set<ContentDigest> = []
        var signer: TestSigner?
        var namespace = ThemeFeed.namespace
    }

    /// Puts files and a signed feed on the server. Returns the paths of the files.
    @discardableResult
    func publish(
        _ packs: [String: [UInt8]], deltas: [[UInt8]] = [], _ change: (inout Publication) throws -> Void = { _ in }
    ) throws -> [String] {
        var publication = Publication()
        for (id, pack) in packs { publication.entries[id] = try Self.entry(pack) }
        try change(&publication)
        sequence = publication.sequence ?? sequence + 1
        var themes: [ThemeID: FeedEntry] = [:]
        for (id, entry) in publication.entries { themes[try ThemeID(id)] = entry }
        let whole =
            themes.isEmpty
            ? []
            : [try FeedRelease(contract: publication.contract, rollout: publication.rollout, themes: themes)]
        let feed = try ThemeFeed(
            base: try FeedBase(publication.base ?? base), sequence: sequence,
            expires: publication.expires ?? Moment("2026-08-01T00:00:00Z"),
            channels: [try FeedChannel(Self.channel): publication.releases ?? whole], withdrawn: publication.withdrawn)
        let bytes = feed.bytes
        let signature = try (publication.signer ?? signer).sign(bytes, namespace: publication.namespace)
        var files = server.files
        var paths: [String] = []
        for file in Array(packs.values) + deltas {
            let path = "/app/" + FeedFile.address(of: ContentDigest(of: file))
            files[path] = file
            paths.append(path)
        }
        files["/app/feed.json"] = bytes
        files["/app/feed.json.sig"] = Array(signature.utf8)
        server.files = files
        return paths
    }

    func source(_ change: (inout UpdateSource) throws -> Void = { _ in }) throws -> UpdateSource {
        var source = UpdateSource(
            base: try FeedBase(base), channel: try FeedChannel(Self.channel),
            signers: try TrustedSigners(allowedSigners: signer.line()))
        source.allowsLoopback = true
        // Tests of slow servers set a short one. Here a busy machine must not reach it.
        source.limits.interval = .seconds(120)
        source.limits.byteCountPerInterval = 100
        try change(&source)
        return source
    }

    /// A library with the embedded packs: a default theme, and `year` 1.0.0.
    func library(_ packs: [[UInt8]]? = nil) throws -> ThemeLibrary {
        let packs = try packs ?? [Self.pack("default"), Self.pack()]
        var mounted: [ThemePack] = []
        for pack in packs {
            let path = "embedded/\(ContentDigest(of: pack).description.prefix(12)).zip"
            try sandbox.write(path, pack)
            mounted.append(try ThemePack(mounting: "\(sandbox.path)/\(path)"))
        }
        let library = try ThemeLibrary(default: mounted[0])
        for pack in mounted.dropFirst() { try library.add(pack) }
        return library
    }

    func updater(
        _ library: any UpdateReceiver, disk: DiskCalls = DiskCalls(), transport: (any UpdateTransport)? = nil,
        now: TimeInterval = today, _ change: (inout UpdateSource) throws -> Void = { _ in }
    ) async throws -> ThemeUpdater {
        var store = UpdateStore(folder: storeFolder)
        store.disk = disk
        return await ThemeUpdater(
            library, following: try source(change), store: store, transport: transport ?? SystemTransport(),
            now: { Date(timeIntervalSince1970: now) })
    }
}

extension ThemeLibrary {
    /// The version of a mounted theme, after all of its pack was checked.
    func wholeVersion(of id: String = "year") throws -> String? {
        guard let pack = snapshot.packs[try ThemeID(id)] else { return nil }
        try ThemePack(mounting: pack.path, mode: .checkedAtMount).checkEverything()
        try pack.checkEverything()
        return pack.theme.version.description
    }
}
