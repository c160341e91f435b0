/// The result of a check: the packs of one release to fetch, and the reasons why others are not fetched.
public struct UpdatePlan: Sendable {
    /// A theme to fetch.
    public struct Step: Hashable, Sendable {
        /// The source of the new pack.
        public enum Source: Hashable, Sendable {
            /// The store has it.
            case store
            /// A delta, and the pack that the device has.
            case delta(FeedDelta)
            /// The pack itself. If the device has a similar one, perhaps only the parts that it lacks.
            case pack
        }

        /// The theme.
        public let theme: ThemeID
        /// The version and the files in the feed.
        public let entry: FeedEntry
        /// The digest of the defaults of the release.
        public let contract: ContentDigest
        /// The way to get it. A download takes the next way if this one fails.
        public let source: Source

        /// The file to fetch, a delta or a pack; `nil` if the store has the pack.
        public var file: FeedFile? {
            switch source {
            case .store: nil
            case .delta(let delta): delta.file
            case .pack: entry.pack
            }
        }

        /// The most bytes to transfer if the source does not fail.
        public var byteCount: Int64 { file?.byteCount ?? 0 }
    }

    /// The reason why a theme of the feed is not fetched.
    public enum Obstacle: Hashable, Sendable {
        /// The device has this version.
        case upToDate
        /// The version was downloaded, or another process has activated it. It waits for ``ThemeUpdater/activate()``.
        case downloaded
        /// The device does not have the theme, and nobody has asked for it: ``UpdateSource/onDemand``.
        case notAskedFor
        /// The feed has expired. What is installed stays.
        case expired
        /// The version in force is newer than that of the feed, and not withdrawn.
        case olderVersion(found: SemanticVersion, installed: SemanticVersion)
        /// The release is rolled out to a share of all devices, and this one is not among them.
        case notInRollout(percentage: Int)
        /// A pack of the release was rolled back here.
        case barred(reason: String)
        /// A pack of the release needs a newer reader: update the app.
        case needsNewerReader(minimumReader: UInt16)
        /// The release was verified against defaults that the app does not know: ``UpdateSource/contracts``.
        case otherContract(found: ContentDigest)
    }

    /// The themes to fetch, sorted by id.
    public let steps: [Step]
    /// The other themes of the channel. For a theme of which this device takes no release, the obstacle is that of the
    /// newest one.
    public let obstacles: [ThemeID: Obstacle]
    /// The feed's number.
    public let sequence: UInt64
    /// The last moment at which the feed can be followed.
    public let expires: Moment
    /// Whether the feed was too old at the time of the check.
    public let isExpired: Bool
    /// Installed themes that the feed has withdrawn: see ``ThemeUpdater/dropWithdrawn()``.
    public let withdrawn: [ThemeID]

    /// The most bytes to transfer.
    public var byteCount: Int64 { steps.reduce(0) { $0 + $1.byteCount } }
    /// Whether there is nothing to fetch.
    public var isEmpty: Bool { steps.isEmpty }
}

/// The progress of a download.
public struct UpdateProgress: Hashable, Sendable {
    /// The theme that is being fetched.
    public let theme: ThemeID
    /// The bytes of the current file that have arrived, also in an earlier attempt.
    public let received: Int64
    /// The bytes of the current file.
    public let total: Int64
    /// The bytes of all files of the plan that have arrived.
    public let receivedOfAll: Int64
    /// The bytes of all files of the plan. It changes if a file is fetched in another way than was planned.
    public let totalOfAll: Int64
}
