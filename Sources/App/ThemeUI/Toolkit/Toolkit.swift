#if canImport(UIKit)
    public import ThemeManagement
    public import UIKit

    /// The color of the toolkit: `UIColor`, on macOS `NSColor`.
    public typealias ToolkitColor = UIColor
    /// The font of the toolkit: `UIFont`, on macOS `NSFont`.
    public typealias ToolkitFont = UIFont
    /// The image of the toolkit: `UIImage`, on macOS `NSImage`.
    public typealias ToolkitImage = UIImage
    /// The distances from edges of the toolkit: `UIEdgeInsets`, on macOS `NSEdgeInsets`.
    public typealias ToolkitInsets = UIEdgeInsets
#elseif canImport(AppKit)
    public import AppKit
    public import ThemeManagement

    /// The color of the toolkit: `NSColor`, elsewhere `UIColor`.
    public typealias ToolkitColor = NSColor
    /// The font of the toolkit: `NSFont`, elsewhere `UIFont`.
    public typealias ToolkitFont = NSFont
    /// The image of the toolkit: `NSImage`, elsewhere `UIImage`.
    public typealias ToolkitImage = NSImage
    /// The distances from edges of the toolkit: `NSEdgeInsets`, elsewhere `UIEdgeInsets`.
    public typealias ToolkitInsets = NSEdgeInsets
#endif

#if canImport(UIKit) || canImport(AppKit)
    extension ToolkitInsets {
        /// The cap insets of an image, in points.
        public init(_ insets: CapInsets) {
            self.init(
                top: CGFloat(insets.top), left: CGFloat(insets.left), bottom: CGFloat(insets.bottom),
                right: CGFloat(insets.right))
        }
    }

    extension ThemeFont {
        /// The font of this name and size. If the app has no font of the name, or there is no name, the system's font.
        var toolkitFont: ToolkitFont {
            name.flatMap { ToolkitFont(name: $0, size: CGFloat(size)) } ?? .systemFont(ofSize: CGFloat(size))
        }
    }

    extension ThemeValue where ThemeType: ThemeStorage {
        /// A color of the toolkit.
        public static func toolkitColor(_ key: SettingKey) -> ThemeValue<ThemeType, ToolkitColor> {
            ThemeValue<ThemeType, ThemeColor>.color(key).converted { ToolkitColor($0) }
        }

        /// A font of the toolkit. It replaces the system's font where the theme sets none.
        public static func toolkitFont(_ key: SettingKey) -> ThemeValue<ThemeType, ToolkitFont> {
            ThemeValue<ThemeType, ThemeFont>.font(key).converted(\.toolkitFont)
        }
    }

    extension ThemeValue where ThemeType == Theme, Value == ToolkitImage {
        /// The image of a logical name, for each scale of screens that the theme has.
        public static func toolkitImage(_ key: ImageKey) -> Self {
            ThemeValue<ThemeType, [ThemeImage]>.images(key).converted { try $0.toolkitImage() }
        }
    }

    /// Bindings by typed keys, in one line and without `try`:
    ///
    /// ```swift
    /// manager.bind(label, \.textColor, to: .Color.title)
    /// manager.bind(label, \.font, to: .Font.title)
    /// manager.bind(avatar, \.image, to: .Common.avatar)
    /// ```
    ///
    /// If a pack is damaged or older than the keys, the property stays as it is, and `problemHandler` gets the error.
    @MainActor
    extension ThemeSourceManager where ThemeType: ThemeStorage {
        /// Binds a property to a color.
        @inlinable
        @inline(__always)
        public func bind<Target: AnyObject>(
            _ target: Target, _ property: consuming ReferenceWritableKeyPath<Target, ToolkitColor?>,
            to setting: Setting<ThemeColor>
        ) {
            bind(target, property, reporting: .toolkitColor(setting.key))
        }

        /// Binds a property to a font.
        @inlinable
        @inline(__always)
        public func bind<Target: AnyObject>(
            _ target: Target, _ property: consuming ReferenceWritableKeyPath<Target, ToolkitFont?>,
            to setting: Setting<ThemeFont>
        ) {
            bind(target, property, reporting: .toolkitFont(setting.key))
        }
    }

    extension ThemeSourceManager where ThemeType == Theme {
        /// Binds a property to an image, which follows the scale of the screen.
        @inlinable
        @inline(__always)
        @MainActor
        public func bind<Target: AnyObject>(
            _ target: Target, _ property: consuming ReferenceWritableKeyPath<Target, ToolkitImage?>, to key: ImageKey
        ) {
            bind(target, property, reporting: .toolkitImage(key))
        }
    }

    extension ThemeManager {
        /// The image of a typed key, for each scale of screens. Every key has an answer: the default theme's image if
        /// that of the theme in force cannot be read, and an empty image if the default theme is older than the key.
        ///
        /// `problemHandler` gets the errors. The image does not follow the theme; bind a property for that.
        @MainActor
        public func image(_ key: ImageKey) -> ToolkitImage {
            answer { try ThemeValue.toolkitImage(key).value(in: $0) } ?? ToolkitImage()
        }
    }
#endif
