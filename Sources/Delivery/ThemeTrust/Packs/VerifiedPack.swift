public import ThemeSystem

/// The bytes of a pack whose signature was verified. They are a copy in memory that no other process can change.
///
/// A file and its `.sig` come in, with the list of ``TrustedSigners``; out comes this value, or an error. It is the
/// only way from a signature to a mounted pack: what was not verified cannot be mounted as if it were. ``ThemeFeed`` is
/// the same for the list of releases. Signatures are those of `ssh-keygen`, whose format ``SSHSignature`` reads; this
/// module verifies and never signs.
public struct VerifiedPack: Sendable {
    /// The namespace of signatures of packs.
    public static let namespace = "themepack"

    /// The path that the pack was read from.
    public let path: String
    /// The signer.
    public let signer: TrustedSigner
    let memory: PackMemory
    private let limits: ReadingLimits

    /// Reads a pack once and verifies its signature.
    ///
    /// - Parameters:
    ///   - path: the pack's file.
    ///   - signature: the signature's file; `nil` means the pack's path with `.sig`.
    ///   - signers: the signers who are trusted.
    ///   - identity: the identity that the signer must have; `nil` accepts every trusted signer.
    ///   - date: the time at which the signer must be trusted.
    ///   - limits: the limits for reading the pack.
    public init(
        reading path: String, signature: String? = nil, trusting signers: TrustedSigners, identity: String? = nil,
        at date: Date = Date(), limits: ReadingLimits = ReadingLimits()
    ) throws(TrustError) {
        let signature = try SSHSignature(contentsOf: signature ?? path + ".sig")
        let hasher = FollowingHasher(signature.hash)
        var digest: [UInt8] = []
        let memory = try rethrow(as: { TrustError.unreadable(path: path, reason: $0.reason) }) {
            () throws(ThemeError) in
            try PackMemory(reading: path, limit: limits.packBytes) { part in
                if let part { hasher.update(part) } else { digest = hasher.digest }
            }
        }
        signer = try signers.verify(
            signature, namespace: Self.namespace, identity: identity, at: date, digest: { digest })
        self.path = path
        self.memory = memory
        self.limits = limits
    }

    /// The SHA-256 of the whole pack. Cost: one pass over it.
    public var digest: ContentDigest { memory.withBytes { ContentDigest(of: $0) } }

    /// Mounts the verified bytes as `MountMode.resident`, which also checks that they are a sound pack.
    public func mount() throws(TrustError) -> ThemePack {
        return try rethrow(as: TrustError.invalidPack) { () throws(ThemeError) in
            try ThemePack(memory: memory, path: path, mode: .resident, limits: limits)
        }
    }

    /// Mounts the verified bytes to check them, then writes them to a file, which the pack replaces in one step.
    ///
    /// If only this process can write to its folder, later runs mount the file as `MountMode.trusted`, in
    /// microseconds and without the signature.
    ///
    /// - Parameter destination: the file. Its folder must exist.
    public func install(at destination: String) throws(TrustError) {
        _ = try mount()
        try rethrow(as: { TrustError.unwritable(path: destination, reason: $0.reason) }) { () throws(SystemError) in
            let file = try AtomicFile(at: destination)
            try memory.withBytes { bytes throws(SystemError) in try file.append(bytes) }
            try file.finish()
        }
    }
}

extension ThemePack {
    /// Mounts a pack only if a trusted signer signed it. Reads the file once, into memory that no other process can
    /// change, so the mounted bytes are the verified ones.
    ///
    /// Cost: two passes over the pack. An app that starts often calls ``VerifiedPack/install(at:)`` once instead.
    ///
    /// - Parameters:
    ///   - path: the pack's file.
    ///   - signature: the signature's file; `nil` means the pack's path with `.sig`.
    ///   - signers: the signers who are trusted.
    ///   - date: the time at which the signer must be trusted.
    public convenience init(
        mounting path: String, signature: String? = nil, trusting signers: TrustedSigners, at date: Date = Date()
    ) throws(TrustError) {
        let verified = try VerifiedPack(reading: path, signature: signature, trusting: signers, at: date)
        do throws(ThemeError) {
            try self.init(memory: verified.memory, path: path, mode: .resident)
        } catch {
            throw .invalidPack(error)
        }
    }

    /// Mounts the pack of a file URL if a trusted signer signed it, as for a path.
    public convenience init(
        mounting file: URL, signature: URL? = nil, trusting signers: TrustedSigners, at date: Date = Date()
    ) throws(TrustError) {
        try self.init(mounting: file.path, signature: signature?.path, trusting: signers, at: date)
    }
}

extension VerifiedPack {
    /// Reads the pack of a file URL once and verifies its signature, as for a path.
    public init(
        reading file: URL, signature: URL? = nil, trusting signers: TrustedSigners, identity: String? = nil,
        at date: Date = Date(), limits: ReadingLimits = ReadingLimits()
    ) throws(TrustError) {
        try self.init(
            reading: file.path, signature: signature?.path, trusting: signers, identity: identity, at: date,
            limits: limits)
    }
}
