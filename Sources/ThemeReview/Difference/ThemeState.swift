import PackFormat
package import ThemeModel
package import ThemeProject

/// A theme in a pack, a folder or a revision: one side of a comparison.
package struct ThemeState: Sendable {
    /// The name of this side in reports, for example `HEAD:year`.
    package let label: String
    package let theme: PackTheme
    package let settings: SettingValue?
    /// Sorted by name and scale.
    package let images: [StoredImage]
    /// Sorted by path.
    package let resources: [StoredResource]
    /// The digest of the defaults that a pack was verified against; `nil` for a folder.
    package let contract: ContentDigest?
    /// The number of errors by which files of a folder are left out, as in a build.
    package let errorCount: Int
    package let limits: ProjectLimits
    let readImage: @Sendable (_ number: Int) throws(ImageError) -> [UInt8]

    /// Returns the bytes of an image, which are those of its digest.
    ///
    /// - Parameter number: an index in ``images``.
    package func bytes(ofImage number: Int) throws(ImageError) -> [UInt8] { try readImage(number) }
}

/// One scale of an image, with the digest of its file.
package struct StoredImage: Hashable, Sendable {
    package let name: LogicalName
    package let scale: Scale
    /// The index in ``ThemeState/images``.
    package let number: Int
    /// The path in the project or in the pack.
    package let path: String
    /// `nil` if the file has no readable header.
    package let size: PixelSize?
    package let byteCount: Int
    package let digest: ContentDigest

    /// The name as in the asset tree: `common/buttonImage@2x`.
    package var title: String { "\(name)\(scale.suffix)" }

    static func precedes(_ left: Self, _ right: Self) -> Bool {
        left.name == right.name ? left.scale < right.scale : left.name < right.name
    }
}

package struct StoredResource: Hashable, Sendable {
    package let path: PortablePath
    package let byteCount: Int
    package let digest: ContentDigest
}
