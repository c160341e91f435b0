/// The longest names in a pack, in bytes of UTF-8. FORMAT.md specifies them.
package enum NameLimits {
    /// The path of an image or a resource. It is far below `PATH_MAX`, so that a pack can be unpacked into a folder.
    package static let path = 1024
    /// A path component, as in common file systems.
    package static let component = 255
    /// A theme's id, prefix or version. Each is part of file names.
    package static let identifier = 64
    package static let displayName = 256
}
