@testable import ThemeModel
import PackFormat
import TestSupport

@testable import ThemeRuntime

enum MountTarget {
    /// The first byte selects the corrected checksums: 1 the header, 2 the blocks.
    static func run(_ input: [UInt8]) throws {
        guard let kind = input.first else { return }
        var forge = PackForge(Array(input.dropFirst()))
        if kind & 2 != 0 { forge.sealBlocks() }
        if kind & 1 != 0 { forge.sealHeader() }
        for mode in [MountMode.checkedWhenRead, .trusted] {
            guard let pack = try? ThemePack(copying: forge.bytes, path: "fuzz", mode: mode) else { return }
            try ask(pack, forge.bytes)
        }
        _ = try? ThemePack(copying: forge.bytes, path: "fuzz")
    }

    private static func ask(_ pack: ThemePack, _ bytes: [UInt8]) throws {
        let contents = try? pack.contents()
        _ = try? pack.ownSettings()
        let library: ThemeLibrary
        if pack.theme.id == .default {
            guard let own = try? ThemeLibrary(default: pack) else { return }
            library = own
        } else {
            guard let base = try? PackSeeds.defaultPack(), let both = try? ThemeLibrary(default: base),
                (try? both.add(pack)) != nil
            else { return }
            library = both
        }
        guard let theme = library.theme(pack.theme.id) else { return }
        let known = (contents?.images ?? []).prefix(50).map(\.name.description)
        for name in known + ["common/button", "a", ""] {
            for scale in [Scale.one, .three] {
                _ = theme.explain(name, scale: scale).description
                guard let image = try? theme.image(ImageKey(name), scale: scale), let served = try? image.bytes() else {
                    continue
                }
                guard pack.mode == .trusted || served.withUnsafeBytes({ ContentDigest(of: $0) }) == image.digest else {
                    throw FuzzTarget.Violation("\(name) was served with another digest")
                }
            }
        }
        for resource in (contents?.resources ?? []).prefix(50) {
            _ = try? theme.resource(ResourceKey(resource.path))?.bytes()
        }
        for key in ["Color.title", "Color", "x"] as [SettingKey] {
            _ = try? theme.color(key)
            _ = try? theme.string(key)
        }
    }
}
