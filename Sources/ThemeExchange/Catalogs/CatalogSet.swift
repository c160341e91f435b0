/// A folder of an asset catalog that is one asset: `close.imageset`.
struct CatalogSet: Hashable {
    enum Kind: String, CaseIterable {
        case image = "imageset"
        case color = "colorset"
        case symbol = "symbolset"
        case data = "dataset"
        case appIcon = "appiconset"
        case icon = "iconset"
        case launchImage = "launchimage"
        case brandAssets = "brandassets"
        case imageStack = "imagestack"
        case imageStackLayer = "imagestacklayer"
        case complication = "complicationset"
        case cubeTexture = "cubetextureset"
        case texture = "textureset"
        case mipmap = "mipmapset"
        case arResource = "arresourcegroup"
        case arReferenceImage = "arreferenceimage"
        case arObject = "arobject"
        case sticker = "sticker"
        case stickerPack = "stickerpack"
        case stickerSequence = "stickersequence"
        case gameCenterDashboard = "gcdashboardimage"
        case gameCenterLeaderboard = "gcleaderboard"
        case gameCenterLeaderboardSet = "gcleaderboardset"
        case solidImageStack = "solidimagestack"
        case iconComposer = "icon"

        /// In words: `image set`.
        var words: String {
            switch self {
            case .image: "image set"
            case .color: "color set"
            case .symbol: "symbol set"
            case .data: "data set"
            case .appIcon: "app icon"
            case .icon: "icon set"
            case .launchImage: "launch image"
            default: rawValue
            }
        }

        /// The reason why it is not taken; `nil` for images and colors.
        var obstacle: String? {
            switch self {
            case .image, .color: nil
            case .symbol: "a symbol is a font glyph with weights; export it as SVG and import that"
            case .data: "list the file under \"resources\" in theme.json"
            case .appIcon, .icon, .launchImage, .iconComposer: "the system needs it in the app itself"
            default: "a theme has images and settings only"
            }
        }
    }

    let kind: Kind
    /// With the namespaces of its folders.
    let name: String
    let path: String
}
