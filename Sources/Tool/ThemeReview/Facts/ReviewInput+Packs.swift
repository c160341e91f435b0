import PackFormat
@_spi(Chain) import ThemeModel
import ThemeProject

extension ReviewInput {
    typealias Pack = (path: String, contents: PackContents, settings: Settings?)

    /// - Parameter packs: of different themes.
    init(_ packs: [Pack], findings: [Finding]) {
        self.init(title: "")
        self.findings = findings
        let byID = Dictionary(packs.map { ($0.contents.theme.id, $0) }) { first, _ in first }
        let chains = byID.mapValues { pack in
            let chain = ThemeChain(of: pack.contents.theme.id, default: .default) {
                byID[$0] != nil
            } parent: { id in
                byID[id].flatMap { $0.contents.theme.extends }
            }
            return chain.themes.filter { byID[$0] != nil }
        }
        let order = Self.order(ofThemes: packs.map { chains[$0.contents.theme.id, default: []].map(\.string) })
        let packs = order.map { packs[$0] }
        let numbers = Dictionary(packs.enumerated().map { ($1.contents.theme.id, $0) }) { first, _ in first }
        let base = numbers[.default].map { packs[$0].contents }
        themes = packs.map { pack in
            let theme = pack.contents.theme
            return Theme(
                reviewed: ReviewedTheme(
                    id: theme.id.string, name: theme.name, version: theme.version,
                    prefix: theme.imageNamePrefix.string, members: theme.combinedThemes.map(\.string)),
                chain: chains[theme.id, default: []].compactMap { numbers[$0] }, colorOrder: theme.colorOrder,
                settings: pack.settings,
                settingsFile: pack.settings == nil ? nil : "\(pack.path)!/\(PackContents.settingsPath)", isShown: true,
                hasOtherContract: base.map { $0.contract != pack.contents.contract } ?? false)
        }
        for image in base?.images ?? [] { templates[image.name] = base?.theme.template(image.template) }
        hasDefaults = base != nil
        addImages(packs)
    }

    private mutating func addImages(_ packs: [Pack]) {
        var damage: [String: String] = [:]
        for finding in findings where finding.severity == .error && damage[finding.path] == nil {
            damage[finding.path] = finding.message
        }
        var all: [(file: ReviewedFile, theme: Int?)] = []
        for (number, pack) in packs.enumerated() {
            let owner = pack.contents.theme.id == .default ? nil : pack.contents.theme.id.string
            for image in pack.contents.images {
                for variant in image.variants {
                    let path = "\(pack.path)!/\(pack.contents.path(of: image.name, at: variant.scale))"
                    let file = ReviewedFile(
                        path: path, source: .pack(path: pack.path, offset: Int(clamping: variant.stored.offset)),
                        name: image.name, scale: variant.scale, owner: owner, size: variant.size,
                        byteCount: Int(clamping: variant.stored.length),
                        digest: damage[path] == nil ? variant.stored.digest : nil, damage: damage[path])
                    all.append((file, owner == nil ? nil : number))
                }
            }
        }
        arrange(all)
    }
}
